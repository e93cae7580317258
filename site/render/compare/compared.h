#pragma once
// Two accelerators on their way to a page: what every section of it needs.

#include "site/render/citations.h"
#include "site/render/compare/comparison.h"

#include <string>
#include <string_view>

namespace site {

struct Compared {
    Compared(const Comparisons& all, const Edition& in, const GpuPair& pair)
        : comparisons(all), edition(in), a(*pair.a), b(*pair.b), citations(all.website(), in)
    {
        std::tie(name_a, name_b) = pair_names(a, b);
    }

    const Comparisons& comparisons;
    const Edition& edition;
    const AcceleratorRow& a;
    const AcceleratorRow& b;
    std::string name_a, name_b;          ///< plain text
    Citations citations;

    const Catalog& catalog() const { return *comparisons.website().catalog; }
    const std::string& name_of_larger(double ratio) const { return ratio > 1 ? name_b : name_a; }
};

/// "memory 1.76 x, bandwidth 1.43 x" of the one and of the other, and what is equal: plain text, empty where there is nothing.
struct Strengths {
    std::string a, b, equal;
};
Strengths strengths(const Compared&);
/// One line: both capacities and both bandwidths.
std::string compared_summary(const Compared&);

/// Rows of two facts with their sources and a bar: capacity, bandwidth, link, power ...
std::string spec_rows(Compared&);
/// Rows of peak rates, a number format each: dense of both, their ratio, sparse of both.
std::string rate_rows(Compared&);
/// Rows of two rows of the catalog that are no accelerators (links, models, formats).
std::string fact_rows(const Row& a, const Row& b, const Edition&, Citations&);

/// Rows: a use, which of the two, why.
std::string verdict_rows(const Compared&);
/// Rows: how many devices, how many of the catalog's models each holds.
std::string fit_rows(const Compared&);
/// What only one of the two holds on a single device: sentences as `<p>`.
std::string fit_sentences(const Compared&);
/// Rows: a reference model, what each does with it.
std::string serving_rows(const Compared&);
std::string training_rows(const Compared&);
/// `<li>`: at which price a token costs the same on both.
std::string price_items(const Compared&);

}
