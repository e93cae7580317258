#pragma once
// Which steps explain an output, and how a step is written: formula in symbols, the same with numbers, result.
//
// The rule, for this file and for web/js/derivation.js alike; pages, command line and lab show steps by it. Its own library, since it reads
// the texts of the tables, which calculators.wasm does not have:
// 1. The step of an output is the one with the output's id, else the last one with the same unit and result.
// 2. Before it come the steps that define the symbols of its formula, theirs in turn, until a step that belongs to another
//    output: that one is not repeated.
// 3. The symbol a step defines stands left of " = "; a formula without "=" is a symbol that is given.

#include "engine/calculators/calculator.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Indices into derivation.steps, in order of derivation; empty where the output has no step.
std::vector<int> steps_of(const Calculator&, const Derivation&, const Answer&, int output);

/// "70,553,706,496 × 8 / 8": the right side of the formula, every symbol replaced by `number` of its value.
template<class Number>
std::string substituted(const StepInfo& info, const Step& step, Number number);

/// The words of a text, split at spaces.
std::vector<std::string_view> words_of(std::string_view text);
/// The formula cut into words and signs: "max(1, g / t)" -> max ( 1 , g / t ).
std::vector<std::string_view> formula_tokens(std::string_view formula);
bool is_operand(std::string_view token);
/// An operand that is no number.
bool is_name(std::string_view token);

template<class Number>
std::string substituted(const StepInfo& info, const Step& step, Number number)
{
    const std::size_t equals = info.formula.find(" = ");
    if (equals == std::string_view::npos)
        return {};
    const auto symbols = words_of(info.symbols);
    std::string text;
    std::string_view before;
    for (const std::string_view token : formula_tokens(info.formula.substr(equals + 3))) {
        // K_1(s) is a function of s, N (s + 1) a product.
        const bool call = token == "(" && is_name(before) && before.data() + before.size() == token.data();
        const bool product = (is_operand(before) || before == ")") && (is_operand(token) || token == "(") && !call;
        const bool tight = text.empty() || before == "(" || token == ")" || token == "," || call;
        text += product ? " × " : tight ? "" : " ";
        std::string_view shown = token;
        std::string value;
        for (std::size_t i = 0; i < symbols.size() && static_cast<int>(i) < step.values_used; ++i)
            if (symbols[i] == token)
                shown = value = number(step.values[i]);
        text += shown;
        before = token;
    }
    return text;
}

}
