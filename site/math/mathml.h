#pragma once
// A formula in the LaTeX that authors know -> presentation MathML, which browsers and screen readers read by themselves.
//
//     Formula f = formula("\\frac{a}{b}", Display::block);
//     f.html   <math display="block"><semantics>...<annotation encoding="application/x-tex">\frac{a}{b}</annotation>...
//     f.text   a / b        for search, sentences and anchors
//
// The subset: fractions, roots, scripts, Greek, relations and arrows, big operators, named functions, \text, accents,
// \left \right, alphabets, matrices, cases, aligned, spaces (site/math/commands.h has them all). What is beyond it is a
// problem with its place, never a guess. No macros: a formula means the same on every page.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace site::math {

enum class Display { in_line, block };

/// What is wrong with a formula; its code and words are those of Diagnostic.
struct Problem {
    std::string code;
    std::vector<std::string> arguments;
    std::size_t at = 0, size = 1;        ///< bytes of the source
};

struct Formula {
    std::string html;                    ///< empty when there is a problem
    std::string text;                    ///< on one line, as one would type it without LaTeX
    std::vector<Problem> problems;       ///< the first of the formula; more would be its echo
};

Formula formula(std::string_view latex, Display);

}
