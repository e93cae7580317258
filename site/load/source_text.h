#pragma once
// A file's bytes -> text that every later stage can trust: valid UTF-8, `\n` line ends, no NUL, no byte order mark.

#include "site/diagnostics/diagnostic.h"

#include <string>

namespace site {

/// Reports `byte-order-mark`, `carriage-return` (warnings), `not-utf8`, `nul-byte` (errors; each once, at the first place)
/// and returns the text without them: a bad byte becomes U+FFFD.
std::string source_text(std::string bytes, const std::string& file, Diagnostics&);

/// The place of a byte of `text`.
Position position_at(std::string_view text, std::size_t offset);

}
