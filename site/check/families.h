#pragma once
// The families of check_site(): what each looks at, and the codes it reports.

#include "site/check/check_site.h"

#include <unordered_map>

namespace site {

/// A rendered site, as every family sees it.
struct CheckedSite {
    const Library& library;
    std::span<const Matcher* const> matchers;
    std::span<const Prose> proses;
    const KnownIds& known;
    std::unordered_map<const Page*, const Prose*> prose_of;

    const Prose* prose(const Page* page) const
    {
        const auto found = prose_of.find(page);
        return found == prose_of.end() ? nullptr : found->second;
    }
};

/// `ambiguous-alias`: an error while a page uses it undecided, `ambiguous-alias-unused` when nobody does; `unknown-page` (prefer).
void check_aliases(const CheckedSite&, Diagnostics&);

/// `dead-anchor`: of a page; `missing-pinned-anchor`: pinned in one language, absent in the other; `dead-link`.
void check_anchors(const CheckedSite&, Diagnostics&);

/// `unknown-page` (see, not), `unknown-source`, `unknown-fact` (numbers), `unknown-provider-fact`, `unknown-calculator`,
/// `unknown-compared` (a, b), `self-reference`, `redirect-taken` (was).
void check_references(const CheckedSite&, Diagnostics&);

/// `no-source-rev`, `pair-numbers`, `pair-figures`: a translation says the same figures as its original. (The last one needs
/// ProseOptions::passages.)
void check_pairs(const CheckedSite&, Diagnostics&);

/// `orphan-term`: no other page mentions it; `thin-short`: too short to stand alone; `stale-translation`.
void check_pages(const CheckedSite&, const CheckOptions&, Diagnostics&);

}
