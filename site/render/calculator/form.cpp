#include "site/render/calculator/form.h"

#include "engine/import/imported_model.h"
#include "site/render/calculator/list_field.h"
#include "site/render/calculator/slider.h"
#include "site/render/html.h"

#include <algorithm>
#include <array>
#include <map>

namespace site {

namespace {

using engine::Field;
using engine::Kind;

constexpr std::array<std::string_view, 7> group_ids{"model", "hardware", "load", "parallelism", "engine", "prices", "result"};

std::string option(std::string_view value, std::string_view text, std::string_view chosen)
{
    return "<option value=\"" + escaped(value) + "\"" + (value == chosen ? " selected" : "") + ">" + escaped(text) + "</option>";
}

/// Groups of options in the order in which they were first added.
class OptionGroups {
public:
    void add(const std::string& group, std::string option)
    {
        const auto found = std::find_if(m_groups.begin(), m_groups.end(), [&](const auto& g) { return g.first == group; });
        if (found == m_groups.end())
            m_groups.emplace_back(group, std::move(option));
        else
            found->second += option;
    }
    std::string html() const
    {
        std::string result;
        for (const auto& [name, options] : m_groups)
            result.append("<optgroup label=\"").append(escaped(name)).append("\">").append(options).append("</optgroup>");
        return result;
    }

private:
    std::vector<std::pair<std::string, std::string>> m_groups;
};

std::string model_options(const Website& website, const Edition& edition, std::string_view chosen)
{
    std::map<std::string, std::vector<const ModelRow*>> families;
    for (const ModelRow& row : website.catalog->models.rows())
        families[edition.order.sort_key(row.family)].push_back(&row);
    OptionGroups groups;
    for (auto& [key, rows] : families) {
        std::stable_sort(rows.begin(), rows.end(), [](const ModelRow* a, const ModelRow* b) {
            return a->number("published_parameters") < b->number("published_parameters");
        });
        for (const ModelRow* row : rows)
            groups.add(row->family, option(row->id, row->name, chosen));
    }
    return groups.html();
}

std::string accelerator_options(const Website& website, std::string_view chosen)
{
    std::vector<const AcceleratorRow*> rows;
    std::map<std::string, std::size_t> vendor_size;
    for (const AcceleratorRow& row : website.catalog->accelerators.rows()) {
        rows.push_back(&row);
        ++vendor_size[row.vendor];
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const AcceleratorRow* a, const AcceleratorRow* b) {
        return std::tuple(vendor_size[b->vendor], a->vendor) < std::tuple(vendor_size[a->vendor], b->vendor);
    });
    OptionGroups groups;
    for (const AcceleratorRow* row : rows)
        groups.add(row->vendor, option(row->id, row->name, chosen));
    return groups.html();
}

/// What an inference engine can keep its cache in; the other formats are for weights.
bool is_cache_format(std::string_view id)
{
    constexpr std::array<std::string_view, 10> formats{"bf16",      "fp16",      "fp8",       "int8",      "nvfp4",
                                                       "gguf-q8_0", "gguf-q5_1", "gguf-q5_0", "gguf-q4_1", "gguf-q4_0"};
    return std::find(formats.begin(), formats.end(), id) != formats.end();
}

/// The catalog's names are English; the usual formats have words in each language.
std::string_view format_name(const Edition& edition, const FormatRow& row)
{
    const std::string key = "format." + row.id;
    return edition.words->has(key) ? edition(key) : std::string_view(row.name);
}

std::string format_options(const Website& website, const Edition& edition, bool cache, std::string_view chosen)
{
    std::vector<const FormatRow*> rows;
    for (const FormatRow& row : website.catalog->formats.rows())
        if (!cache || is_cache_format(row.id))
            rows.push_back(&row);
    const auto group = [](const FormatRow& row) {
        return row.kind == "gguf" ? 3 : row.kind == "exl2" ? 4 : row.spec.bits_per_weight >= 15 ? 0 : row.spec.bits_per_weight > 6 ? 1 : 2;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const FormatRow* a, const FormatRow* b) {
        return std::tuple(group(*a), -a->spec.bits_per_weight) < std::tuple(group(*b), -b->spec.bits_per_weight);
    });
    constexpr std::array<std::string_view, 5> names{"format.group.16", "format.group.8", "format.group.4",
                                                    "format.group.gguf", "format.group.exl2"};
    OptionGroups groups;
    for (const FormatRow* row : rows)
        groups.add(std::string(edition(names[static_cast<std::size_t>(group(*row))])), option(row->id, format_name(edition, *row), chosen));
    return groups.html();
}

