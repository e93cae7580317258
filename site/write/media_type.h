#pragma once
// File name -> Content-Type.

#include <span>
#include <string_view>
#include <utility>

namespace site {

/// (".html", "text/html; charset=utf-8") and so on: what a site publishes.
std::span<const std::pair<std::string_view, std::string_view>> media_types();

/// "application/octet-stream" for what a site does not publish.
std::string_view media_type(std::string_view path);

}
