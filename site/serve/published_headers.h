#pragma once
// The published `_headers` file, read as the hosts read it.

#include <map>
#include <string>
#include <string_view>

namespace site {

/// The headers that `text` has for this path: lines `/path` or `/folder/*`, below each its headers, indented.
std::map<std::string, std::string> published_headers(std::string_view text, std::string_view path);

}
