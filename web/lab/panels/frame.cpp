#include "web/lab/panels/frame.h"

#include "web/lab/evaluation/explanation.h"

namespace lab {

std::string output_text(const Frame& frame, const Evaluated& evaluated, const engine::Calculator& calculator, std::string_view output)
{
    const int index = engine::field_index(calculator.outputs, output);
    return frame.words().value(calculator.outputs[static_cast<std::size_t>(index)], evaluated.output(calculator, output));
}

void explain_in_tooltip(const Frame& frame, const Scenario& scenario, std::string_view output)
{
    const auto steps = explain(scenario, frame.catalog, output, frame.words());
    if (!ImGui::BeginTooltip())
        return;
    ImGui::PushTextWrapPos(frame.pixels(460));
    const int index = engine::field_index(scenario.calculator->outputs, output);
    ImGui::TextUnformatted(frame.words().label(scenario.calculator->outputs[static_cast<std::size_t>(index)]));
    ImGui::Separator();
    for (const ExplainedStep& step : steps) {
        ImGui::TextDisabled("%s", step.says.c_str());
        ImGui::TextUnformatted(step.formula.c_str());
        if (!step.numbers.empty())
            ImGui::Text("  = %s", step.numbers.c_str());
        ImGui::Text("  = %s", step.result.c_str());
    }
    if (steps.empty())
        ImGui::TextDisabled("%s", frame.words()("lab.no_derivation"));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

std::string problem_text(const Frame& frame, const Scenario& scenario, const engine::Problem& problem)
{
    const Words& words = frame.words();
    const auto& fields = scenario.calculator->inputs;
    const std::string key = "error." + std::string(engine::error_ids[static_cast<std::size_t>(problem.code)]);
    if (problem.field < 0)
        return words(key);
    const engine::Field& field = fields[static_cast<std::size_t>(problem.field)];
    std::string allowed = words.number(field.least, engine::Unit::none) + " – " + words.number(field.most, engine::Unit::none);
    if (problem.other_field >= 0)
        allowed = words.label(fields[static_cast<std::size_t>(problem.other_field)]);
    return words(key, {words.label(field), scenario.text(static_cast<std::size_t>(problem.field)), allowed});
}

}
