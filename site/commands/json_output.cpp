#include "site/commands/json_output.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

namespace site {

using Object = nlohmann::ordered_json;
using engine::Field;
using engine::Kind;

namespace {

/// NaN is null; `max` is a word, since JSON has no infinity.
Object number(double value)
{
    if (!engine::is_present(value))
        return nullptr;
    if (value == engine::maximum)
        return "max";
    if (value == static_cast<double>(static_cast<long long>(value)) && value < 9e15 && value > -9e15)
        return static_cast<long long>(value);
    return value;
}

Object value_of(const Field& field, double value)
{
    if (!engine::is_present(value))
        return nullptr;
    if (field.kind == Kind::flag)
        return value != 0;
    if (field.kind == Kind::choice)
        return value_text(field, value);
    return number(value);
}

/// The input as the engine used it: one that it derived is told by the output `<id>_used`.
double used(const engine::Calculator& calculator, const engine::Answer& answer, std::size_t input)
{
    const double given = answer.inputs[input];
    const int derived = engine::field_index(calculator.outputs, std::string(calculator.inputs[input].id) + "_used");
    return engine::is_present(given) || derived < 0 ? given : answer.outputs[static_cast<std::size_t>(derived)];
}

bool is_id(Kind kind)
{
    return kind == Kind::model || kind == Kind::accelerator || kind == Kind::format || kind == Kind::link ||
           kind == Kind::accelerators || kind == Kind::prices;
}

/// A list as a JSON list, a map as an object: null where nothing was said.
Object list_of(const Field& field, const std::string& text)
{
    if (text.empty())
        return nullptr;
    Object list = field.kind == Kind::prices ? Object::object() : Object::array();
    for (const ListItem& item : list_items(text)) {
        if (field.kind == Kind::prices)
            list[item.id] = number(std::stod(item.value));
        else
            list.push_back(item.id);
    }
    return list;
}

Object input_object(const Scenario& scenario, const engine::Answer& answer)
{
    Object input = Object::object();
    for (std::size_t i = 0; i < scenario.calculator->inputs.size(); ++i) {
        const Field& field = scenario.calculator->inputs[i];
        if (field.kind == Kind::accelerators || field.kind == Kind::prices)
            input[std::string(field.id)] = list_of(field, scenario.ids[i]);
        else if (is_id(field.kind))
            input[std::string(field.id)] = scenario.ids[i].empty() ? Object(nullptr) : Object(scenario.ids[i]);
        else
            input[std::string(field.id)] = value_of(field, used(*scenario.calculator, answer, i));
    }
    return input;
}

std::string dump(const Object& object) { return object.dump(2, ' ', false, Object::error_handler_t::replace) + "\n"; }

Object description(const Field& field, const FieldWords& words)
{
    static constexpr std::string_view kinds[] = {"number", "count", "flag", "choice", "model", "accelerator", "format", "link",
                                                 "accelerators", "prices"};
    static constexpr std::string_view groups[] = {"model", "hardware", "load", "parallelism", "engine", "prices", "result"};
    Object out{{"id", field.id},
               {"kind", kinds[static_cast<std::size_t>(field.kind)]},
               {"unit", engine::unit_ids[static_cast<std::size_t>(field.unit)]},
               {"label", words.label},
               {"help", words.help}};
    if (field.group == engine::Group::result)
        return out;
    out["group"] = groups[static_cast<std::size_t>(field.group)];
    if (is_id(field.kind)) {
        out["default"] = field.initial_id.empty() ? Object(nullptr) : Object(field.initial_id);
        return out;
    }
    out["default"] = value_of(field, field.initial);
    if (field.kind == Kind::choice) {
        out["choices"] = field.choices;
    } else if (field.kind != Kind::flag) {
        out["least"] = number(field.least);
        out["most"] = number(field.most);
        out["accepts_max"] = field.accepts_max;
    }
    return out;
}

}

std::string size_json(const Scenario& scenario, const Outcome& outcome, std::span<const std::string> warnings,
                      std::span<const SuggestedChange> changes)
{
    const engine::Calculator& calculator = *scenario.calculator;
    const engine::Answer& answer = outcome.answer;
    Object output = Object::object(), range = Object::object();
    for (std::size_t i = 0; i < calculator.outputs.size(); ++i) {
        const std::string id(calculator.outputs[i].id);
        output[id] = value_of(calculator.outputs[i], answer.outputs[i]);
        const bool known = engine::is_present(answer.low[i]) && engine::is_present(answer.high[i]);
        range[id] = known ? Object{number(answer.low[i]), number(answer.high[i])} : Object(nullptr);
    }
    Object suggestions = Object::array();
    for (const SuggestedChange& change : changes)
        suggestions.push_back({{"field", change.field}, {"value", change.is_number ? number(change.number) : Object(change.value)}});
    output["suggestions"] = std::move(suggestions);

    Object steps = Object::array();
    for (int i = 0; i < outcome.derivation.steps_used; ++i) {
        const engine::Step& step = outcome.derivation.steps[static_cast<std::size_t>(i)];
        const engine::StepInfo& info = calculator.steps[static_cast<std::size_t>(step.info)];
        Object values = Object::object();
        std::string_view symbols = info.symbols;
        for (int v = 0; v < step.values_used && !symbols.empty(); ++v) {
            const std::size_t space = symbols.find(' ');
            values[std::string(symbols.substr(0, space))] = number(step.values[static_cast<std::size_t>(v)]);
            symbols.remove_prefix(space == symbols.npos ? symbols.size() : space + 1);
        }
        steps.push_back({{"id", info.id},
                         {"formula", info.formula},
                         {"values", values},
                         {"result", number(step.result)},
                         {"unit", engine::unit_ids[static_cast<std::size_t>(info.unit)]},
                         {"term", info.term}});
    }
    return dump({{"calculator", calculator.id},
                 {"input", input_object(scenario, answer)},
                 {"output", output},
                 {"range", range},
                 {"steps", steps},
                 {"warnings", warnings}});
}

std::string plan_json(const PlanScenario& plan, const PlanOutcome& outcome, std::span<const std::string> messages,
                      std::span<const std::string> warnings)
{
    Object options = Object::array(), pareto = Object::array(), rejected = Object::array();
    for (std::size_t i = 0; i < outcome.options.size(); ++i) {
        const engine::PlanOption& option = outcome.options[i];
        const engine::PlanLayout& layout = option.layout;
        const FormatPair& formats = plan.format_ids[static_cast<std::size_t>(layout.format)];
        Object row{{"gpu", plan.gpus[static_cast<std::size_t>(layout.candidate)]->id},
                   {"weights", formats.weights},
                   {"kv_cache", formats.kv_cache},
                   {"gpus", number(layout.gpus())},
                   {"tensor_parallel", number(layout.tensor)},
                   {"pipeline_parallel", number(layout.pipeline)},
                   {"expert_parallel", number(layout.expert)},
                   {"replicas", number(layout.replicas)},
                   {"engine", engine::serving_engine_ids[static_cast<std::size_t>(engine_of(plan, option))]},
                   {"pareto", option.pareto}};
        Object range = Object::object();
        for (std::size_t o = 0; o < option.outputs.size(); ++o) {
            const Field& field = engine::throughput_outputs[o];
            row[std::string(field.id)] = value_of(field, option.outputs[o]);
            if (engine::is_present(option.low[o]) && engine::is_present(option.high[o]))
                range[std::string(field.id)] = {number(option.low[o]), number(option.high[o])};
        }
        row["range"] = range.empty() ? Object(nullptr) : range;
        options.push_back(std::move(row));
        if (option.pareto)
            pareto.push_back(i);
    }
    for (std::size_t i = 0; i < outcome.rejections.size(); ++i) {
        const engine::PlanRejection& r = outcome.rejections[i];
        rejected.push_back({{"gpu", plan.gpus[static_cast<std::size_t>(r.candidate)]->id},
                            {"reason", engine::plan_reason_ids[static_cast<std::size_t>(r.reason)]},
                            {"value", number(r.value)},
                            {"message", messages[i]}});
    }
    return dump({{"calculator", plan.scenario.calculator->id}, {"input", input_object(plan.scenario, outcome.answer)},
                 {"options", options}, {"pareto", pareto}, {"rejected", rejected}, {"warnings", warnings}});
}

std::string fields_json(std::span<const CalculatorFields> tables)
{
    Object all = Object::array();
    for (const CalculatorFields& table : tables) {
        Object inputs = Object::array(), outputs = Object::array();
        for (std::size_t i = 0; i < table.inputs.size(); ++i)
            inputs.push_back(description(table.calculator->inputs[i], table.inputs[i]));
        for (std::size_t i = 0; i < table.outputs.size(); ++i)
            outputs.push_back(description(table.calculator->outputs[i], table.outputs[i]));
        all.push_back({{"calculator", table.calculator->id}, {"inputs", inputs}, {"outputs", outputs}});
    }
    return dump({{"calculators", all}});
}

std::string cases_json(std::span<const Prediction> predictions, std::span<const ErrorSummary> summaries)
{
    Object cases = Object::array(), summary = Object::object();
    for (const Prediction& p : predictions) {
        Object row{
            {"id", p.measured_case->id},
            {"calculator", p.measured_case->calculator.empty() ? Object(nullptr) : Object(p.measured_case->calculator)},
            {"field", p.field},
            {"predicted", number(p.predicted)},
            {"measured", number(p.measured)},
            {"unit", p.unit},
            {"relative_error", number(p.relative_error)}};
        if (engine::is_present(p.low) && engine::is_present(p.high))
            row["range"] = {number(p.low), number(p.high)};
        if (!p.skipped.empty())
            row["skipped"] = p.skipped;
        cases.push_back(std::move(row));
    }
    for (const ErrorSummary& s : summaries)
        summary[s.calculator][s.field] = {{"n", s.n}, {"median_abs_error", s.median}, {"p90_abs_error", s.p90},
                                          {"bias", s.bias}};
    return dump({{"cases", cases}, {"summary", summary}});
}

std::string problems_json(std::span<const FieldProblem> problems, std::span<const std::string> messages)
{
    Object errors = Object::array();
    for (std::size_t i = 0; i < problems.size(); ++i)
        errors.push_back({{"field", problems[i].field}, {"code", problems[i].code}, {"value", problems[i].value},
                          {"allowed", problems[i].allowed}, {"message", messages[i]}});
    return dump({{"errors", errors}});
}

std::string tables_json(std::span<const std::string> paths)
{
    Object all = Object::object();
    for (const std::string& path : paths) {
        std::ifstream file(path, std::ios::binary);
        const Object table = Object::parse(file, nullptr, /*allow_exceptions=*/false);
        if (table.is_object()) // What is wrong with a file that is none is `gloss check`'s to say.
            for (const auto& [key, value] : table.items())
                if (key != "schema")
                    all[key] = value;
    }
    return dump(all);
}

}
