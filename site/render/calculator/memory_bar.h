#pragma once
// The stacked bar of one GPU's memory as SVG: widths are attributes in per cent, so no style is needed.

#include <span>
#include <string>
#include <string_view>

namespace site {

struct BarPart {
    std::string_view id;                 ///< data-part: weights, kv, activations, runtime, free
    std::string_view field;              ///< data-bytes: the output it shows; empty: what is free
    std::string label;                   ///< plain text, shown inside where it has room
    double share = 0;                    ///< of the bar's width, 0 to 1
};

/// `limit`: where usable memory ends, 0 to 1; no line at 1. `text` says the same in words.
std::string memory_bar(std::span<const BarPart>, double limit, std::string_view title, std::string_view text);

}
