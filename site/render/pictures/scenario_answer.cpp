#include "site/render/pictures/scenario_answer.h"

#include "site/render/warning_text.h"

namespace site {

ScenarioAnswer::ScenarioAnswer(PictureInput& in, std::string_view calculator, std::span<const Setting> more)
    : m_calculator(*engine::find_calculator(calculator))
{
    std::vector<Setting> settings;
    for (const auto& [key, value] : in.expression().settings)
        if (key.text != "caption")
            settings.push_back({key.text, value.text});
    settings.insert(settings.end(), more.begin(), more.end());
    m_scenario = make_scenario(m_calculator, in.catalog(), settings);
    m_outcome = site::evaluate(m_scenario);
    for (const FieldProblem& wrong : m_outcome.problems)
        in.refuse(wrong.field, problem_text(wrong, in.words()));
    m_sound = m_outcome.problems.empty();
}

double ScenarioAnswer::output(std::string_view field) const
{
    const int index = engine::field_index(m_calculator.outputs, field);
    return m_sound && index >= 0 ? m_outcome.answer.outputs[static_cast<std::size_t>(index)] : engine::absent;
}

double ScenarioAnswer::input(std::string_view field) const
{
    const int index = engine::field_index(m_calculator.inputs, field);
    return m_sound && index >= 0 ? m_outcome.answer.inputs[static_cast<std::size_t>(index)] : engine::absent;
}

std::string_view ScenarioAnswer::id(std::string_view field) const
{
    const int index = engine::field_index(m_calculator.inputs, field);
    return index >= 0 && static_cast<std::size_t>(index) < m_scenario.ids.size() ? std::string_view(m_scenario.ids[static_cast<std::size_t>(index)])
                                                                                : std::string_view();
}

}
