#pragma once
// How the answer of each calculator is laid out: what is large, what makes the bar, under which headings the rest stands.
// The only place of the pages that tells calculators apart; what it does not name is drawn from the field table.

#include <span>
#include <string_view>

namespace site {

/// A part of the memory bar: its words are part.<id>, its colour is the same on all pages.
struct LayoutPart {
    std::string_view id, field;
};

/// Outputs from `first` on stand under the words `title`, until the next group begins.
struct LayoutGroup {
    std::string_view title, first;
};

struct CalculatorLayout {
    std::string_view calculator;
    std::span<const LayoutPart> parts;             ///< not empty: the answer is a verdict and a bar
    std::string_view count;                        ///< what counts the devices: an input or an output; may be empty
    std::span<const std::string_view> about;       ///< chosen inputs that the answer repeats
    std::span<const std::string_view> headline;    ///< large, instead of a verdict
    std::span<const std::string_view> key_figures;
    std::span<const LayoutGroup> groups;
};

/// All of them, in the order in which an index lists them.
std::span<const CalculatorLayout> calculator_layouts();
/// Null for a calculator that has no page.
const CalculatorLayout* find_layout(std::string_view calculator);
/// The key of the bar in words: {0} ... the parts, then what is usable.
std::string_view bar_words(const CalculatorLayout&);

}
