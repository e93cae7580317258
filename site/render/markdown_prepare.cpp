#include "site/render/markdown_prepare.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <array>

namespace site::markdown {

namespace {

bool is_space(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == 0x3000 || c == 0; }
bool is_ascii_punctuation(char32_t c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}
bool is_other_punctuation(char32_t c)
{
    return is_ascii_punctuation(c) || (c >= 0xA1 && c <= 0xBF) || (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205E);
}
bool is_chinese(char32_t c) { return is_han(c) || is_han_punctuation(c); }

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// Bytes at which the fast copy stops.
constexpr std::array<bool, 256> special = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("[{$*\\\n"))
        table[static_cast<unsigned char>(c)] = true;
    table[0xEE] = table[0xF3] = table[0xF4] = true;
    return table;
}();

class Preparation {
public:
    explicit Preparation(std::string_view source) : m_source(source) { m_out.text.reserve(source.size() + source.size() / 16); }

    Prepared run()
    {
        begin_line();
        while (m_at < m_source.size()) {
            std::size_t end = m_at;
            while (end < m_source.size() && !special[byte(end)])
                ++end;
            m_out.text.append(m_source, m_at, end - m_at);
            m_at = end;
            if (m_at < m_source.size())
                step();
        }
        return std::move(m_out);
    }

private:
    unsigned char byte(std::size_t i) const { return static_cast<unsigned char>(m_source[i]); }
    bool starts(std::string_view text) const { return m_source.substr(m_at).starts_with(text); }

    void copy(std::size_t count)
    {
        m_out.text.append(m_source, m_at, count);
        m_at += count;
    }

    void replace(std::size_t source_size, std::string_view by)
    {
        m_out.edits.push_back({m_out.text.size(), m_at, by.size(), source_size});
        m_out.text += by;
        m_at += source_size;
    }

    void step()
    {
        switch (m_source[m_at]) {
        case '\n':
            copy(1);
            begin_line();
            return;
        case '\\':
            if (m_source.substr(m_at, 2) == "\\|")
                construct(Construct::Kind::literal, 2, m_source.substr(m_at + 1, 1));
            else
                copy(m_at + 1 < m_source.size() && is_ascii_punctuation(byte(m_at + 1)) ? 2 : 1);
            return;
        case '[':
            if (starts("[[") ? link() : starts("[^") && footnote())
                return;
            break;
        case '{':
            if (starts("{{") ? figure() : starts("{#") && pin())
                return;
            break;
        case '$':
            if (math())
                return;
            break;
        case '*':
            emphasis();
            return;
        default: { // A private-use character of the author's own.
            const Character c = character_at(m_source, m_at);
            if (c.code == joiner || c.code >= first_construct) {
                construct(Construct::Kind::literal, c.size, m_source.substr(m_at, c.size));
                return;
            }
            copy(c.size);
            return;
        }
        }
        copy(1);
    }

    /// Puts a construct of the next `size` bytes.
    bool construct(Construct::Kind kind, std::size_t size, std::string_view text, std::string_view target = {}, std::string_view anchor = {})
    {
        if (m_out.constructs.size() >= max_constructs) {
            copy(size);
            return true;
        }
        std::string placeholder;
        append_character(placeholder, first_construct + static_cast<char32_t>(m_out.constructs.size()));
        m_out.constructs.push_back({kind, m_at, m_at + size, text, target, anchor});
        replace(size, placeholder);
        return true;
    }

