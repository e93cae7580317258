// Prints fields.js: every table of the engine that JavaScript needs, so that it holds no id, unit, limit or default itself.
//
//     calculators  {id, inputs, outputs, steps, warnings}, in the order of the WebAssembly boundary
//     a field      {id, kind, unit, group, initial?, initialId?, least?, most?, advanced?, acceptsMax?, choices?}
//     a step       {id, formula, symbols, unit, term}
//     specs        the parts of specs() in order: {record, members}, with the ids of enumerated members in `enums`
//     units, errors, languages   ids by index;   wordUnits: indices whose word follows the number;   limits: array sizes
//
// An absent property has its usual value: unit "none", group "result", least 0, no upper limit.

#include "engine/calculators/calculator.h"
#include "engine/units/format.h"

#include <cstdio>
#include <string>

namespace {

using namespace engine;

constexpr std::array<std::string_view, 8> kinds{"number", "count", "flag", "choice", "model", "accelerator", "format", "link"};
constexpr std::array<std::string_view, 7> groups{"model", "hardware", "load", "parallelism", "engine", "prices", "result"};

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; } // our ids have nothing to escape

std::string number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g", value);
    return digits.data();
}

template<class Ids>
std::string list(const Ids& ids)
{
    std::string text;
    for (std::string_view id : ids)
        text += (text.empty() ? "" : ",") + quoted(id);
    return '[' + text + ']';
}

std::string field(const Field& f)
{
    std::string text = "{id:" + quoted(f.id) + ",kind:" + quoted(kinds[static_cast<std::size_t>(f.kind)]);
    if (f.unit != Unit::none)
        text += ",unit:" + quoted(unit_ids[static_cast<std::size_t>(f.unit)]);
    if (f.group != Group::result)
        text += ",group:" + quoted(groups[static_cast<std::size_t>(f.group)]);
    if (is_present(f.initial))
        text += ",initial:" + number(f.initial);
    if (!f.initial_id.empty())
        text += ",initialId:" + quoted(f.initial_id);
    if (f.least != Field{}.least)
        text += ",least:" + number(f.least);
    if (f.most != Field{}.most)
        text += ",most:" + number(f.most);
    if (f.advanced)
        text += ",advanced:true";
    if (f.accepts_max)
        text += ",acceptsMax:true";
    if (!f.choices.empty())
        text += ",choices:" + list(f.choices);
    return text + '}';
}

template<class Items, class Write>
std::string rows(const Items& items, Write write)
{
    std::string text;
    for (const auto& item : items)
        text += (text.empty() ? "\n" : ",\n") + write(item);
    return '[' + text + ']';
}

std::string step(const StepInfo& s)
{
    return "{id:" + quoted(s.id) + ",formula:" + quoted(s.formula) + ",symbols:" + quoted(s.symbols) +
           ",unit:" + quoted(unit_ids[static_cast<std::size_t>(s.unit)]) + ",term:" + quoted(s.term) + '}';
}

std::string calculator(const Calculator& c)
{
    return "{id:" + quoted(c.id) + ",\ninputs:" + rows(c.inputs, field) + ",\noutputs:" + rows(c.outputs, field) +
           ",\nsteps:" + rows(c.steps, step) + ",\nwarnings:" + list(c.warnings) + '}';
}

template<class Members>
std::string record(std::string_view id, const Members& members)
{
    std::array<std::string_view, 64> ids{};
    std::size_t used = 0;
    for (const auto& m : members)
        ids[used++] = m.id;
    return "{record:" + quoted(id) + ",members:" + list(std::span(ids).first(used)) + '}';
}

}

int main()
{
    std::string text = "// Written by web/generate_fields.cpp from the engine's tables. Do not edit.\n";
    text += "export const calculators=" + rows(calculators(), calculator) + ";\n";
    text += "export const specs=[" + record("model", language_model_members) + ",\n" + record("gpu", accelerator_members) +
            ",\n" + record("weights", number_format_members) + ",\n" + record("kv_cache", number_format_members) + ",\n" +
            record("value_cache", number_format_members) + ",\n" + record("intra_fabric", link_members) + ",\n" +
            record("inter_fabric", link_members) + "];\n";
    text += "export const enums={attention:" + list(attention_ids) + ",linear_attention:" + list(linear_attention_ids) +
            ",architecture:" + list(architecture_ids) + ",arithmetic:" + list(arithmetic_ids) +
            ",topology:" + list(topology_ids) + "};\n";
    text += "export const units=" + list(unit_ids) + ";\nexport const errors=" + list(error_ids) +
            ";\nexport const languages=" + list(language_ids) + ";\nexport const wordUnits=[";
    for (std::size_t i = 0, used = 0; i < unit_ids.size(); ++i)
        if (is_word_unit(static_cast<Unit>(i)))
            text += (used++ > 0 ? "," : "") + std::to_string(i);
    text += "];\nexport const limits={fields:" + std::to_string(max_fields) + ",step:" + std::to_string(3 + max_values) +
            ",values:" + std::to_string(max_values) + "};\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
}
