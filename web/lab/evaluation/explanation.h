#pragma once
// Why an output is what it is, as lines of text: for whoever hovers over a number.

#include "web/lab/evaluation/scenario.h"
#include "web/lab/evaluation/words.h"

namespace lab {

struct ExplainedStep {
    std::string says;      ///< the step in words
    std::string formula;   ///< "t_w = W / (b HBM)"
    std::string numbers;   ///< its right side with numbers in place; empty where the formula is a symbol that is given
    std::string result;
};

/// The steps that lead to this output, in order; empty where it has none or the request has no answer.
std::vector<ExplainedStep> explain(const Scenario&, const Catalog&, std::string_view output, const Words&);

}
