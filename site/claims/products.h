#pragma once
// Finds names of the catalog's rows in a text: accelerators, models, links. Whole systems (NVL72, DGX) and devices that the
// catalog lacks are found too, as names without a row, so that their figures are not taken for a neighbour's.

#include "site/catalog/catalog.h"
#include "site/link/matcher.h"

#include <string_view>
#include <vector>

namespace site {

struct ProductName {
    enum class Kind { accelerator, model, link, other };
    std::size_t begin = 0, end = 0;      ///< bytes of the text
    Kind kind = Kind::other;
    const Row* row = nullptr;            ///< null for `other`
    bool of_family = false;              ///< H100, which is the usual one of several rows
};

class Products {
public:
    explicit Products(const Catalog&);

    /// In order, none overlapping.
    std::vector<ProductName> find(std::string_view text) const;
    /// The other rows of the product's family: those whose name begins with the same word.
    std::vector<const Row*> siblings(const Row&) const;

private:
    const Catalog& m_catalog;
    Matcher m_matcher;
};

}
