#pragma once
// Tables as GitHub's Markdown writes them.

#include "site/render/twin/html_tree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct TextTable {
    std::vector<std::string> head;
    std::vector<bool> right;             ///< columns of numbers
    std::vector<std::vector<std::string>> rows;
};

/// Empty text without rows.
std::string table_text(const TextTable&);

/// A `<table>`: of several head rows each column's words in one, a caption before it.
std::string table_text(const HtmlTree&, const HtmlNode& table, std::string_view url);

}
