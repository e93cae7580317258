#include "site/render/lab/lab_page.h"

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"
#include "site/scenario/compatibility.h"
#include "site/scenario/scenario.h"

#include <array>

namespace site {

namespace {

/// As the lab's own numbers beside its controls (web/lab/panels/scenario_panel.cpp), in the same order.
constexpr std::array<std::string_view, 7> served{"output_tokens_per_s", "stream_tokens_per_s", "ttft_s", "tpot_s",
                                                 "capacity_sequences", "bound", "cost_per_million_output_tokens_usd"};
constexpr std::array<std::string_view, 3> held{"total_bytes", "usable_bytes", "max_context"};
/// A few cells of the map: what the heat map shows in a hundred times a hundred.
constexpr std::array<int, 5> contexts{1024, 4096, 16384, 65536, 131072};
constexpr std::array<int, 5> concurrencies{1, 8, 32, 128, 512};
constexpr std::array<std::string_view, 4> calculators_of_lab{"throughput", "inference-memory", "collective", "training-time"};

std::string value_of(const Edition& edition, const engine::Field& field, double value)
{
    const std::string key = "value." + std::string(field.id) + ".";
    if (field.kind == engine::Kind::choice && engine::is_present(value))
        return std::string(edition(key + std::string(field.choices[static_cast<std::size_t>(value)])));
    return shown(value, field.unit, edition);
}

std::string label_of(const Edition& edition, std::string_view field)
{
    return escaped(edition("field." + std::string(field) + ".label"));
}

template<std::size_t count>
std::string output_rows(const Edition& edition, const Scenario& scenario, const std::array<std::string_view, count>& ids)
{
    const Outcome outcome = evaluate(scenario);
    std::string html;
    for (const std::string_view id : ids) {
        const auto at = static_cast<std::size_t>(engine::field_index(scenario.calculator->outputs, id));
        const engine::Field& field = scenario.calculator->outputs[at];
        html += "<tr><th scope=\"row\">" + label_of(edition, id) + "</th><td><output data-output=\"" + std::string(id) + "\">" +
                escaped(value_of(edition, field, outcome.answer.outputs[at])) + "</output></td></tr>";
    }
    return html;
}

std::string map_rows(const Website& website, const Edition& edition)
{
    const auto rate = static_cast<std::size_t>(engine::ThroughputOutput::output_tokens_per_s);
    std::string html = "<thead><tr><th scope=\"col\">" + label_of(edition, "concurrency") + "</th>";
    for (const int context : contexts)
        html += "<th scope=\"col\">" + escaped(shown(context, engine::Unit::tokens, edition)) + "</th>";
    html += "</tr></thead><tbody>";
    for (const int concurrency : concurrencies) {
        html += "<tr><th scope=\"row\">" + std::to_string(concurrency) + "</th>";
        for (const int context : contexts) {
            const std::array<Setting, 3> settings{{{"input_tokens", std::to_string(context / 2)},
                                                   {"output_tokens", std::to_string(context - context / 2)},
                                                   {"concurrency", std::to_string(concurrency)}}};
            const Outcome outcome = evaluate(make_scenario(engine::throughput, *website.catalog, settings));
            html += "<td>" + escaped(shown(outcome.problems.empty() ? outcome.answer.outputs[rate] : engine::absent,
                                           engine::Unit::tokens_per_second, edition)) + "</td>";
        }
        html += "</tr>";
    }
    return html + "</tbody>";
}

std::string calculator_links(const Website& website, const Edition& edition)
{
    std::string html;
    for (const std::string_view id : calculators_of_lab)
        html += "<li><a data-calculator=\"" + std::string(id) + "\" href=\"" + edition.url("calculators/" + std::string(id) + "/") + "\">" +
                escaped(calculator_title(website, edition, id).title) + "</a></li>";
    return html;
}

/// What the lab may ask for: web/lab/CMakeLists.txt cuts its font from the same keys, and ctest lab_font compares.
bool is_word_of_lab(std::string_view key)
{
    if (key.starts_with("field."))
        return key.ends_with(".label");
    for (const std::string_view prefix : {"lab.", "value.", "unit.", "step.", "error.", "part.", "calculator."})
        if (key.starts_with(prefix))
            return true;
    return false;
}

}

std::string lab_page(const Website& website, const Edition& edition)
{
    const std::string title(edition("lab.title")), description(edition("lab.short")), tail = "lab/";
    const std::vector<Crumb> trail{{std::string(edition("calculator.index_title")), edition.url("calculators/")}, {title, ""}};
    const Scenario serving = make_scenario(engine::throughput, *website.catalog, {});
    const std::array<Setting, 1> full_length{{{"context", "2048"}}}; // input_tokens + output_tokens of the other's default
    const Scenario memory = make_scenario(engine::inference_memory, *website.catalog, full_length);
    const auto id = [&serving](std::string_view field) { return serving.ids[static_cast<std::size_t>(engine::field_index(serving.calculator->inputs, field))]; };
    const auto input = [&](std::string_view field) {
        const auto at = static_cast<std::size_t>(engine::field_index(serving.calculator->inputs, field));
        return shown(serving.inputs[at], serving.calculator->inputs[at].unit, edition);
    };
    const std::string scenario = edition("lab.first_scenario", {website.catalog->models.find(id("model"))->name, website.catalog->formats.find(id("weights"))->name,
                                                                input("gpus"), website.catalog->accelerators.find(id("gpu"))->name, input("input_tokens"),
                                                                input("output_tokens"), input("concurrency")});
    const bool has_lab = !website.assets.url("lab.wasm").empty() && !website.assets.url("lab.ttf").empty();
    std::string main = edition.templates.render("lab", {{"crumbs", crumbs(website, edition, trail)},
                                                        {"title", escaped(title)},
                                                        {"short", escaped(description)},
                                                        {"lang", edition.language},
                                                        {"has_lab", has_lab ? "true" : ""},
                                                        {"scenario", escaped(scenario)},
                                                        {"numbers", output_rows(edition, serving, served) + output_rows(edition, memory, held)},
                                                        {"map", map_rows(website, edition)},
                                                        {"map_title", escaped(edition("lab.map.table"))},
                                                        {"calculators", calculator_links(website, edition)}});
    return shell(website, edition,
                 {.kind = "lab",
                  .title = title,
                  .description = description,
                  .url = edition.url(tail),
                  .section = "calculators",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"lab.css"},
                  .modules = {has_lab ? "lab/open.js" : ""}},
                 std::move(main));
}

