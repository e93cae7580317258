#pragma once
// A calculator's form and answer as tables: each field with what it is set to, each output with its value and range.

#include "site/render/twin/html_tree.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

/// Label, `id` and default of each field of a form.
std::string fields_table(const HtmlTree&, const HtmlNode& form, std::string_view quantity, std::string_view value);
/// Of `<details class="output">`: name and value.
std::string outputs_table(const HtmlTree&, std::span<const HtmlNode* const>, std::string_view quantity, std::string_view value);
/// Of a `<dl>`: a row a term.
std::string results_table(const HtmlTree&, const HtmlNode& list, std::string_view quantity, std::string_view value);

}
