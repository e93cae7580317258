// The lower half of a calculator's page: every output with its derivation, and the words that the element needs.

#include "site/render/calculator/answer.h"

#include "engine/calculators/derivation.h"
#include "engine/units/format.h"
#include "site/render/calculator/form.h"
#include "site/render/calculator/layout.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

using engine::Field;
using engine::Unit;

/// Of web/js/scenarios.js and own.js.
constexpr std::array<std::string_view, 15> page_words{
    "scenario.now",     "scenario.name",    "scenario.load",   "scenario.load_label", "scenario.drop", "scenario.drop_label",
    "scenario.kept",    "scenario.dropped", "scenario.loaded", "scenario.full",       "scenario.verdict",
    "calculator.automatic", "own.price",    "own.prices",      "own.forget"};

/// Shown in the verdict itself, where there is one.
constexpr std::string_view verdict_output = "fits";

std::string step_html(const Website& website, const Edition& edition, const engine::Calculator& calculator,
                      const engine::Step& step)
{
    const engine::StepInfo& info = calculator.steps[static_cast<std::size_t>(step.info)];
    const Page* term = info.term.empty() ? nullptr : website.library.find_or_default(edition.language, info.term);
    const auto number = [&](double value) { return shown(value, Unit::none, edition, 6); };
    const std::string values = substituted(info, step, number);
    return edition.templates.render("items/step", {{"id", std::string(info.id)},
                                                   {"text", escaped(edition("step." + std::string(info.id)))},
                                                   {"term_url", term ? escaped(term->url) : ""},
                                                   {"term", term ? escaped(term->title) : ""},
                                                   {"formula", escaped(info.formula)},
                                                   {"values", escaped(values)},
                                                   {"result", escaped(shown(step.result, info.unit, edition))}});
}

std::string output_details(const Website& website, const Edition& edition, const Scenario& scenario,
                           const Outcome& outcome, std::size_t index)
{
    const engine::Calculator& calculator = *scenario.calculator;
    const Field& field = calculator.outputs[index];
    std::string steps;
    for (const int step : steps_of(calculator, outcome.derivation, outcome.answer, static_cast<int>(index)))
        steps += step_html(website, edition, calculator, outcome.derivation.steps[static_cast<std::size_t>(step)]);
    const auto parts = find_layout(calculator.id)->parts;
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const LayoutPart& p) { return p.field == field.id; });
    return edition.templates.render(
        "items/output", {{"field", std::string(field.id)},
                         {"part", part == parts.end() ? "" : std::string(part->id)},
                         {"label", escaped(field_label(edition, field.id))},
                         {"value", escaped(output_text(edition, scenario, outcome, field.id))},
                         {"measured", has_range(website, scenario, field.id) ? "true" : ""},
                         {"range", escaped(range_text(website, edition, scenario, outcome, field.id))},
                         {"help", escaped(edition("field." + std::string(field.id) + ".help"))},
                         {"steps", std::move(steps)}});
}

}

std::string derivations_html(const Website& website, const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    const auto& outputs = scenario.calculator->outputs;
    const CalculatorLayout& layout = *find_layout(scenario.calculator->id);
    std::string groups, html;
    std::size_t group = 0;
    const auto close = [&] {
        groups += edition.templates.render("items/output_group", {{"title", escaped(edition(layout.groups[group].title))},
                                                                  {"outputs", std::move(html)}});
        html.clear();
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (group + 1 < layout.groups.size() && outputs[i].id == layout.groups[group + 1].first) {
            close();
            ++group;
        }
        if (layout.parts.empty() || outputs[i].id != verdict_output)
            html += output_details(website, edition, scenario, outcome, i);
    }
    close();
    const bool measured = website.accuracy && website.accuracy->covers(scenario.calculator->id);
    return edition.templates.render(
        "details", {{"groups", std::move(groups)},
                    {"accuracy_url", measured ? edition.url("accuracy/#" + std::string(scenario.calculator->id)) : ""},
                    {"template", edition.templates.render("items/step", {{"id", ""}, {"text", ""}, {"term_url", "#"},
                                                                         {"term", " "}, {"formula", " "}, {"values", " "},
                                                                         {"result", " "}})}});
}

std::string strings_json(const Website& website, const Edition& edition, const engine::Calculator& calculator, AnswerSize size)
{
    std::string json;
    const auto add = [&](const std::string& key, std::string_view text) {
        json.append(json.empty() ? "{" : ",").append(json_string(key)).append(":").append(json_string(text));
    };
    for (const std::string_view warning : calculator.warnings)
        add("warning." + std::string(warning), edition("warning." + std::string(warning)));
    for (const std::string_view error : engine::error_ids)
        if (error != "none")
            add("error." + std::string(error), edition("error." + std::string(error)));
    for (const std::string_view error : {"unknown_id", "not_a_number", "unknown_unit", "max_not_allowed"})
        add("error." + std::string(error), edition("error." + std::string(error)));
    for (const Field& output : calculator.outputs) {
        const std::string key = "value." + std::string(output.id) + ".";
        for (const std::string_view choice : output.choices)
            add(key + std::string(choice), edition(key + std::string(choice)));
        if (output.kind == engine::Kind::flag && edition.words->has(key + "true"))
            for (const std::string_view flag : {"true", "false"})
                add(key + std::string(flag), edition(key + std::string(flag)));
    }
    for (std::size_t unit = 0; unit < engine::unit_ids.size(); ++unit)
        if (engine::is_word_unit(static_cast<Unit>(unit)))
            add("unit." + std::string(engine::unit_ids[unit]), edition("unit." + std::string(engine::unit_ids[unit])));
    if (size == AnswerSize::full)
        for (const engine::StepInfo& step : calculator.steps) {
            add("step." + std::string(step.id), edition("step." + std::string(step.id)));
            add("formula." + std::string(step.id), step.formula);
            add("symbols." + std::string(step.id), step.symbols);
            add("term_of." + std::string(step.id), step.term);
            const Page* term = step.term.empty() ? nullptr : website.library.find_or_default(edition.language, step.term);
            if (term && json.find("\"term." + std::string(step.term) + "\"") == std::string::npos) {
                add("term." + std::string(step.term), term->title);
                add("term_url." + std::string(step.term), term->url);
            }
        }
    if (const CalculatorLayout& layout = *find_layout(calculator.id); !layout.parts.empty())
        add("bar.text", edition(bar_words(layout)));
    for (const std::string_view key : {"suggestion.set", "suggestion.set_both", "range.extrapolated", "chart.point", "chart.text", "tools.copied", "tools.by_hand", "tools.vllm_model", "calculator.unknown_field", "calculator.custom_model"})
        add(std::string(key), edition(key));
    if (size == AnswerSize::full)
        for (const std::string_view key : page_words)
            add(std::string(key), edition(key));
    return json + "}";
}

}
