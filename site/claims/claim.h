#pragma once
// A claim: "this quantity is a property of this product", as one sentence makes it.
//
//     for (const FigureClaim& claim : claims_of(passage.text, quantities, products))
//
// 1. The text is cut into sentences and, in tables, rows. 2. A quantity belongs to the product named last before it, or to
// one right behind it (`80 GB 的 H100`); in a table to the product of its row or column. 3. The words between tell what it is
// a figure of (wording.h). Where they do nothing but state, the claim is `stated`: it is right or wrong. Else it is only a
// figure near a name, of which agreement can be noticed but no disagreement said. Sums (8 张 H100), ranges, bounds and
// figures of several products at once are never stated.

#include "site/claims/products.h"
#include "site/claims/quantity.h"
#include "site/claims/wording.h"

#include <span>
#include <string_view>
#include <vector>

namespace site {

struct FigureClaim {
    std::size_t quantity = 0;            ///< index
    std::vector<std::size_t> products;   ///< indices; several when they are listed together
    Hints hints;
    bool stated = false;
    bool variants = false;               ///< the sentence is about variants of the product
};

std::vector<FigureClaim> claims_of(std::string_view text, std::span<const Quantity>, std::span<const ProductName>);

}
