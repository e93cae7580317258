// evaluate() and run() of scenario.h, and how the engine's problems become those of a field.

#include "site/scenario/scenario.h"
#include "site/scenario/value_text.h"

namespace site {

using engine::Field;
using engine::Kind;

namespace {

/// The choices of a field but for the one that was made.
std::string other_choices(const Field& field, double chosen)
{
    std::string list;
    for (std::size_t i = 0; i < field.choices.size(); ++i)
        if (static_cast<double>(i) != chosen)
            list.append(list.empty() ? "" : ", ").append(field.choices[i]);
    return list;
}

void add_engine_problem(const Scenario& scenario, const engine::Problem& problem, std::vector<FieldProblem>& problems)
{
    if (problem.code == engine::ErrorCode::none)
        return;
    FieldProblem out;
    out.code = engine::error_ids[static_cast<std::size_t>(problem.code)];
    if (problem.field >= 0) {
        const Field& field = scenario.calculator->inputs[static_cast<std::size_t>(problem.field)];
        out.field = field.id;
        out.value = value_text(scenario, problem.field);
        out.allowed = allowed_values(field);
        if (field.kind == Kind::link) {
            if (problem.code == engine::ErrorCode::missing)
                out.code = "unknown_fabric";
            out.allowed = field.id == "inter_fabric" ? scenario.networks : scenario.fabrics;
        }
        if (engine::is_present(problem.limit) && problem.code == engine::ErrorCode::above_most)
            out.allowed = exact_number(field.least) + " - " + exact_number(problem.limit);
        if (engine::is_present(problem.limit) && problem.code == engine::ErrorCode::below_least)
            out.allowed = exact_number(problem.limit) + " - " + exact_number(field.most);
    }
    if (problem.code == engine::ErrorCode::unsupported && out.field == "engine") {
        const auto at = static_cast<std::size_t>(problem.field);
        out.allowed = other_choices(scenario.calculator->inputs[at], scenario.inputs[at]);
    } else if (problem.other_field >= 0 && problem.code == engine::ErrorCode::inconsistent) {
        const std::string other = value_text(scenario, problem.other_field);
        out.allowed = std::string(scenario.calculator->inputs[static_cast<std::size_t>(problem.other_field)].id) + " = " + other;
        if (other.empty() && engine::is_present(problem.limit)) // It is the derived value that this one contradicts.
            out.allowed = exact_number(problem.limit);
    }
    problems.push_back(std::move(out));
}

}

Outcome evaluate(const Scenario& scenario)
{
    Outcome outcome;
    outcome.problems = scenario.problems;
    if (!outcome.problems.empty())
        return outcome;
    const engine::Request request{scenario.inputs, scenario.specs};
    add_engine_problem(scenario, scenario.calculator->evaluate(request, outcome.answer), outcome.problems);
    return outcome;
}

Outcome run(const Scenario& scenario)
{
    Outcome outcome = evaluate(scenario);
    if (outcome.problems.empty())
        add_engine_problem(scenario,
                           scenario.calculator->derive({scenario.inputs, scenario.specs}, outcome.derivation),
                           outcome.problems);
    return outcome;
}

}
