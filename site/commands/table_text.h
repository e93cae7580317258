#pragma once
// Columns of text for a terminal, aligned by cells: a Han character takes two.

#include <string>
#include <vector>

namespace site {

enum class Align { left, right };

class TableText {
public:
    explicit TableText(std::vector<Align> columns) : m_columns(std::move(columns)) {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    /// Lines ending in a newline, no spaces at their ends.
    std::string text() const;

private:
    std::vector<Align> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

}
