#include "site/render/calculator/answer.h"

#include "engine/units/format.h"
#include "site/render/calculator/derivation.h"
#include "site/render/calculator/form.h"
#include "site/render/calculator/memory_bar.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"
#include "site/render/warning_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace site {

namespace {

using engine::Field;
using engine::Unit;

struct Part {
    std::string_view id, field;
};
constexpr std::array<Part, 4> parts{{{"weights", "weights_bytes"},
                                     {"kv", "kv_cache_bytes"},
                                     {"activations", "activation_bytes"},
                                     {"runtime", "runtime_bytes"}}};

constexpr std::array<std::string_view, 4> key_figures{"fitting_sequences", "max_context", "min_gpus", "kv_bytes_per_token_replica"};

/// The first output that is one of the whole replica and not of one GPU.
constexpr std::string_view first_of_replica = "host_bytes";
/// Shown in the verdict itself.
constexpr std::string_view verdict_output = "fits";

/// What an output shows where the sign is told by words ("missing").
std::string absolute_text(const Edition& edition, const Scenario& scenario, const Outcome& outcome, std::string_view field)
{
    const double value = output_value(scenario, outcome, field);
    return shown(std::abs(value), Unit::bytes, edition);
}

std::string percent_text(const Edition& edition, double share) { return shown(share, Unit::fraction, edition, 2); }

std::string bar(const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    const auto value = [&](std::string_view field) { return engine::value_or(output_value(scenario, outcome, field), 0); };
    const double usable = value("usable_bytes"), total = value("total_bytes");
    const double whole = std::max({usable, total, 1.0});
    std::vector<BarPart> segments;
    for (const Part& part : parts)
        segments.push_back({part.id, std::string(edition("part." + std::string(part.id))), value(part.field) / whole});
    segments.push_back({"free", std::string(edition("part.free")), std::max(0.0, usable - total) / whole});
    const auto text = [&](std::string_view field) { return output_text(edition, scenario, outcome, field); };
    const std::string said = edition("bar.text", {text("weights_bytes"), text("kv_cache_bytes"), text("activation_bytes"),
                                                  text("runtime_bytes"), text("usable_bytes")});
    return memory_bar(segments, usable > 0 ? usable / whole : 1, said, said);
}

std::string legend(const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    const double total = output_value(scenario, outcome, "total_bytes");
    std::string html;
    for (const Part& part : parts)
        html += edition.templates.render(
            "items/part", {{"part", std::string(part.id)},
                           {"label", escaped(edition("part." + std::string(part.id)))},
                           {"field", std::string(part.field)},
                           {"value", escaped(output_text(edition, scenario, outcome, part.field))},
                           {"share", escaped(percent_text(edition, output_value(scenario, outcome, part.field) / total))}});
    return html;
}

std::string facts(const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    std::string html;
    for (const std::string_view field : key_figures)
        html += edition.templates.render("items/fact", {{"field", std::string(field)},
                                                        {"label", escaped(field_label(edition, field))},
                                                        {"value", escaped(output_text(edition, scenario, outcome, field))}});
    return html;
}

std::string warnings(const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    std::string html;
    for (const std::string& text : warning_texts(*scenario.calculator, outcome.answer, *edition.words))
        html.append("<li>").append(escaped(text)).append("</li>");
    return html;
}

std::string suggestions(const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    std::string html;
    for (int i = 0; i < outcome.answer.suggestions_used; ++i) {
        const engine::Suggestion& suggestion = outcome.answer.suggestions[static_cast<std::size_t>(i)];
        if (suggestion.field < 0 || !engine::is_present(suggestion.value))
            continue; // "A smaller format": only the element, which has the formats, can name it.
        const Field& field = scenario.calculator->inputs[static_cast<std::size_t>(suggestion.field)];
        const std::string value = shown(suggestion.value, Unit::none, edition, 12);
        std::string plain;
        std::copy_if(value.begin(), value.end(), std::back_inserter(plain), [](char c) { return c != ','; });
        html.append("<li><a href=\"?").append(field.id).append("=").append(plain).append("\">")
            .append(escaped(edition("suggestion.set", {field_label(edition, field.id), value}))).append("</a></li>");
    }
    return html;
}

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

std::string range_text(const Edition& edition, const Outcome& outcome, std::size_t output, Unit unit)
{
    const double low = outcome.answer.low[output], high = outcome.answer.high[output];
    if (!engine::is_present(low) || !engine::is_present(high) || high <= low)
        return {};
    return shown(low, unit, edition) + " – " + shown(high, unit, edition);
}

std::string output_details(const Website& website, const Edition& edition, const Scenario& scenario,
                           const Outcome& outcome, std::size_t index)
{
    const engine::Calculator& calculator = *scenario.calculator;
    const Field& field = calculator.outputs[index];
    std::string steps;
    for (const int step : steps_of(calculator, outcome.derivation, outcome.answer, static_cast<int>(index)))
        steps += step_html(website, edition, calculator, outcome.derivation.steps[static_cast<std::size_t>(step)]);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.field == field.id; });
    return edition.templates.render(
        "items/output", {{"field", std::string(field.id)},
                         {"part", part == parts.end() ? "" : std::string(part->id)},
                         {"label", escaped(field_label(edition, field.id))},
                         {"value", escaped(output_text(edition, scenario, outcome, field.id))},
                         {"range", escaped(range_text(edition, outcome, index, field.unit))},
                         {"help", escaped(edition("field." + std::string(field.id) + ".help"))},
                         {"steps", std::move(steps)}});
}

}

