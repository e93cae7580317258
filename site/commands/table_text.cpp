#include "site/commands/table_text.h"

#include "site/diagnostics/characters.h"

#include <algorithm>

namespace site {

std::string TableText::text() const
{
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], display_width(row[c]));
    std::string out;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string gap(widths[c] - display_width(row[c]), ' ');
            line += (c == 0 ? "" : "  ") + (m_columns[c] == Align::right ? gap + row[c] : row[c] + gap);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

}
