#pragma once
// Markdown of one page -> the HTML inside <div class="prose">, with its links, figures, headings and mentions.
//
//     Prose prose = render_prose(page, library, matcher, figures, {.wording = words});
//
// A pure function of its arguments: pages may run on any number of threads. It never fails; what is wrong with the page
// is in prose.diagnostics, and what only the whole site can tell (anchors of other pages) is left to check_site().
//
// Beyond CommonMark: tables, footnotes, definition lists, callouts (`> [!NOTE]`), figures with captions (an image with a
// title, alone in its paragraph), math as MathML (site/math), code with classes (site/highlight),
// heading ids that keep Han or are pinned
// (`{#id}`), emphasis beside Chinese punctuation, no space for a line break between Han.
//
// Markup it writes: a link to a term is `<a class="term" href="/zh/glossary/x/" data-term="x">`; to a page that the
// language lacks, `<a class="term only-in-zh" lang="zh" hreflang="zh" ...>`; to a catalog row `class="catalog"`. A callout is
// `<aside class="callout callout-note">` with a `<p class="callout-title">`; a table stands in `<div class="table">`; a
// figure is whatever the evaluator gives.

#include "site/diagnostics/print.h"
#include "site/link/matcher.h"
#include "site/model/library.h"
#include "site/model/prose.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// The value of a `{{ ... }}` expression: HTML to print and the sources it carries, or what is wrong.
struct Figure {
    std::string html;
    std::vector<std::string> sources;
    std::vector<Diagnostic> problems;    ///< `where` relative to the expression: column 1 is its first character
    bool block = false;                  ///< an element like <figure>, which stands alone in its paragraph
};

/// Evaluates the text between `{{` and `}}`. Given by the caller, so that this stage knows no engine.
class FigureEvaluator {
public:
    virtual ~FigureEvaluator() = default;
    /// Called from several threads at once. The expression has no spaces around it.
    virtual Figure evaluate(std::string_view expression, std::string_view language) const = 0;
};

struct ProseOptions {
    /// Words of the page's language: prose.callout.<kind>, prose.footnotes, prose.footnote_back. Without, they are left out.
    Wording wording{};
    /// The same by language, for callers that render pages of several; wins over `wording`.
    std::function<Wording(std::string_view language)> wordings{};
    bool typography = false;             ///< also warn about Chinese typography and give the fixes
    bool explain = false;                ///< also fill Prose::explanations
    bool passages = false;               ///< also fill Prose::passages and Prose::figures
};

/// `matcher` is the one of the page's language.
Prose render_prose(const Page&, const Library&, const Matcher&, const FigureEvaluator&, const ProseOptions& = {});

}