/// Inside a server or between servers, as the field says.
std::string link_options(const Website& website, const Edition& edition, std::string_view field, std::string_view chosen)
{
    const std::string scope = field.starts_with("inter") ? "inter" : "intra";
    OptionGroups groups;
    for (const LinkRow& row : website.catalog->links.rows())
        if (row.scope == scope)
            groups.add(std::string(edition("link.group." + scope)), option(row.id, row.name, chosen));
    return groups.html();
}

std::string choice_options(const Edition& edition, const Field& field, std::string_view chosen)
{
    std::string html;
    for (const std::string_view choice : field.choices) {
        const std::string key = "value." + std::string(field.id) + "." + std::string(choice);
        html += option(choice, edition.words->has(key) ? edition(key) : choice, chosen);
    }
    return html;
}

/// The options of a <select>, or nothing for what people type.
std::string options(const Website& website, const Edition& edition, const Field& field, std::string_view chosen)
{
    switch (field.kind) {
    case Kind::model: return model_options(website, edition, chosen);
    case Kind::accelerator: return accelerator_options(website, chosen);
    case Kind::format: return format_options(website, edition, field.id != "weights", chosen);
    case Kind::link: return link_options(website, edition, field.id, chosen);
    case Kind::choice: return choice_options(edition, field, chosen);
    case Kind::flag: return option("0", edition("flag.0"), chosen) + option("1", edition("flag.1"), chosen);
    default: return {};
    }
}

bool is_required_id(const Field& field) { return !field.initial_id.empty(); }

/// A value as the form holds it: flags are 0 and 1.
std::string form_value(const Scenario& scenario, std::size_t index)
{
    std::string text = value_text(scenario, static_cast<int>(index));
    if (scenario.calculator->inputs[index].kind == Kind::flag && !text.empty())
        text = text == "true" ? "1" : "0";
    return text;
}

/// What a number field that holds nothing means.
std::string_view empty_words(const Edition& edition, const Field& field)
{
    const std::string key = "field." + std::string(field.id) + ".empty";
    return edition(edition.words->has(key) ? std::string_view(key) : "calculator.automatic");
}

std::string control(const Website& website, const Edition& edition, const Scenario& scenario, std::size_t index,
                    const std::string& id, bool has_help)
{
    const Field& field = scenario.calculator->inputs[index];
    const std::string value = form_value(scenario, index);
    const Scenario defaults = make_scenario(*scenario.calculator, *website.catalog, {});
    const std::string initial = form_value(defaults, index);
    std::string attributes = " id=\"" + id + "\" name=\"" + std::string(field.id) + "\" data-default=\"" + escaped(initial) + "\"";
    if (is_list(field))
        return list_control(website, edition, field, value, attributes);
    attributes += " aria-describedby=\"" + (has_help ? id + "-help " : "") + id + "-error\"";
    std::string list = options(website, edition, field, value);
    if (!list.empty()) {
        const bool optional = !is_required_id(field) && !engine::is_present(field.initial);
        if (optional)
            list = option("", edition("calculator.automatic"), value) + list;
        return "<select" + attributes + ">" + list + "</select>";
    }
    if (value.empty() || !engine::is_present(field.initial))
        attributes += " placeholder=\"" + escaped(empty_words(edition, field)) + "\"";
    // Numbers are texts with a numeric keyboard: `max`, `8k` and `80GB` are values too, and no wheel changes them.
    return "<input type=\"text\" inputmode=\"" + std::string(field.accepts_max || field.unit == engine::Unit::bytes ? "text" : "decimal") +
           "\" autocomplete=\"off\" spellcheck=\"false\"" + attributes + " value=\"" + escaped(value) + "\">";
}

