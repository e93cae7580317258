#pragma once
// The text of a file that a person names on the command line: it may be a folder, or never end.

#include <istream>
#include <optional>
#include <string>

namespace site {

/// All of it; nothing when it cannot be read or is longer than any input of a command (64 MiB).
std::optional<std::string> read_text(std::istream&);
std::optional<std::string> read_text_file(const std::string& path);

}
