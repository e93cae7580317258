#include "site/scenario/case_file.h"

#include "site/catalog/json.h"
#include "site/scenario/display_unit.h"
#include "site/scenario/json_settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace site {

namespace {

constexpr double mean_of_drawn_lengths = 0.9, known_schema = 1;

std::string text_of(const Json& object, std::string_view key)
{
    const Json* found = object.find(key);
    return found && found->is(Json::Kind::text) ? found->text : std::string();
}

/// The unit as case files print it -> base units of the output in one of it; absent when it is none of the output's.
double unit_factor(std::string_view unit, const engine::Field& field)
{
    if (const DisplayUnit* found = find_display_unit(unit, field.unit))
        return found->factor;
    constexpr std::array<std::pair<std::string_view, engine::Unit>, 6> plain{{
        {"hours", engine::Unit::hours}, {"days", engine::Unit::days}, {"TFLOP/s", engine::Unit::tflops},
        {"x", engine::Unit::none}, {"USD", engine::Unit::dollars}, {"requests/s", engine::Unit::requests_per_second}}};
    for (const auto& [name, quantity] : plain)
        if (unit == name && (quantity == field.unit || quantity == engine::Unit::none))
            return 1;
    const bool bare = unit.empty() || unit == engine::unit_ids[static_cast<std::size_t>(field.unit)] || unit == "fraction";
    return bare ? 1 : engine::absent;
}

}

std::vector<MeasuredCase> read_cases(std::string_view text, const std::string& file, Diagnostics& diagnostics)
{
    std::vector<MeasuredCase> cases;
    const std::optional<Json> tree = parse_json(text, file, diagnostics);
    if (!tree)
        return cases;
    const auto complain = [&](const Json& at, std::string what) {
        diagnostics.push_back({Severity::error, "case-unreadable", file, at.where, {std::move(what)}, 1});
    };
    const Json* schema = tree->find("schema");
    if (!schema || !schema->is(Json::Kind::number) || schema->number != known_schema)
        complain(schema ? *schema : *tree, "\"schema\": 1");
    const Json* rows = tree->find("cases");
    if (!rows || !rows->is(Json::Kind::list)) {
        complain(*tree, "{\"schema\": 1, \"cases\": [...]}");
        return cases;
    }
    for (const Json& row : rows->values) {
        MeasuredCase made;
        made.where = row.where;
        made.id = text_of(row, "id");
        made.calculator = text_of(row, "calculator");
        const Json* input = row.find("input");
        const Json* measured = row.find("measured");
        if (made.id.empty() || !input || !input->is(Json::Kind::object) || !measured || !measured->is(Json::Kind::object) ||
            measured->values.empty()) {
            complain(row, "id, input {...}, measured {...}");
            continue;
        }
        if (!made.calculator.empty() && !engine::find_calculator(made.calculator)) {
            std::string known;
            for (const engine::Calculator& calculator : engine::calculators())
                known.append(known.empty() ? "" : ", ").append(calculator.id);
            complain(*row.find("calculator"), "\"calculator\": " + known);
        }
        add_settings(*input, made.input);
        bool sound = true;
        for (std::size_t i = 0; i < measured->values.size(); ++i) {
            const Json& value = measured->values[i];
            const Json* number = value.find("value");
            if (!number || !number->is(Json::Kind::number)) {
                complain(value, measured->keys[i] + ": {\"value\": 1, \"unit\": \"ms\"}");
                sound = false;
                continue;
            }
            made.measured.push_back({measured->keys[i], text_of(value, "unit"), number->number});
        }
        if (!sound)
            continue;
        if (const Json* source = row.find("source")) {
            made.source_url = text_of(*source, "url");
            made.source_where = text_of(*source, "where");
        }
        made.notes = text_of(row, "notes");
        made.lengths_are_upper_ends = text_of(row, "lengths") == "0.8-1.0" ||
                                      made.notes.find("lengths drawn up to") != std::string::npos;
        cases.push_back(std::move(made));
    }
    return cases;
}

