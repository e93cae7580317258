#pragma once
// What a site publishes beside its pages: feeds and files for servers and crawlers, pages that lead on, compressed twins.

#include "site/render/compare/comparison.h"
#include "site/render/planned_page.h"
#include "site/render/website.h"
#include "site/write/publication.h"

#include <span>

namespace site {

/// Sitemap, robots.txt, headers, redirects, llms.txt, Atom feeds; with a catalog also /data/ and what other sites embed.
void put_feeds(const Website&, const std::vector<PlannedPage>&, Publication&);

/// The service worker; after the pages that it keeps.
void put_offline_worker(const Website&, std::span<const PlannedPage>, Publication&);

/// Pages that lead on, for servers that do not read _redirects. Those of the comparisons are pages only: there are more
/// than the hosts that read that file allow.
void put_redirects(const Website&, const Comparisons*, Publication&);

/// The Markdown twin of each listed page that was put. `update`: what this process made before is kept where its page did
/// not change. (What another program made is not: it may have written twins otherwise.)
void put_markdown(const Website&, std::span<const PlannedPage>, int jobs, bool update, Publication&);

/// Compressed twins of what was put so far. A twin whose original did not change is the old one. Pages that nobody searches for, the
/// thousands of generated comparisons, are not worth the seconds of Brotli's highest quality.
void put_twins(std::span<const PlannedPage>, int jobs, Publication&);

}
