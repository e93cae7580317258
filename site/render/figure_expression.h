#pragma once
// The text between `{{` and `}}` as its parts. Pure; positions are characters from 1.

#include "site/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct FigurePart {
    std::string text;
    int column = 1, length = 0;          ///< in characters
};

struct FigureExpression {
    FigurePart kind, name;               ///< fact or calc; the quoted name
    std::vector<std::pair<FigurePart, FigurePart>> settings; ///< key="value"
    std::vector<FigurePart> filters;     ///< what stands after each |
};

/// An error at a part of an expression.
Diagnostic figure_problem(std::string code, const FigurePart& at, std::vector<std::string> arguments);

/// Nothing, and the problem `figure-syntax` with what was expected, when the text is no such expression.
std::optional<FigureExpression> parse_figure(std::string_view expression, std::vector<Diagnostic>& problems);

}