Scenario case_scenario(const MeasuredCase& measured_case, const Catalog& catalog)
{
    Scenario scenario = make_scenario(*engine::find_calculator(measured_case.calculator), catalog, measured_case.input);
    if (measured_case.lengths_are_upper_ends)
        for (const std::string_view field : {"input_tokens", "output_tokens"})
            if (const int i = engine::field_index(scenario.calculator->inputs, field); i >= 0)
                scenario.inputs[static_cast<std::size_t>(i)] =
                    std::round(scenario.inputs[static_cast<std::size_t>(i)] * mean_of_drawn_lengths);
    return scenario;
}

std::vector<Prediction> predict(const MeasuredCase& measured_case, const Catalog& catalog)
{
    std::vector<Prediction> predictions;
    for (const Measurement& m : measured_case.measured) {
        Prediction prediction;
        prediction.measured_case = &measured_case;
        prediction.field = m.field;
        prediction.unit = m.unit;
        prediction.measured = m.value;
        predictions.push_back(std::move(prediction));
    }
    const auto skip_all = [&](const std::string& why, const std::optional<FieldProblem>& problem = std::nullopt) {
        for (Prediction& p : predictions) {
            p.skipped = why;
            p.skipped_about = measured_case.calculator;
            p.problem = problem;
        }
        return predictions;
    };
    if (measured_case.calculator.empty())
        return skip_all("no_calculator");
    const engine::Calculator* calculator = engine::find_calculator(measured_case.calculator);
    if (!calculator)
        return skip_all("unknown_calculator");
    const Scenario scenario = case_scenario(measured_case, catalog);
    const Outcome outcome = evaluate(scenario);
    if (!outcome.problems.empty())
        return skip_all("input", outcome.problems.front());
    const auto skip = [](Prediction& p, const char* why, const std::string& about) {
        p.skipped = why;
        p.skipped_about = about;
    };
    for (Prediction& p : predictions) {
        const int index = engine::field_index(calculator->outputs, p.field);
        if (index < 0) {
            skip(p, "unknown_output", p.field);
            continue;
        }
        const auto at = static_cast<std::size_t>(index);
        const double factor = unit_factor(p.unit, calculator->outputs[at]);
        if (!engine::is_present(factor)) {
            skip(p, "other_unit", p.unit);
            continue;
        }
        p.factor = factor;
        p.predicted = outcome.answer.outputs[at] / factor;
        p.low = outcome.answer.low[at] / factor;
        p.high = outcome.answer.high[at] / factor;
        if (!engine::is_present(p.predicted))
            skip(p, "no_answer", p.field);
        else if (p.measured == 0)
            skip(p, "measured_zero", p.field);
        else
            p.relative_error = p.predicted / p.measured - 1;
    }
    return predictions;
}

double quantile(std::span<const double> sorted, double p)
{
    if (sorted.empty())
        return engine::absent;
    const double at = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

std::vector<ErrorSummary> summarise(std::span<const Prediction> predictions)
{
    std::map<std::pair<std::string, std::string>, std::vector<double>> errors;
    for (const Prediction& p : predictions)
        if (p.skipped.empty())
            errors[{p.measured_case->calculator, p.field}].push_back(p.relative_error);
    std::vector<ErrorSummary> summaries;
    for (auto& [key, signed_errors] : errors) {
        std::vector<double> absolute(signed_errors.size());
        std::transform(signed_errors.begin(), signed_errors.end(), absolute.begin(), [](double e) { return std::abs(e); });
        std::sort(absolute.begin(), absolute.end());
        std::sort(signed_errors.begin(), signed_errors.end());
        summaries.push_back({key.first, key.second, static_cast<int>(absolute.size()), quantile(absolute, 0.5),
                             quantile(absolute, 0.9), quantile(signed_errors, 0.5)});
    }
    return summaries;
}

}
