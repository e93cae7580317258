#pragma once
// What the reader should know about an answer, in words: the warnings, and why a request has none.

#include "site/render/strings.h"
#include "site/scenario/scenario.h"

#include <string>
#include <vector>

namespace site {

/// The answer's warnings as sentences: warning.<id> with its arguments as plain numbers.
std::vector<std::string> warning_texts(const engine::Calculator&, const engine::Answer&, const Words&);

/// A problem as a sentence: error.<code> with the field, what was written and what is allowed.
std::string problem_text(const FieldProblem&, const Words&);

}
