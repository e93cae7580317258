#pragma once
// A file's bytes.

#include <optional>
#include <string>

namespace site {

/// Nothing when it cannot be opened. The plain system calls: a stream costs more than the parse of a short page.
std::optional<std::string> read_file(const std::string& path);

/// The path of a file that diagnostics name: `file` begins with the folder's own name.
std::string path_of(const std::string& folder, const std::string& file);

}
