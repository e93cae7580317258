#include "site/render/warning_text.h"

#include "engine/calculators/blank_answer.h"
#include "engine/units/format.h"

namespace site {

std::vector<std::string> warning_texts(const engine::Calculator& calculator, const engine::Answer& answer,
                                       const Words& words)
{
    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    std::vector<std::string> texts;
    for (int i = 0; i < answer.warnings_used; ++i) {
        const engine::Warning& warning = answer.warnings[static_cast<std::size_t>(i)];
        std::array<engine::Text, 3> numbers;
        for (std::size_t a = 0; a < numbers.size(); ++a)
            numbers[a] = engine::format(warning.arguments[a], engine::Unit::none, language, 4);
        const std::string_view id = calculator.warnings[static_cast<std::size_t>(warning.code)];
        if (id == engine::no_effect_warning) { // its argument is an input
            const auto field = calculator.inputs[static_cast<std::size_t>(warning.arguments[0])].id;
            texts.push_back(words("warning.no_effect", {words("field." + std::string(field) + ".label")}));
            continue;
        }
        const std::string key = "warning." + std::string(id);
        texts.push_back(words(key, {numbers[0].view(), numbers[1].view(), numbers[2].view()}));
    }
    return texts;
}

std::string problem_text(const FieldProblem& problem, const Words& words)
{
    const std::string key = "field." + problem.field + ".label";
    const std::string field =
        words.has(key) ? problem.field + " (" + std::string(words(key)) + ")" : problem.field;
    std::string text = words("error." + problem.code, {field, problem.value, problem.allowed});
    if ((problem.code == "unknown_id" || problem.code == "unknown_field") && !problem.allowed.empty())
        text += " " + words("error.did_you_mean", {problem.allowed});
    return text;
}

}
