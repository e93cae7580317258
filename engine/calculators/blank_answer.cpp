#include "engine/calculators/blank_answer.h"

namespace engine {

void blank(Answer& answer, const Inputs& inputs)
{
    answer.inputs = inputs;
    for (auto* slots : {&answer.outputs, &answer.low, &answer.high})
        slots->fill(absent);
    answer.warnings_used = answer.suggestions_used = 0;
}

} // namespace engine
