#pragma once
// What stands in an element, as blocks of Markdown: headings, paragraphs, lists, tables, code, pictures as their text, forms
// as tables of their fields.

#include "site/render/twin/html_tree.h"

#include <string>
#include <string_view>

namespace site {

struct BlockWords {
    std::string_view url;                ///< of the page
    std::string_view quantity, value;    ///< heads of the tables of inputs and outputs
};

/// Blocks with an empty line between two, and a line break at the end.
std::string blocks_text(const HtmlTree&, const HtmlNode& of, const BlockWords&);

}
