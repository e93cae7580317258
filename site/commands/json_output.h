#pragma once
// The --json forms of CONTRACT section 1. The only file of the commands that includes the JSON library is json_output.cpp.

#include "site/scenario/case_file.h"
#include "site/scenario/plan_scenario.h"
#include "site/scenario/scenario.h"
#include "site/scenario/suggested_change.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace site {

/// {"calculator", "input", "output" with its suggestions, "range", "steps", "warnings"}; `warnings` are sentences already.
std::string size_json(const Scenario&, const Outcome&, std::span<const std::string> warnings,
                      std::span<const SuggestedChange>);

/// {"calculator", "input", "options", "pareto", "rejected", "warnings"}. An option is a record of plan_outputs, with the
/// ranges of its figures under "range"; `pareto` are indices of options; `messages` says of each rejection why.
std::string plan_json(const PlanScenario&, const PlanOutcome&, std::span<const std::string> messages,
                      std::span<const std::string> warnings);

/// One table of fields; labels and help are the words given for them.
struct FieldWords {
    std::string label, help;
};
struct CalculatorFields {
    const engine::Calculator* calculator = nullptr;
    std::vector<FieldWords> inputs, outputs;
};
std::string fields_json(std::span<const CalculatorFields>);

std::string cases_json(std::span<const Prediction>, std::span<const ErrorSummary>);

/// The problems of a request: {"errors": [{"field", "code", "value", "allowed", "message"}]}.
std::string problems_json(std::span<const FieldProblem>, std::span<const std::string> messages);

/// The tables of these files as one object.
std::string tables_json(std::span<const std::string> paths);

}