    bool link()
    {
        std::size_t end = m_at + 2;
        while (end < m_source.size() && m_source[end] != '\n' && m_source[end] != '[' && m_source.substr(end, 2) != "]]")
            ++end;
        if (end >= m_source.size() || m_source[end] != ']')
            return false;
        if (end + 2 < m_source.size() && (m_source[end + 2] == '(' || m_source[end + 2] == ']'))
            return false; // [[1]](address) is an ordinary link
        std::string_view inner = m_source.substr(m_at + 2, end - m_at - 2);
        const std::size_t size = end + 2 - m_at;
        if (inner.starts_with('!'))
            return construct(Construct::Kind::forbidden, size, inner.substr(1));
        const std::size_t bar = inner.find('|');
        std::string_view text, anchor;
        if (bar != std::string_view::npos) {
            text = trimmed(inner.substr(bar + 1));
            inner = inner.substr(0, bar);
        }
        const std::size_t hash = inner.find('#');
        if (hash != std::string_view::npos) {
            anchor = trimmed(inner.substr(hash + 1));
            inner = inner.substr(0, hash);
        }
        inner = trimmed(inner);
        if (inner.empty() && anchor.empty())
            return false;
        return construct(Construct::Kind::link, size, text, inner, anchor);
    }

    bool footnote()
    {
        std::size_t end = m_at + 2;
        while (end < m_source.size() && end < m_at + 100 && byte(end) > ' ' && m_source[end] != ']' && m_source[end] != '[' && m_source[end] != '^')
            ++end;
        if (end >= m_source.size() || m_source[end] != ']' || end == m_at + 2)
            return false;
        const std::string_view label = m_source.substr(m_at + 2, end - m_at - 2);
        const char after = end + 1 < m_source.size() ? m_source[end + 1] : '\n';
        if (after == '(')
            return false;
        const bool at_start = m_source.find_first_not_of(' ', m_line_begin) == m_at && m_at - m_line_begin < 4;
        if (at_start && after == ':') { // A list item to the parser, so that indented blocks below belong to it.
            if (m_fence == 0)
                replace(0, "+ ");
            return construct(Construct::Kind::footnote_definition, end + 2 - m_at, label);
        }
        return construct(Construct::Kind::footnote_reference, end + 1 - m_at, label);
    }

    bool figure()
    {
        if (m_figure_end < m_at + 2 && m_figure_end != std::string_view::npos)
            m_figure_end = m_source.find("}}", m_at + 2);
        if (m_figure_end == std::string_view::npos || m_figure_end >= m_line_end)
            return false;
        return construct(Construct::Kind::figure, m_figure_end + 2 - m_at, trimmed(m_source.substr(m_at + 2, m_figure_end - m_at - 2)));
    }

    bool pin()
    {
        const std::size_t end = m_source.find_first_of("} \n", m_at + 2);
        if (end == std::string_view::npos || m_source[end] != '}' || end == m_at + 2)
            return false;
        if (m_source.substr(end + 1, m_line_end - end - 1).find_first_not_of(" \t#") != std::string_view::npos)
            return false;
        return construct(Construct::Kind::pin, end + 1 - m_at, m_source.substr(m_at + 2, end - m_at - 2));
    }

    /// `$x$` where neither side of the content is a space and no word goes on outside: `$5 and $6`, `US$2 or A$3`,
    /// `$HOME/$USER` are none. Nor is what begins like a price and goes on in words.
    bool math()
    {
        if (m_at > 0 && is_ascii_word(byte(m_at - 1)))
            return false;
        const std::size_t width = starts("$$") ? 2 : 1;
        const std::size_t begin = m_at + width;
        std::size_t end = begin;
        bool han = false, command = false;
        while (end < m_line_end && m_source[end] != '$' && m_source[end] != '`') {
            command |= m_source[end] == '\\';
            han |= byte(end) >= 0xE3;
            end += m_source[end] == '\\' ? 2 : 1;
        }
        if (end >= m_line_end || m_source[end] != '$' || end == begin || (han && !command))
            return false;
        if (width == 2)
            return m_source.substr(end, 2) == "$$" &&
                   construct(Construct::Kind::display_math, end + 2 - m_at, m_source.substr(begin, end - begin));
        const char after = end + 1 < m_source.size() ? m_source[end + 1] : '\n';
        if (m_source[begin] == ' ' || m_source[end - 1] == ' ' || is_ascii_word(static_cast<unsigned char>(after)))
            return false;
        if (!command && is_ascii_digit(byte(begin)) && has_words(m_source.substr(begin, end - begin)))
            return false;
        return construct(Construct::Kind::math, end + 1 - m_at, m_source.substr(begin, end - begin));
    }

