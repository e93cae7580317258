#pragma once
// A text as links compare it: read a character at a time, without a copy.
//
// Full-width Latin letters and digits are ASCII, a letter with a combining accent is the composed letter, runs of spaces
// are one, and the space between Han and Latin is nothing. Case is kept; fold with ascii_lower where it does not count.

#include "site/diagnostics/characters.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace site {

class FoldedText {
public:
    FoldedText(std::string_view text, std::size_t at) : m_text(text), m_at(at) {}

    std::size_t at() const { return m_at; }        ///< byte after what was read
    bool at_end() const { return m_at >= m_text.size(); }

    /// The next character; 0 at the end.
    char32_t next()
    {
        if (at_end())
            return 0;
        const unsigned char byte = static_cast<unsigned char>(m_text[m_at]);
        if (byte > ' ' && byte < 0x7F && (m_at + 1 == m_text.size() || static_cast<unsigned char>(m_text[m_at + 1]) < 0xCC)) {
            ++m_at; // ASCII, and what follows is no combining mark
            return m_previous = byte;
        }
        return m_previous = next_slow();
    }

private:
    char32_t next_slow();

    std::string_view m_text;
    std::size_t m_at;
    char32_t m_previous = 0;
};

/// Visible ASCII: what Han is set apart from by a space.
inline bool is_latin(char32_t c) { return c > ' ' && c < 0x7F; }

/// The whole text, folded.
std::string folded(std::string_view text);

}
