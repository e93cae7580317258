#pragma once
// How words stand around a quantity or a name: sentences, lists of names, counted pieces, arithmetic. Text in, yes or no out.

#include "site/claims/quantity.h"

#include <span>
#include <string_view>

namespace site {

/// Where the sentence that begins at `from` ends.
std::size_t sentence_end(std::string_view text, std::size_t from);
bool any_of(std::string_view text, std::span<const std::string_view> words);
/// Between names that are listed together: H100 和 H200, H100 / H200, H100, H200 and B200.
bool joins(std::string_view between);
/// More than one piece: 8 张 H100, 8×H100, eight H100 GPUs, H100 × 8.
bool counted(std::string_view before, std::string_view after);
/// Of one piece after all: 每张 80 GB, 80 GB each.
bool each(std::string_view gap, std::string_view tail);
/// The text right behind a quantity that may still say what it is of: to the next punctuation or figure.
std::string_view tail_of(std::string_view text, std::size_t from, std::size_t end, std::span<const Quantity> quantities);
/// Multiplied, divided or subtracted: a step of arithmetic, no property.
bool in_arithmetic(std::string_view before, std::string_view after);

}
