#include "site/render/twin/table_text.h"

#include "site/render/twin/inline_text.h"

#include <algorithm>
#include <charconv>

namespace site {

namespace {

std::size_t width_of(const HtmlNode& cell)
{
    const std::string text = attribute(cell, "colspan");
    std::size_t width = 1;
    std::from_chars(text.data(), text.data() + text.size(), width);
    return std::clamp<std::size_t>(width, 1, 100);
}

bool is_cell(const HtmlNode& node) { return node.tag == "td" || node.tag == "th"; }

void append_row(std::string& text, const std::vector<std::string>& cells, std::size_t columns)
{
    text += "|";
    for (std::size_t i = 0; i < columns; ++i)
        text.append(" ").append(i < cells.size() ? cells[i] : "").append(i < cells.size() && !cells[i].empty() ? " |" : "|");
    text += "\n";
}

}

std::string table_text(const TextTable& table)
{
    if (table.rows.empty())
        return {};
    std::size_t columns = table.head.size();
    for (const std::vector<std::string>& row : table.rows)
        columns = std::max(columns, row.size());
    std::string text;
    append_row(text, table.head, columns);
    text += "|";
    for (std::size_t i = 0; i < columns; ++i)
        text += i < table.right.size() && table.right[i] ? " ---: |" : " --- |";
    text += "\n";
    for (const std::vector<std::string>& row : table.rows)
        append_row(text, row, columns);
    return text;
}

std::string table_text(const HtmlTree& tree, const HtmlNode& node, std::string_view url)
{
    const InlineOptions options{.url = url, .in_table = true};
    TextTable table;
    const HtmlNode* head = tree.find(node, "thead");
    const std::vector<const HtmlNode*> heads = head ? tree.all(*head, "tr") : std::vector<const HtmlNode*>();
    for (const HtmlNode* row : heads) {
        std::size_t column = 0;
        for (const HtmlNode* cell = tree.first(*row); cell; cell = tree.next(*cell)) {
            if (!is_cell(*cell))
                continue;
            const std::string words = inline_text(tree, *cell, options);
            for (std::size_t i = 0, width = width_of(*cell); i < width; ++i, ++column) {
                if (column == table.head.size()) {
                    table.head.emplace_back();
                    table.right.push_back(false);
                }
                std::string& all = table.head[column];
                all.append(all.empty() || words.empty() ? "" : " ").append(words);
                table.right[column] = table.right[column] || has_class(*cell, "num");
            }
        }
    }
    for (const HtmlNode* row : tree.all(node, "tr")) {
        if (std::find(heads.begin(), heads.end(), row) != heads.end())
            continue;
        std::vector<std::string> cells;
        for (const HtmlNode* cell = tree.first(*row); cell; cell = tree.next(*cell))
            if (is_cell(*cell)) {
                cells.push_back(inline_text(tree, *cell, options));
                cells.resize(cells.size() + width_of(*cell) - 1);
            }
        table.rows.push_back(std::move(cells));
    }
    const HtmlNode* caption = tree.find(node, "caption");
    const std::string title = caption ? inline_text(tree, *caption, {.url = url}) : std::string();
    const std::string text = table_text(table);
    return title.empty() || text.empty() ? text : "**" + title + "**\n\n" + text;
}

}
