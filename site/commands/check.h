#pragma once
// `gloss check`: every diagnostic in one run.

#include "site/check/check_site.h"
#include "site/claims/check_figures.h"
#include "site/commands/command_result.h"
#include "site/diagnostics/print.h"
#include "site/render/prose.h"

#include <functional>
#include <string>
#include <vector>

namespace site {

/// What the pages are checked against; main fills it from the catalog.
struct CheckWorld {
    KnownIds known;
    std::function<std::vector<CatalogTarget>(const std::string& language)> targets; ///< empty: none
    const FigureEvaluator* figures = nullptr;          ///< null: figures print nothing and are not checked
    Diagnostics diagnostics;                           ///< of the catalog and the strings
    /// What the pages say of products (site/claims); empty: not checked.
    std::function<FigureReport(const Library&, std::span<const Prose>, const PageFilter&)> check_figures;
};

struct CheckRequest {
    std::string content = "content";
    DiagnosticFormat format = DiagnosticFormat::text;
    bool figures = false;                              ///< list the typed figures instead
    bool fix = false;                                  ///< apply the safe fixes, then check again
    int jobs = 1;
    PrintOptions print;                                ///< `source` may be empty: files are read from `content`
};

/// Exit code 0: clean or warnings, 1: errors.
CommandResult check_command(const CheckRequest&, const CheckWorld&);

/// What a code means and how to mend it, from the words: for a terminal. Exit code 2 and the nearest code when there is none.
CommandResult explain_command(const std::string& code, std::span<const std::string> codes, const Wording&);

/// A site as far as links and checks need it; shared with `gloss links`.
struct RenderedSite {
    Library library;
    std::vector<Matcher> matchers;                     ///< one per language of the settings
    std::vector<Prose> proses;                         ///< of library.pages
    Diagnostics diagnostics;                           ///< of loading and matching; the proses' are their own
    const Matcher& matcher(std::string_view language) const;
};
/// drop: pages marked `draft: true` are as if they were not there (`gloss build` without --drafts).
enum class Drafts { keep, drop };
class PageCache;
/// `cache`: see load_site(). `before`: the same site, of which only pages' files changed since; its prose is moved from where
/// it is still right (prose_reuse.h).
RenderedSite render_site(const std::string& content, const CheckWorld&, const ProseOptions&, int jobs, Drafts = Drafts::keep,
                         PageCache* cache = nullptr, RenderedSite* before = nullptr);

}
