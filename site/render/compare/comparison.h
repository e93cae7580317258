#pragma once
// Which comparisons there are and where they stand. Any two accelerators have one: the author's, or else a generated page
// under both ids in alphabetical order. Every other order of names redirects there.
//
//     Comparisons comparisons(website, fits, examples);
//     comparisons.url(edition, *h200, *h100)         // "/zh/compare/h100-vs-h200/"

#include "site/render/catalog/fit_table.h"
#include "site/render/compare/example_table.h"
#include "site/render/website.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// Two accelerators in the order in which their page shows them.
struct GpuPair {
    const AcceleratorRow* a = nullptr;
    const AcceleratorRow* b = nullptr;
    const Page* written = nullptr;       ///< null: a generated page

    explicit operator bool() const { return a && b; }
};

/// "h100-sxm-vs-h200-sxm"
std::string pair_id(const AcceleratorRow&, const AcceleratorRow&);

class Comparisons {
public:
    /// Of a website with a catalog; all three must outlive it.
    Comparisons(const Website&, const FitTable&, const ExampleTable&);

    const Website& website() const { return m_website; }
    const FitTable& fits() const { return m_fits; }
    const ExampleTable& examples() const { return m_examples; }

    /// The accelerators of an author's page; empty when it compares something else.
    GpuPair pair_of(const Page&) const;
    /// The author's pages of this language, in the order of the library.
    std::vector<const Page*> written(const Edition&) const;
    /// The pairs of this language without an author's page.
    std::vector<GpuPair> generated(const Edition&) const;
    /// Where these two are compared, in either order.
    std::string url(const Edition&, const AcceleratorRow&, const AcceleratorRow&) const;
    /// The author's page on these two, or null.
    const Page* page(const Edition&, const AcceleratorRow&, const AcceleratorRow&) const;
    /// (old path, new path): other orders, and generated addresses of what an author wrote.
    std::vector<std::pair<std::string, std::string>> redirects() const;

private:
    const Website& m_website;
    const FitTable& m_fits;
    const ExampleTable& m_examples;
    std::map<std::string, const Page*, std::less<>> m_written; ///< "zh/h100-sxm-vs-h200-sxm" -> page
};

/// What people call it in a sentence: the shortest of its name and aliases.
std::string_view short_name(const AcceleratorRow&);
/// The names of two that stand beside each other: short ones, unless one of them would read as part of the other.
std::pair<std::string, std::string> pair_names(const AcceleratorRow&, const AcceleratorRow&);

}
