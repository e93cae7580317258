#include "web/lab/evaluation/explanation.h"

#include "engine/calculators/derivation.h"

namespace lab {

std::vector<ExplainedStep> explain(const Scenario& scenario, const Catalog& catalog, std::string_view output, const Words& words)
{
    const engine::Calculator& calculator = *scenario.calculator;
    const int index = engine::field_index(calculator.outputs, output);
    const engine::Specifications specs = specifications(scenario, catalog);
    engine::Answer answer;
    engine::Derivation derivation;
    const engine::Request request{scenario.inputs, specs};
    if (index < 0 || calculator.evaluate(request, answer).code != engine::ErrorCode::none ||
        calculator.derive(request, derivation).code != engine::ErrorCode::none)
        return {};
    std::vector<ExplainedStep> steps;
    constexpr int many_digits = 6;
    for (const int i : engine::steps_of(calculator, derivation, answer, index)) {
        const engine::Step& step = derivation.steps[static_cast<std::size_t>(i)];
        const engine::StepInfo& info = calculator.steps[static_cast<std::size_t>(step.info)];
        const auto number = [&words](double value) { return words.number(value, engine::Unit::none, many_digits); };
        steps.push_back({words("step." + std::string(info.id)), std::string(info.formula),
                         engine::substituted(info, step, number), words.number(step.result, info.unit)});
    }
    return steps;
}

}
