#pragma once
// What can be told only when every page is rendered: anchors of other pages, ambiguous aliases, orphans, references.
//
//     std::vector<Prose> proses = ...;                       // proses[i] is of library.pages[i]
//     Diagnostics found = check_site(library, matchers, proses, known, {.today = "2026-11-30"});
//
// The result holds the proses' own diagnostics too, but not those of load_site() and of the matchers: join, sort and print
// them together. The families are in families.h, a file each.

#include "site/link/matcher.h"
#include "site/model/library.h"
#include "site/model/prose.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// What exists outside the pages. A list that is not given is not checked.
struct KnownIds {
    std::optional<std::vector<std::string>> sources, provider, calculators;
    std::optional<std::vector<std::string>> compared;  ///< what `a` and `b` of a compare page may be
    std::optional<std::vector<std::string>> urls;      ///< paths that the build makes beside pages: "/zh/gpus/h100-sxm/"
    /// Why this fact path (of `numbers`) is none; nothing when it is one. Words for {1} of the hint, may be empty.
    std::function<std::optional<std::string>(std::string_view)> fact_problem;
};

struct CheckOptions {
    bool orphans = true;                               ///< warn about terms that no other page mentions
};

/// `matchers`: one for each language that has pages, in any order.
Diagnostics check_site(const Library&, std::span<const Matcher* const> matchers, std::span<const Prose>, const KnownIds&,
                       const CheckOptions& = {});

}
