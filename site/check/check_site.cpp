#include "site/check/check_site.h"

#include "site/check/families.h"

namespace site {

Diagnostics check_site(const Library& library, std::span<const Matcher* const> matchers, std::span<const Prose> proses,
                       const KnownIds& known, const CheckOptions& options)
{
    CheckedSite site{library, matchers, proses, known, {}};
    for (std::size_t i = 0; i < proses.size() && i < library.pages.size(); ++i)
        site.prose_of.emplace(&library.pages[i], &proses[i]);
    Diagnostics diagnostics;
    for (const Prose& prose : proses)
        diagnostics.insert(diagnostics.end(), prose.diagnostics.begin(), prose.diagnostics.end());
    check_aliases(site, diagnostics);
    check_anchors(site, diagnostics);
    check_pairs(site, diagnostics);
    check_references(site, diagnostics);
    check_pages(site, options, diagnostics);
    sort_and_deduplicate(diagnostics);
    return diagnostics;
}

}
