#include "site/render/twin/form_table.h"

#include "site/render/twin/inline_text.h"
#include "site/render/twin/table_text.h"

namespace site {

namespace {

constexpr InlineOptions in_cell{.url = {}, .in_table = true};

TextTable pairs(std::string_view quantity, std::string_view value) { return {.head = {std::string(quantity), std::string(value)}, .right = {false, true}, .rows = {}}; }

std::string chosen(const HtmlTree& tree, const HtmlNode& select)
{
    const HtmlNode* first = nullptr;
    for (const HtmlNode* option : tree.all(select, "option")) {
        first = first ? first : option;
        if (has_attribute(*option, "selected"))
            return inline_text(tree, *option, in_cell);
    }
    return first ? inline_text(tree, *first, in_cell) : std::string();
}

/// What the control of a field is set to; of a list the words that sum it up.
std::string setting(const HtmlTree& tree, const HtmlNode& field)
{
    if (const HtmlNode* list = tree.find(field, "details", "list"))
        if (const HtmlNode* summary = tree.find(*list, "summary"))
            return inline_text(tree, *summary, in_cell);
    if (const HtmlNode* select = tree.find(field, "select"))
        return chosen(tree, *select);
    if (const HtmlNode* input = tree.find(field, "input")) {
        if (attribute(*input, "type") == "checkbox")
            return has_attribute(*input, "checked") ? "✓" : "–";
        const std::string value = attribute(*input, "value");
        return value.empty() ? attribute(*input, "placeholder") : value;
    }
    return {};
}

std::string name_of(const HtmlTree& tree, const HtmlNode& field)
{
    for (const std::string_view tag : {"select", "input"})
        if (const HtmlNode* control = tree.find(field, tag))
            return attribute(*control, "name");
    return {};
}

}

std::string fields_table(const HtmlTree& tree, const HtmlNode& form, std::string_view quantity, std::string_view value)
{
    TextTable table = pairs(quantity, value);
    std::vector<const HtmlNode*> fields = tree.all(form, "div", "field");
    if (const HtmlNode* converter = tree.find(form, "div", "converter-fields"))
        for (const HtmlNode* child = tree.first(*converter); child; child = tree.next(*child))
            if (!child->is_text())
                fields.push_back(child);
    for (const HtmlNode* field : fields) {
        const HtmlNode* label = tree.find(*field, "p", "label");
        if (!label)
            label = tree.find(*field, "label");
        const std::string name = name_of(tree, *field);
        if (!label || name.empty())
            continue;
        table.rows.push_back({inline_text(tree, *label, in_cell) + " (`" + name + "`)", setting(tree, *field)});
    }
    return table_text(table);
}

std::string outputs_table(const HtmlTree& tree, std::span<const HtmlNode* const> outputs, std::string_view quantity, std::string_view value)
{
    TextTable table = pairs(quantity, value);
    for (const HtmlNode* output : outputs) {
        const HtmlNode* summary = tree.find(*output, "summary");
        if (!summary)
            continue;
        const HtmlNode* name = tree.find(*summary, "span", "name");
        const HtmlNode* shown = tree.find(*summary, "output");
        const HtmlNode* range = tree.find(*summary, "span", "range");
        const std::string spread = range ? inline_text(tree, *range, in_cell) : std::string();
        if (name && shown)
            table.rows.push_back({inline_text(tree, *name, in_cell) + " (`" + attribute(*output, "data-steps") + "`)",
                                  inline_text(tree, *shown, in_cell) + (spread.empty() ? "" : " (" + spread + ")")});
    }
    return table_text(table);
}

std::string results_table(const HtmlTree& tree, const HtmlNode& list, std::string_view quantity, std::string_view value)
{
    TextTable table = pairs(quantity, value);
    const std::vector<const HtmlNode*> names = tree.all(list, "dt"), values = tree.all(list, "dd");
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
        table.rows.push_back({inline_text(tree, *names[i], in_cell), inline_text(tree, *values[i], in_cell)});
    return table_text(table);
}

}