double output_value(const Scenario& scenario, const Outcome& outcome, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->outputs, field);
    return index < 0 ? engine::absent : outcome.answer.outputs[static_cast<std::size_t>(index)];
}

std::string output_text(const Edition& edition, const Scenario& scenario, const Outcome& outcome, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->outputs, field);
    if (index < 0)
        return {};
    return shown(outcome.answer.outputs[static_cast<std::size_t>(index)],
                 scenario.calculator->outputs[static_cast<std::size_t>(index)].unit, edition);
}

std::string answer_html(const Website& website, const Edition& edition, const Scenario& scenario, const Outcome& outcome,
                        AnswerSize size)
{
    const bool known = engine::is_present(output_value(scenario, outcome, "usable_bytes"));
    const bool fits = output_value(scenario, outcome, "fits") == 1;
    const auto text = [&](std::string_view field) { return escaped(output_text(edition, scenario, outcome, field)); };
    return edition.templates.render(
        "answer", {{"verdict", !known ? "unknown" : fits ? "fits" : "misses"},
                   {"gpus", escaped(value_text(scenario, engine::field_index(scenario.calculator->inputs, "gpus")))},
                   {"gpu", escaped(input_text(website, edition, scenario, "gpu"))},
                   {"spare", escaped(absolute_text(edition, scenario, outcome, "spare_bytes"))},
                   {"total", text("total_bytes")},
                   {"usable", text("usable_bytes")},
                   {"bar", bar(edition, scenario, outcome)},
                   {"legend", legend(edition, scenario, outcome)},
                   {"facts", size == AnswerSize::full ? facts(edition, scenario, outcome) : ""},
                   {"warnings", warnings(edition, scenario, outcome)},
                   {"suggestions", suggestions(edition, scenario, outcome)}});
}

std::string derivations_html(const Website& website, const Edition& edition, const Scenario& scenario, const Outcome& outcome)
{
    const auto& outputs = scenario.calculator->outputs;
    std::string per_gpu, replica;
    bool of_replica = false;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        of_replica = of_replica || outputs[i].id == first_of_replica;
        if (outputs[i].id != verdict_output)
            (of_replica ? replica : per_gpu) += output_details(website, edition, scenario, outcome, i);
    }
    const auto group = [&](std::string_view key, std::string html) {
        return edition.templates.render("items/output_group", {{"title", escaped(edition(key))}, {"outputs", std::move(html)}});
    };
    std::string groups = group("calculator.group.per_gpu", std::move(per_gpu));
    groups += group("calculator.group.replica", std::move(replica));
    return edition.templates.render(
        "details", {{"groups", std::move(groups)},
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
    for (const std::string_view key : {"suggestion.set", "bar.text", "calculator.unknown_field", "calculator.custom_model"})
        add(std::string(key), edition(key));
    return json + "}";
}

}