/// What stands beside the control: the small form is for typing.
std::string slider(const Edition& edition, const Scenario& scenario, std::size_t index, const std::string& id)
{
    const Field& field = scenario.calculator->inputs[index];
    const std::string_view stops = slider_stops(scenario.calculator->id, field.id);
    return stops.empty() ? std::string() : slider_html(edition, field, stops, id, scenario.inputs[index], empty_words(edition, field));
}

/// The control that takes a model's own file (web/js/model_file.js); without JavaScript it is not shown.
std::string model_file_html(const Edition& edition, const std::string& id)
{
    std::string words = "{\"unknown_weights\":" + json_string(edition("error.import_unknown_weights"));
    for (const std::string_view error : engine::import_error_ids)
        if (error != "none")
            words.append(",").append(json_string(error)).append(":").append(json_string(edition("error.import_" + std::string(error))));
    return edition.templates.render("items/model_file", {{"id", id},
                                                         {"label", escaped(edition("calculator.model_file"))},
                                                         {"help", escaped(edition("calculator.model_file_help"))},
                                                         {"words", escaped(words + "}")}});
}

std::string field_html(const Website& website, const Edition& edition, const Scenario& scenario, std::size_t index,
                       std::string_view prefix, bool with_help)
{
    const Field& field = scenario.calculator->inputs[index];
    const std::string id = std::string(prefix) + std::string(field.id);
    const std::string help_key = "field." + std::string(field.id) + ".help";
    const std::string help = with_help ? std::string(edition(help_key)) : std::string();
    const std::string unit_key = "unit." + std::string(engine::unit_ids[static_cast<std::size_t>(field.unit)]);
    // Where the label does not already say what is counted.
    const bool unit = field.unit == engine::Unit::tokens || field.unit == engine::Unit::bytes;
    std::string html = edition.templates.render(
        "items/field", {{"field", std::string(field.id)},
                        {"id", id},
                        {"label", escaped(field_label(edition, field.id))},
                        {"list", is_list(field) ? "true" : ""},
                        {"unit", unit ? escaped(edition(unit_key)) : ""},
                        {"control", control(website, edition, scenario, index, id, !help.empty())},
                        {"slider", with_help ? slider(edition, scenario, index, id) : std::string()},
                        {"help", escaped(help)}});
    if (field.kind == engine::Kind::model && with_help)
        html += model_file_html(edition, id + "-file");
    return html;
}

}

std::string_view field_label(const Edition& edition, std::string_view field)
{
    return edition("field." + std::string(field) + ".label");
}

std::string input_text(const Website& website, const Edition& edition, const Scenario& scenario, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->inputs, field);
    if (index < 0)
        return {};
    const Field& entry = scenario.calculator->inputs[static_cast<std::size_t>(index)];
    const std::string value = value_text(scenario, index);
    if (const Row* row = website.catalog->find(value); row && entry.kind != Kind::choice)
        return row->name;
    const std::string key = "value." + std::string(field) + "." + value;
    return edition.words->has(key) ? std::string(edition(key)) : value;
}

std::string form_html(const Website& website, const Edition& edition, const Scenario& scenario)
{
    const auto& inputs = scenario.calculator->inputs;
    std::string html;
    for (std::size_t g = 0; g < group_ids.size(); ++g) {
        std::string fields, advanced;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (static_cast<std::size_t>(inputs[i].group) == g)
                (inputs[i].advanced ? advanced : fields) += field_html(website, edition, scenario, i, "", true);
        if (!fields.empty() || !advanced.empty())
            html += edition.templates.render("items/group", {{"id", std::string(group_ids[g])},
                                                             {"title", escaped(edition("group." + std::string(group_ids[g])))},
                                                             {"fields", std::move(fields)},
                                                             {"advanced", std::move(advanced)}});
    }
    return html;
}

std::string small_form_html(const Website& website, const Edition& edition, const Scenario& scenario,
                            std::span<const std::string_view> fields)
{
    std::string html;
    for (const std::string_view field : fields)
        if (const int index = engine::field_index(scenario.calculator->inputs, field); index >= 0)
            html += field_html(website, edition, scenario, static_cast<std::size_t>(index), "home-", false);
    return html;
}

}
