#pragma once
// The revision that a translation names in `source_rev`: what its original said when it was translated.

#include <string>
#include <string_view>

namespace site {

/// First 12 hexadecimal digits of SHA-256 of the file's text without its `updated:` line.
std::string source_revision(std::string_view file_text);

}
