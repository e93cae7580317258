#include "site/commands/size.h"

#include "engine/converters/converter.h"
#include "engine/calculators/plan_fields.h"
#include "engine/units/format.h"
#include "site/commands/json_output.h"
#include "site/commands/plan.h"
#include "site/commands/table_text.h"
#include "site/diagnostics/suggestion.h"
#include "site/render/warning_text.h"
#include "site/scenario/json_settings.h"
#include "site/scenario/model_file.h"
#include "site/scenario/suggested_change.h"

#include <algorithm>
#include <array>

namespace site {

using engine::Calculator;
using engine::Field;

namespace {

CommandResult refused(std::span<const FieldProblem> problems, bool json, const Words& words)
{
    std::vector<std::string> messages;
    CommandResult result{.exit_code = 1, .output = {}, .errors = {}};
    for (const FieldProblem& problem : problems) {
        messages.push_back(problem_text(problem, words));
        result.errors += messages.back() + "\n";
    }
    if (json)
        result.output = problems_json(problems, messages);
    return result;
}

std::vector<const Calculator*> calculators_and_converters()
{
    std::vector<const Calculator*> all;
    for (const Calculator& calculator : engine::calculators())
        all.push_back(&calculator);
    const auto small = engine::converters();
    all.insert(all.end(), small.begin(), small.end());
    return all;
}

CommandResult unknown_calculator(const std::string& id, const Words& words)
{
    std::vector<std::string_view> known;
    std::string list;
    for (const Calculator* calculator : calculators_and_converters()) {
        known.push_back(calculator->id);
        list.append(list.empty() ? "" : ", ").append(calculator->id);
    }
    CommandResult result{.exit_code = 2, .output = {}, .errors = words("error.unknown_calculator", {id, list})};
    if (const std::string_view near = nearest(id, known); !near.empty())
        result.errors += " " + words("error.did_you_mean", {near});
    result.errors += "\n";
    return result;
}

/// The object of --input as settings; what is wrong with it as a problem of no field.
void read_input(const SizeRequest& request, std::vector<Setting>& settings, std::vector<FieldProblem>& problems)
{
    Diagnostics diagnostics;
    const std::optional<Json> tree = parse_json(*request.input, request.input_name, diagnostics);
    const Json* model = tree && tree->is(Json::Kind::object) ? tree->find("model") : nullptr;
    if (model && model->is(Json::Kind::object) && model->values.empty()) {
        problems.push_back({"model", "empty", "", "{\"layers\": 32, \"hidden\": 4096, \"heads\": 32, \"vocab\": 128256}"});
    } else if (!tree || !tree->is(Json::Kind::object)) {
        const Position where = diagnostics.empty() ? Position{1, 1} : diagnostics.front().where;
        problems.push_back({request.input_name, "input_unreadable",
                            std::to_string(where.line) + ":" + std::to_string(where.column), "{\"context\": 8192}"});
    } else {
        add_settings(*tree, settings);
    }
}

}

CommandResult size_command(const SizeRequest& request, const Catalog& catalog, const Words& words)
{
    const Calculator* calculator = engine::find_calculator(request.calculator);
    if (!calculator)
        calculator = engine::find_converter(request.calculator);
    if (!calculator)
        return unknown_calculator(request.calculator, words);
    std::vector<Setting> settings;
    std::vector<FieldProblem> problems;
    if (request.input)
        read_input(request, settings, problems);
    if (!request.model_file.empty()) {
        const ModelFile file = read_model_file(request.model_file);
        if (!file.error.empty())
            problems.push_back({request.model_file, file.error, file.detail, ""});
        settings.insert(settings.end(), file.settings.begin(), file.settings.end());
        // The default format would be a guess; who names one knows better than the file.
        const bool names_format = std::any_of(request.settings.begin(), request.settings.end(),
                                              [](const std::string& text) { return text.starts_with("weights="); });
        if (!file.unknown_format.empty() && !names_format)
            problems.push_back({request.model_file, "import_unknown_format", file.unknown_format, "weights=awq-int4-g128"});
    }
    for (const std::string& text : request.settings) {
        const std::size_t equals = text.find('=');
        if (equals == text.npos)
            problems.push_back({text, "not_a_setting", text, "context=8192"});
        else
            settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    if (!problems.empty())
        return refused(problems, request.json, words);

    if (calculator->id == engine::plan_calculator.id) {
        const PlanScenario plan = make_plan_scenario(catalog, settings);
        const PlanOutcome found = run(plan);
        return found.problems.empty() ? plan_command(plan, found, request.json, words)
                                      : refused(found.problems, request.json, words);
    }
    const Scenario scenario = make_scenario(*calculator, catalog, settings);
    const Outcome outcome = run(scenario);
    if (!outcome.problems.empty())
        return refused(outcome.problems, request.json, words);
    const std::vector<std::string> warnings = warning_texts(*calculator, outcome.answer, words);
    const std::vector<SuggestedChange> changes = suggested_changes(scenario, outcome, catalog);
    if (request.json)
        return {.exit_code = 0, .output = size_json(scenario, outcome, warnings, changes), .errors = {}};

    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    CommandResult result;
    TableText table({Align::left, Align::right, Align::left, Align::left});
    for (std::size_t i = 0; i < calculator->outputs.size(); ++i) {
        const Field& field = calculator->outputs[i];
        const double value = outcome.answer.outputs[i];
        const bool words_only = field.kind == engine::Kind::choice || field.kind == engine::Kind::flag;
        std::string text = words_only && engine::is_present(value)
                               ? std::string(words("value." + std::string(field.id) + "." + value_text(field, value)))
                               : std::string(engine::format(value, field.unit, language, 4).view());
        std::string range;
        if (engine::is_present(outcome.answer.low[i]) && engine::is_present(outcome.answer.high[i]))
            range = std::string(engine::format(outcome.answer.low[i], field.unit, language, 3).view()) + " - " +
                    std::string(engine::format(outcome.answer.high[i], field.unit, language, 3).view());
        table.add({std::string(field.id), std::move(text), std::move(range),
                   std::string(words("field." + std::string(field.id) + ".label"))});
    }
    result.output = table.text();
    for (const std::string& warning : warnings)
        result.output += "! " + warning + "\n";
    for (const SuggestedChange& change : changes)
        result.output += "> --set " + change.field + "=" + change.value + "\n";
    return result;
}

CommandResult fields_command(const std::string& id, bool json, const Words& words)
{
    std::vector<CalculatorFields> tables;
    const auto words_of = [&](std::span<const Field> fields) {
        std::vector<FieldWords> found;
        for (const Field& field : fields) {
            const std::string key = "field." + std::string(field.id);
            found.push_back({std::string(words(key + ".label")), std::string(words(key + ".help"))});
        }
        return found;
    };
    for (const Calculator* calculator : calculators_and_converters())
        if (id.empty() || calculator->id == id)
            tables.push_back({calculator, words_of(calculator->inputs), words_of(calculator->outputs)});
    if (tables.empty())
        return unknown_calculator(id, words);
    if (json)
        return {.exit_code = 0, .output = fields_json(tables), .errors = {}};
    CommandResult result;
    for (const CalculatorFields& table : tables) {
        result.output.append(result.output.empty() ? "" : "\n").append(table.calculator->id).append("\n");
        TableText text({Align::left, Align::left, Align::left, Align::left, Align::left});
        const auto add = [&](const Field& field, const FieldWords& meaning, bool input) {
            const bool catalog = !field.initial_id.empty();
            const std::string initial = catalog ? std::string(field.initial_id) : value_text(field, field.initial);
            text.add({input ? "<" : ">", std::string(field.id),
                      std::string(words("unit." + std::string(engine::unit_ids[static_cast<std::size_t>(field.unit)]))),
                      input ? (initial.empty() ? "-" : initial) : "", meaning.label});
        };
        for (std::size_t i = 0; i < table.inputs.size(); ++i)
            add(table.calculator->inputs[i], table.inputs[i], true);
        for (std::size_t i = 0; i < table.outputs.size(); ++i)
            add(table.calculator->outputs[i], table.outputs[i], false);
        result.output += text.text();
    }
    return result;
}

}
