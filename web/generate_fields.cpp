// The tables of the engine for JavaScript, so that it holds no id, unit, limit or default itself.
//
//     generate_fields          prints fields.js: everything below in one module, for tests and tools
//     generate_fields FOLDER   writes what pages load: common.js, <calculator>.js (a page loads its own only), converters.js
//                              and specs.js
//
//     calculators  {id, inputs, outputs, steps, warnings}, in the order of the WebAssembly boundary
//     a field      {id, kind, unit, group, initial?, initialId?, least?, most?, advanced?, acceptsMax?, choices?}
//     a step       {id, formula, symbols, unit, term}
//     specs        the parts of specs() in order: {record, members}, with the ids of enumerated members in `enums`
//     units, errors, languages, planReasons   ids by index;   wordUnits: indices whose word follows the number;   limits: array sizes
//
// An absent property has its usual value: unit "none", group "result", least 0, no upper limit.

#include "engine/calculators/calculator.h"
#include "engine/converters/converter.h"
#include "engine/planner/plan.h"
#include "engine/units/format.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace engine;

constexpr std::array<std::string_view, 10> kinds{"number",      "count",  "flag", "choice",       "model",
                                                 "accelerator", "format", "link", "accelerators", "prices"};
constexpr std::array<std::string_view, 7> groups{"model", "hardware", "load", "parallelism", "engine", "prices", "result"};

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; } // our ids have nothing to escape

std::string number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    std::array<char, 32> digits{};
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr}; // the shortest exact text
}

template<class Ids>
std::string list(const Ids& ids)
{
    std::string text;
    for (std::string_view id : ids)
        text += (text.empty() ? "" : ",") + quoted(id);
    return '[' + text + ']';
}

/// page: without what the server has drawn (groups, formulas, terms) and what the engine checks (kinds of numbers).
enum class Detail { all, page };

template<Detail detail>
std::string field(const Field& f)
{
    std::string text = "{id:" + quoted(f.id);
    const bool names_a_row =
        f.kind == Kind::model || f.kind == Kind::accelerator || f.kind == Kind::format || f.kind == Kind::link ||
        f.kind == Kind::accelerators || f.kind == Kind::prices;
    if (detail == Detail::all || names_a_row)
        text += ",kind:" + quoted(kinds[static_cast<std::size_t>(f.kind)]);
    if (f.unit != Unit::none)
        text += ",unit:" + quoted(unit_ids[static_cast<std::size_t>(f.unit)]);
    if (detail == Detail::all && f.group != Group::result)
        text += ",group:" + quoted(groups[static_cast<std::size_t>(f.group)]);
    if (is_present(f.initial))
        text += ",initial:" + number(f.initial);
    if (!f.initial_id.empty())
        text += ",initialId:" + quoted(f.initial_id);
    if (f.least != Field{}.least)
        text += ",least:" + number(f.least);
    if (f.most != Field{}.most)
        text += ",most:" + number(f.most);
    if (detail == Detail::all && f.advanced)
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

/// Pages have the formula, its symbols and its term among their words: they show them.
template<Detail detail>
std::string step(const StepInfo& s)
{
    std::string text = "{id:" + quoted(s.id);
    if (detail == Detail::all)
        text += ",formula:" + quoted(s.formula) + ",symbols:" + quoted(s.symbols) + ",term:" + quoted(s.term);
    return text + ",unit:" + quoted(unit_ids[static_cast<std::size_t>(s.unit)]) + '}';
}

template<Detail detail>
std::string calculator(const Calculator& c)
{
    return "{id:" + quoted(c.id) + ",\ninputs:" + rows(c.inputs, field<detail>) + ",\noutputs:" +
           rows(c.outputs, field<detail>) +
           ",\nsteps:" + rows(c.steps, step<detail>) + ",\nwarnings:" + list(c.warnings) + '}';
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

constexpr std::string_view head = "// Written by web/generate_fields.cpp from the engine's tables. Do not edit.\n";

std::string specs_and_enums()
{
    return "export const specs=[" + record("model", language_model_members) + ",\n" + record("gpu", accelerator_members) +
           ",\n" + record("weights", number_format_members) + ",\n" + record("kv_cache", number_format_members) + ",\n" +
           record("value_cache", number_format_members) + ",\n" + record("intra_fabric", link_members) + ",\n" +
           record("inter_fabric", link_members) + "];\nexport const enums={attention:" + list(attention_ids) +
           ",linear_attention:" + list(linear_attention_ids) + ",architecture:" + list(architecture_ids) +
           ",arithmetic:" + list(arithmetic_ids) + ",topology:" + list(topology_ids) + "};\n";
}

/// What belongs to no calculator.
std::string shared()
{
    std::string text = "export const units=" + list(unit_ids) + ";\nexport const errors=" + list(error_ids) +
                       ";\nexport const languages=" + list(language_ids) + ";\nexport const wordUnits=[";
    for (std::size_t i = 0, used = 0; i < unit_ids.size(); ++i)
        if (is_word_unit(static_cast<Unit>(i)))
            text += (used++ > 0 ? "," : "") + std::to_string(i);
    return text + "];\nexport const limits={fields:" + std::to_string(max_fields) + ",step:" +
           std::to_string(3 + max_values) + ",values:" + std::to_string(max_values) +
           ",candidates:" + std::to_string(most_plan_candidates) + ",formats:" + std::to_string(most_plan_formats) +
           "};\nexport const planReasons=" + list(plan_reason_ids) + ";\n";
}

/// Names and sizes only: the page passes rows on as it got them.
std::string common()
{
    std::string ids, sizes;
    for (const Calculator& c : calculators())
        ids += (ids.empty() ? "" : ",") + quoted(c.id);
    const auto size = [&](std::string_view id, std::size_t members) {
        sizes += (sizes.empty() ? "" : ",") + std::string(id) + ':' + std::to_string(members);
    };
    size("model", language_model_members.size());
    size("gpu", accelerator_members.size());
    for (std::string_view id : {"weights", "kv_cache", "value_cache"})
        size(id, number_format_members.size());
    for (std::string_view id : {"intra_fabric", "inter_fabric"})
        size(id, link_members.size());
    return "export const calculators=[" + ids + "];\nexport const specSizes={" + sizes + "};\n" + shared();
}

bool write(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream stream(file, std::ios::binary);
    stream << head << text;
    return stream.good();
}

}

int main(int count, char** arguments)
{
    if (count == 1) {
        const std::string text = std::string(head) + "export const calculators=" + rows(calculators(), calculator<Detail::all>) + ";\n" +
                                 specs_and_enums() + shared();
        std::fwrite(text.data(), 1, text.size(), stdout);
        return 0;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    bool written = write(folder / "common.js", common()) && write(folder / "specs.js", specs_and_enums());
    for (const Calculator& c : calculators())
        written = written && write(folder / (std::string(c.id) + ".js"), "export default " + calculator<Detail::page>(c) + ";\n");
    std::string small;
    for (const Calculator* c : converters())
        small += (small.empty() ? "\n" : ",\n") + calculator<Detail::page>(*c);
    written = written && write(folder / "converters.js", "export const converters=[" + small + "];\n");
    return written ? 0 : 1;
}