namespace {

/// A case as the engine is asked: its inputs by index, ids of catalog rows by index, and measured outputs in base units.
std::string case_json(const MeasuredCase& of, const Catalog& catalog, const std::string& measured)
{
    const Scenario scenario = case_scenario(of, catalog);
    const auto inputs = scenario.calculator->inputs;
    const engine::Inputs initial = engine::default_inputs(*scenario.calculator);
    std::string numbers, ids, model;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_absent = !engine::is_present(scenario.inputs[i]), was_absent = !engine::is_present(initial[i]);
        if (scenario.inputs[i] != initial[i] && !(is_absent && was_absent)) // `max` is a text: JSON knows no infinity.
            numbers.append(numbers.empty() ? "" : ",").append("[" + std::to_string(i) + "," + (is_absent ? "null" : scenario.inputs[i] == engine::maximum ? "\"max\"" : exact_number(scenario.inputs[i])) + "]");
        if (scenario.ids[i] != inputs[i].initial_id)
            ids.append(ids.empty() ? "" : ",").append("[" + std::to_string(i) + "," + json_string(scenario.ids[i]) + "]");
        if (inputs[i].kind == engine::Kind::model && scenario.ids[i] == "custom")
            for (const auto& member : engine::language_model_members) {
                const double value = scenario.specs.model.*member.member;
                model.append(model.empty() ? "[" : ",").append(engine::is_present(value) ? exact_number(value) : "null");
            }
    }
    return "{\"id\":" + json_string(of.id) + ",\"calculator\":" + json_string(of.calculator) + ",\"source\":" + json_string(of.source_url) +
           ",\"inputs\":[" + numbers + "],\"ids\":[" + ids + "]" + (model.empty() ? "" : ",\"model\":" + model + "]") + ",\"measured\":[" + measured + "]}";
}

std::string measured_json(const Website& website)
{
    std::string json;
    const MeasuredCase* of = nullptr;
    std::string measured;
    const auto finish = [&] {
        if (of)
            json.append(json.empty() ? "\n" : ",\n").append(case_json(*of, *website.catalog, measured));
        measured.clear();
    };
    if (website.accuracy)
        for (const AccuracyPoint& point : website.accuracy->points) {
            const Prediction& p = point.prediction;
            if (p.measured_case != of)
                finish();
            of = p.measured_case;
            const int output = engine::field_index(engine::find_calculator(of->calculator)->outputs, p.field);
            measured.append(measured.empty() ? "" : ",").append("[" + std::to_string(output) + "," + exact_number(p.measured * p.factor) + "]");
        }
    finish();
    return "[" + json + "\n]";
}

}

std::map<std::string, std::string> lab_files(const Website& website)
{
    std::map<std::string, std::string> files;
    std::string formats;
    for (const FormatRow& row : website.catalog->formats.rows())
        if (is_cache_format(row))
            formats.append(formats.empty() ? "" : ",").append(json_string(row.id));
    files["data/lab.json"] = "{\"cacheFormats\":[" + formats + "],\n\"measured\":" + measured_json(website) + "}\n";
    for (const Edition& edition : website.editions) {
        std::string words;
        for (const std::string& key : edition.words->keys_with(""))
            if (is_word_of_lab(key))
                words.append(words.empty() ? "" : ",\n").append(json_string(key)).append(":").append(json_string(edition(key)));
        files["data/lab." + edition.language + ".json"] = "{" + words + "}\n";
    }
    return files;
}

}