    /// Two letters or more after a space.
    static bool has_words(std::string_view text)
    {
        for (std::size_t space = text.find(' '); space != std::string_view::npos; space = text.find(' ', space + 1))
            if (space + 2 < text.size() && is_ascii_letter(static_cast<unsigned char>(text[space + 1])) && is_ascii_letter(static_cast<unsigned char>(text[space + 2])))
                return true;
        return false;
    }

    void emphasis()
    {
        std::size_t end = m_at;
        while (end < m_source.size() && m_source[end] == '*')
            ++end;
        const char32_t before = m_at > 0 ? character_before(m_source, m_at).code : 0;
        const char32_t after = end < m_source.size() ? character_at(m_source, end).code : 0;
        const bool inside = !is_space(before) && !is_space(after);
        std::string mark;
        append_character(mark, joiner);
        if (inside && (is_han_punctuation(before) || (is_other_punctuation(before) && is_chinese(after))))
            replace(0, mark);
        copy(end - m_at);
        if (inside && (is_han_punctuation(after) || (is_other_punctuation(after) && is_chinese(before))))
            replace(0, mark);
    }

    /// Also turns a pair of lines that are `$$` into a fence, since only a fence keeps its content from the parser.
    void begin_line()
    {
        m_line_begin = m_at;
        m_line_end = std::min(m_source.find('\n', m_at), m_source.size());
        std::string_view line = m_source.substr(m_at, m_line_end - m_at);
        const std::size_t indent = std::min(line.find_first_not_of(" >\t"), line.size());
        line.remove_prefix(indent);
        if (m_fence != 0) {
            const std::size_t run = std::min(line.find_first_not_of(m_fence), line.size());
            if (m_fence == '$' ? trimmed(line) == "$$" : run >= m_fence_size && trimmed(line.substr(run)).empty()) {
                if (m_fence == '$') {
                    copy(indent);
                    replace(2, "```");
                }
                m_fence = 0;
            }
        } else if (line.starts_with("```") || line.starts_with("~~~")) {
            m_fence = line[0];
            m_fence_size = std::min(line.find_first_not_of(m_fence), line.size());
        } else if (trimmed(line) == "$$" && closing_dollars()) {
            m_fence = '$';
            copy(indent);
            replace(2, "```math");
        }
    }

    bool closing_dollars() const
    {
        for (std::size_t at = m_line_end; at < m_source.size();) {
            const std::size_t end = std::min(m_source.find('\n', at + 1), m_source.size());
            std::string_view line = trimmed(m_source.substr(at + 1, end - at - 1));
            line.remove_prefix(std::min(line.find_first_not_of(" >\t"), line.size()));
            if (line == "$$")
                return true;
            if (line.starts_with("```"))
                return false;
            at = end;
        }
        return false;
    }

    std::string_view m_source;
    Prepared m_out;
    std::size_t m_at = 0, m_line_begin = 0, m_line_end = 0;
    std::size_t m_figure_end = 0;   ///< the next `}}`, found once for all the `{{` before it
    char m_fence = 0;
    std::size_t m_fence_size = 0;
};

}

std::size_t Prepared::source_offset(std::size_t offset) const
{
    const auto after = std::upper_bound(edits.begin(), edits.end(), offset, [](std::size_t o, const Edit& e) { return o < e.prepared; });
    if (after == edits.begin())
        return offset;
    const Edit& edit = *std::prev(after);
    const std::size_t into = offset - edit.prepared;
    return into < edit.prepared_size ? edit.source : edit.source + edit.source_size + (into - edit.prepared_size);
}

Prepared prepare(std::string_view source) { return Preparation(source).run(); }

std::string restored(std::string_view text, const Prepared& prepared, std::string_view source, bool pipes)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        if (const Construct* construct = prepared.construct(c.code))
            out += pipes && construct->text == "|" ? construct->text : source.substr(construct->begin, construct->end - construct->begin);
        else if (c.code != joiner)
            out += text.substr(i, c.size);
        i += c.size;
    }
    return out;
}

}
