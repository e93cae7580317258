#include "engine/calculators/derivation.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

std::string_view defined_symbol(const StepInfo& info)
{
    return info.formula.substr(0, info.formula.find(" = "));
}

int step_of(const Calculator& calculator, const Derivation& derivation, const Answer& answer,
            int output)
{
    const Field& field = calculator.outputs[static_cast<std::size_t>(output)];
    const double value = answer.outputs[static_cast<std::size_t>(output)];
    int same_value = -1;
    for (int i = 0; i < derivation.steps_used; ++i) {
        const Step& step = derivation.steps[static_cast<std::size_t>(i)];
        const StepInfo& info = calculator.steps[static_cast<std::size_t>(step.info)];
        if (info.id == field.id)
            return i;
        if (info.unit == field.unit && std::abs(step.result - value) <= 1e-9 * std::abs(value))
            same_value = i;
    }
    return same_value;
}

}

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(' ', at);
        if (begin == text.npos)
            break;
        at = std::min(text.find(' ', begin), text.size());
        words.push_back(text.substr(begin, at - begin));
    }
    return words;
}

bool is_operand(std::string_view token)
{
    const char c = token.empty() ? ' ' : token.front();
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

bool is_name(std::string_view token) { return is_operand(token) && !(token.front() >= '0' && token.front() <= '9'); }

std::vector<std::string_view> formula_tokens(std::string_view formula)
{
    std::vector<std::string_view> tokens;
    for (const std::string_view word : words_of(formula)) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i <= word.size(); ++i) {
            const bool sign = i < word.size() && (word[i] == '(' || word[i] == ')' || word[i] == ',');
            if (i == word.size() || sign) {
                if (i > begin)
                    tokens.push_back(word.substr(begin, i - begin));
                if (sign)
                    tokens.push_back(word.substr(i, 1));
                begin = i + 1;
            }
        }
    }
    return tokens;
}

std::vector<int> steps_of(const Calculator& calculator, const Derivation& derivation,
                          const Answer& answer, int output)
{
    const int own = step_of(calculator, derivation, answer, output);
    if (own < 0)
        return {};
    std::vector<int> owners(static_cast<std::size_t>(derivation.steps_used), -1);
    for (int i = 0; i < static_cast<int>(calculator.outputs.size()); ++i)
        if (const int step = step_of(calculator, derivation, answer, i); step >= 0 && owners[static_cast<std::size_t>(step)] < 0)
            owners[static_cast<std::size_t>(step)] = i;
    const auto info_of = [&](int step) -> const StepInfo& {
        return calculator.steps[static_cast<std::size_t>(derivation.steps[static_cast<std::size_t>(step)].info)];
    };
    std::vector<int> result{own};
    for (std::size_t next = 0; next < result.size(); ++next) {
        for (const std::string_view symbol : words_of(info_of(result[next]).symbols)) {
            for (int i = 0; i < derivation.steps_used; ++i) {
                if (defined_symbol(info_of(i)) == symbol && owners[static_cast<std::size_t>(i)] < 0 &&
                    std::find(result.begin(), result.end(), i) == result.end())
                    result.push_back(i);
            }
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}
