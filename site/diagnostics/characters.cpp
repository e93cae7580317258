#include "site/diagnostics/characters.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace site {

void append_character(std::string& out, char32_t c)
{
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6);
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | c >> 12);
        put(0x80 | (c >> 6 & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3F));
        put(0x80 | (c >> 6 & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

bool is_wide(char32_t c)
{
    // East_Asian_Width W and F, in ranges coarse enough to read.
    static constexpr std::array<std::array<char32_t, 2>, 13> ranges{{
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0xA4CF}, {0xA960, 0xA97F},
        {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F9FF},
        {0x20000, 0x3FFFD},
    }};
    for (const auto& [first, last] : ranges)
        if (c >= first && c <= last)
            return true;
    // The quotes, dash and ellipsis that Chinese fonts draw wide are narrow in most terminals: wide only by locale.
    return false;
}

static bool is_combining(char32_t c)
{
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F);
}

std::size_t display_width(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        width += is_wide(c.code) ? 2 : is_combining(c.code) ? 0 : 1;
        i += c.size;
    }
    return width;
}

std::size_t character_count(std::string_view text)
{
    std::size_t count = 0;
    for (const char c : text)
        count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

std::string_view first_characters(std::string_view text, std::size_t count)
{
    std::size_t i = 0;
    while (i < text.size() && count > 0) {
        i += character_at(text, i).size;
        --count;
    }
    return text.substr(0, i);
}

std::string_view line_of(std::string_view text, int number)
{
    for (int line = 1; line < number; ++line) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return {};
        text.remove_prefix(end + 1);
    }
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r'))
        text.remove_suffix(1);
    return text;
}

std::size_t first_invalid_utf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t i = 0;
    while (i < text.size()) {
        if (i + 8 <= text.size()) { // ASCII, eight bytes at a time
            std::uint64_t word;
            std::memcpy(&word, text.data() + i, 8);
            if ((word & 0x8080808080808080u) == 0) {
                i += 8;
                continue;
            }
        }
        // What most Chinese is made of: three bytes from U+1000 to U+CFFF, where nothing is overlong or a surrogate.
        while (i + 3 <= text.size() && byte(i) >= 0xE1 && byte(i) <= 0xEC && (byte(i + 1) & 0xC0) == 0x80 && (byte(i + 2) & 0xC0) == 0x80)
            i += 3;
        if (i == text.size())
            break;
        const Character c = character_at(text, i);
        const bool bad = (c.size == 1 && byte(i) >= 0x80) || (c.size == 3 && c.code < 0x800) ||
                         (c.code >= 0xD800 && c.code <= 0xDFFF) || (c.size == 4 && (c.code < 0x10000 || c.code > 0x10FFFF));
        if (bad)
            return i;
        i += c.size;
    }
    return std::string_view::npos;
}

}
