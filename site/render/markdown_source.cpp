#include "site/render/markdown_source.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site::markdown {

static std::vector<std::size_t> line_starts(std::string_view text)
{
    std::vector<std::size_t> starts{0};
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        starts.push_back(at + 1);
    return starts;
}

Source::Source(std::string_view source, const Prepared& prepared, int first_line)
    : m_source(source), m_prepared(prepared), m_first_line(first_line), m_lines(line_starts(source)),
      m_prepared_lines(line_starts(prepared.text))
{
}

Position Source::position(std::size_t offset)
{
    offset = std::min(offset, m_source.size());
    const auto line = static_cast<std::size_t>(std::upper_bound(m_lines.begin(), m_lines.end(), offset) - m_lines.begin()) - 1;
    if (line != m_last_line || offset < m_last_offset) {
        m_last_line = line;
        m_last_offset = m_lines[line];
        m_last_column = 0;
    }
    m_last_column += static_cast<int>(character_count(m_source.substr(m_last_offset, offset - m_last_offset)));
    m_last_offset = offset;
    return {static_cast<int>(line) + m_first_line, m_last_column + 1};
}

std::size_t Source::prepared_line(int line) const
{
    const auto index = static_cast<std::size_t>(std::clamp(line, 1, static_cast<int>(m_prepared_lines.size()))) - 1;
    return m_prepared_lines[index];
}

std::size_t Source::prepared_offset(int line, int column, std::string_view literal, std::size_t into) const
{
    if (m_copy.literal == literal.data())
        return m_copy.at + into;
    const std::string_view text = m_prepared.text;
    const std::size_t begin = prepared_line(line);
    const auto next_line = std::upper_bound(m_prepared_lines.begin(), m_prepared_lines.end(), begin);
    const std::size_t line_end = next_line == m_prepared_lines.end() ? text.size() : *next_line - 1;
    std::size_t at = std::min(begin + static_cast<std::size_t>(std::max(column, 1) - 1), line_end);
    if (m_walk.literal != literal.data()) {
        // Where it is claimed to stand; else, since the column lacks the prefix of a quote or list item, to the right.
        std::size_t found = text.substr(at, literal.size()) == literal ? at : text.substr(0, line_end).find(literal, at);
        if (found == std::string_view::npos)
            found = text.substr(0, line_end).find(literal, begin);
        if (found != std::string_view::npos) {
            m_copy = {literal.data(), found};
            return found + into;
        }
    }
    // Escapes and entities: read both side by side, from where the first character stands.
    std::size_t i = 0;
    if (m_walk.literal == literal.data() && m_walk.into <= into) {
        i = m_walk.into;
        at = m_walk.at;
    }
    while (i < into && at < text.size()) {
        if (text[at] == literal[i]) {
            ++at;
            ++i;
        } else if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '&') {
            const std::size_t end = text.find(';', at);
            at = end == std::string_view::npos ? at + 1 : end + 1;
            i += character_at(literal, i).size;
        } else {
            ++at;
        }
    }
    m_walk = {literal.data(), into, at};
    if (at < text.size() && text[at] == '\\' && into < literal.size() && literal[into] != '\\')
        ++at;
    return std::min(at, text.size());
}

}
