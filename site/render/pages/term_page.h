#pragma once
// A glossary entry, and the other pages that authors write as Markdown.

#include "site/render/website.h"

#include <string>

namespace site {

/// `/zh/glossary/<id>/`
std::string term_page(const Website&, const Edition&, const Page&);
/// A guide or a free page: title, short text, body, sources.
std::string written_page(const Website&, const Edition&, const Page&);

/// Languages in which a page of this id exists, the default language first.
std::vector<std::string> languages_of(const Website&, std::string_view id);
/// Paragraphs: what the site's owner says of what the page names in `provider`.
std::string provider_notes(const Website&, const Edition&, const Page&);
/// Items: buttons that lead to the calculators of the page.
std::string calculator_links(const Website&, const Edition&, const Page&);
/// The tooltips of what a page's prose links, for the end of <body>.
std::string tooltips(const Edition&, const Prose&);

}
