#pragma once
// Text as a JSON value, for files and elements that are written piece by piece.

#include <string>
#include <string_view>

namespace site {

/// A string as JSON writes it, quotes included, safe inside a <script> element.
std::string json_string(std::string_view text);

}
