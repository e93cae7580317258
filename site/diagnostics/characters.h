#pragma once
// UTF-8 text seen as characters: decoding, Han and Latin, width in a terminal, columns. No allocation.
//
// Every function takes valid UTF-8 (the load stage makes sure of it), but none reads outside its view on any bytes.

#include <cstddef>
#include <string>
#include <string_view>

namespace site {

struct Character {
    char32_t code = 0;      ///< U+FFFD where the bytes are no character
    unsigned size = 1;      ///< bytes
};

/// The character that begins at `at` (at < text.size()).
inline Character character_at(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    if (first < 0x80)
        return {first, 1};
    const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    if (first >= 0xE0 && first < 0xF0 && follows(at + 1) && follows(at + 2))
        return {(first & 0x0Fu) << 12 | (byte(at + 1) & 0x3Fu) << 6 | (byte(at + 2) & 0x3Fu), 3};
    if (first >= 0xC2 && first < 0xE0 && follows(at + 1))
        return {(first & 0x1Fu) << 6 | (byte(at + 1) & 0x3Fu), 2};
    if (first >= 0xF0 && first < 0xF5 && follows(at + 1) && follows(at + 2) && follows(at + 3))
        return {(first & 0x07u) << 18 | (byte(at + 1) & 0x3Fu) << 12 | (byte(at + 2) & 0x3Fu) << 6 | (byte(at + 3) & 0x3Fu), 4};
    return {0xFFFD, 1};
}

/// The character that ends just before `at` (0 < at <= text.size()).
inline Character character_before(std::string_view text, std::size_t at)
{
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
        --begin;
    const Character c = character_at(text, begin);
    return begin + c.size == at ? c : Character{0xFFFD, 1};
}

void append_character(std::string&, char32_t);

inline bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }
inline bool is_ascii_word(char32_t c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }
inline char32_t ascii_lower(char32_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/// An ideograph (also kana and hangul, which sit in text as it does).
inline bool is_han(char32_t c)
{
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x3041 && c <= 0x312F) ||
           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFD) ||
           c == 0x3005 || c == 0x3007;
}
/// Chinese punctuation: full-width forms, and the quotes, dashes and dots that Chinese shares with the West.
inline bool is_han_punctuation(char32_t c)
{
    return (c >= 0x3001 && c <= 0x303F && !is_han(c)) || (c >= 0xFF01 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20) ||
           (c >= 0xFF3B && c <= 0xFF40) || (c >= 0xFF5B && c <= 0xFF65) || (c >= 0xFE30 && c <= 0xFE4F) ||
           (c >= 0x2018 && c <= 0x201D) || c == 0x2014 || c == 0x2026 || c == 0x00B7;
}
/// Two cells wide in a terminal.
bool is_wide(char32_t);
/// Cells that the text takes in a terminal; a combining mark takes none.
std::size_t display_width(std::string_view);

/// Characters in the text.
std::size_t character_count(std::string_view);
/// The first `count` characters.
std::string_view first_characters(std::string_view, std::size_t count);
/// The bytes of line `number` (from 1) of `text`, without its line break; empty past the end.
std::string_view line_of(std::string_view text, int number);

/// Offset of the first byte that is not UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view);

}
