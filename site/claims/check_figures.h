#pragma once
// What pages say of products, against the catalog and the engine.
//
//     FigureReport report = check_figures(library, proses, catalog, figures);   // proses with ProseOptions::passages
//
// `wrong-figure` (error): stated of a product, and the catalog or the engine has another value. `unclear-figure`: right of
// another variant of the product than its name means. `typed-figure`: what `fact` or `calc` would print; with a Fix where
// the page would look the same. A comment right behind a figure, `<!-- typed: why -->`, accepts it: without a reason it is
// `suppression-reason`, with nothing to accept `unused-suppression`.

#include "site/catalog/catalog.h"
#include "site/model/library.h"
#include "site/model/prose.h"
#include "site/render/prose.h"

#include <functional>
#include <span>

namespace site {

struct FigureCounts {
    std::size_t computed = 0;            ///< `fact` and `calc` in prose
    std::size_t typed = 0;               ///< numbers with a unit that their author typed
    std::size_t known = 0;               ///< of these, such as the catalog or the engine could give
    std::size_t accepted = 0;            ///< by a comment
    /// The part of all figures that is computed; 1 where there are none.
    double share() const { return computed + typed == 0 ? 1 : static_cast<double>(computed) / static_cast<double>(computed + typed); }
    /// The same of those figures that could be.
    double share_of_known() const { return computed + known == 0 ? 1 : static_cast<double>(computed) / static_cast<double>(computed + known); }
};

struct FigureReport {
    Diagnostics diagnostics;
    FigureCounts counts;
    Diagnostics typed;                   ///< `a-typed-figure`: where each of counts.typed stands
};

using PageFilter = std::function<bool(const Page&)>;

/// Of the pages that `wanted` names; an empty one means all.
FigureReport check_figures(const Library&, std::span<const Prose>, const Catalog&, const FigureEvaluator&, const PageFilter& wanted = {});

}
