#pragma once
// File name -> Content-Type.

#include <string_view>

namespace site {

/// "application/octet-stream" for what a site does not publish.
std::string_view media_type(std::string_view path);

}
