#include "site/write/content_hash.h"

#include <cstdint>

namespace site {

std::string content_hash(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    std::string text(11, '0');
    for (char& digit : text) {
        digit = "0123456789abcdef"[hash & 15U];
        hash >>= 4U;
    }
    return text;
}

}
