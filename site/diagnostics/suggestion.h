#pragma once
// "Did you mean": the known word nearest to a mistyped one.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// Edits (insert, delete, replace, swap of neighbours; by characters) from one word to the other; `limit + 1` when more.
std::size_t edit_distance(std::string_view, std::string_view, std::size_t limit);

/// The nearest of `known` within a third of the word's length (at least 1, at most 3 edits), case aside; empty when none
/// is near. The first of equals.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
std::string_view nearest(std::string_view word, std::span<const std::string> known);

}
