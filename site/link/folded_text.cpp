#include "site/link/folded_text.h"

#include <array>

namespace site {

namespace {

/// Canonical composition for the letters that names of people and products have: rows of accent, base letters, composed.
struct Accent {
    char32_t mark;
    std::u32string_view bases, composed;
};
constexpr std::array accents{
    Accent{0x0300, U"AEIOUaeiou", U"ÀÈÌÒÙàèìòù"}, Accent{0x0301, U"AEIOUYaeiouy", U"ÁÉÍÓÚÝáéíóúý"},
    Accent{0x0302, U"AEIOUaeiou", U"ÂÊÎÔÛâêîôû"}, Accent{0x0303, U"ANOano", U"ÃÑÕãñõ"},
    Accent{0x0308, U"AEIOUaeiouy", U"ÄËÏÖÜäëïöüÿ"}, Accent{0x030A, U"Aa", U"Åå"}, Accent{0x0327, U"Cc", U"Çç"},
};

char32_t composed(char32_t base, char32_t mark)
{
    for (const Accent& accent : accents)
        if (accent.mark == mark)
            if (const std::size_t i = accent.bases.find(base); i != std::u32string_view::npos)
                return accent.composed[i];
    return 0;
}

char32_t half_width(char32_t c)
{
    const bool letter_or_digit = (c >= 0xFF10 && c <= 0xFF19) || (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A);
    return letter_or_digit ? c - 0xFEE0 : c;
}

bool is_space(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == 0xA0 || c == 0x3000; }

}

char32_t FoldedText::next_slow()
{
    Character c = character_at(m_text, m_at);
    if (is_space(c.code)) {
        std::size_t after = m_at;
        while (after < m_text.size() && is_space((c = character_at(m_text, after)).code))
            after += c.size;
        m_at = after;
        if (at_end())
            return ' ';
        c.code = half_width(c.code);
        const bool join = (is_han(m_previous) && is_latin(c.code)) || (is_latin(m_previous) && is_han(c.code));
        if (!join)
            return ' ';
    }
    m_at += c.size;
    c.code = half_width(c.code);
    if (m_at + 1 < m_text.size() && c.code < 0x80) {
        const Character mark = character_at(m_text, m_at);
        if (mark.code >= 0x0300 && mark.code <= 0x0327)
            if (const char32_t whole = composed(c.code, mark.code)) {
                m_at += mark.size;
                return whole;
            }
    }
    return c.code;
}

std::string folded(std::string_view text)
{
    std::string out;
    FoldedText reader(text, 0);
    while (!reader.at_end())
        append_character(out, reader.next());
    while (out.ends_with(' '))
        out.pop_back();
    while (out.starts_with(' '))
        out.erase(0, 1);
    return out;
}

}
