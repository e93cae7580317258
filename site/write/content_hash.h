#pragma once
// A short name for a file's bytes, so that a published asset can be cached for ever.

#include <string>
#include <string_view>

namespace site {

/// FNV-1a over 64 bits, 11 hexadecimal digits of it. Tells versions of one file apart; no protection against malice.
std::string content_hash(std::string_view bytes);

}
