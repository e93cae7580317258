#include "engine/calculators/blank_answer.h"

namespace engine {

void blank(Answer& answer, const Inputs& inputs)
{
    answer.inputs = inputs;
    for (auto* slots : {&answer.outputs, &answer.low, &answer.high})
        slots->fill(absent);
    answer.warnings_used = answer.suggestions_used = 0;
}

[[gnu::noinline]] void add_warning(Answer& answer, int code, double first, double second)
{
    if (answer.warnings_used < max_warnings)
        answer.warnings[static_cast<std::size_t>(answer.warnings_used++)] = {.code = code, .arguments = {first, second, absent}};
}

[[gnu::noinline]] void add_suggestion(Answer& answer, int field, double value)
{
    if (answer.suggestions_used < max_suggestions)
        answer.suggestions[static_cast<std::size_t>(answer.suggestions_used++)] = {.field = field, .value = value};
}

void UnusedInputs::check(int field, bool unused) const
{
    const auto i = static_cast<std::size_t>(field);
    if (unused && is_present(inputs[i]) && inputs[i] != fields[i].initial)
        add_warning(answer, code, static_cast<double>(field), absent);
}

} // namespace engine
