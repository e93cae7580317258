#pragma once
// Writes the steps of a derivation: add(Step::id, result, values...) in the order of the step's symbols.
//
// Values are arguments, not a list: a list is stored to memory at each of a hundred calls, which would be kilobytes of the
// WebAssembly module. For the same reason there is one function for each number of values.

#include "engine/calculators/calculator.h"
#include "engine/units/quantity.h"

namespace engine {

template<class... Values>
[[gnu::noinline]] void add_step(Derivation& derivation, int info, double result, Values... values)
{
    static_assert(sizeof...(values) <= max_values);
    if (derivation.steps_used >= max_steps)
        return;
    Step& next = derivation.steps[static_cast<std::size_t>(derivation.steps_used++)];
    next.info = info;
    next.result = result;
    next.values_used = 0;
    ((next.values[static_cast<std::size_t>(next.values_used++)] = values), ...);
}

template<class Id>
struct StepList {
    Derivation& derivation;

    template<class... Values>
    void operator()(Id step, double result, Values... values) const
    {
        add_step(derivation, static_cast<int>(step), result, static_cast<double>(values)...);
    }
    template<class... Values>
    void operator()(Id step, Bytes result, Values... values) const
    {
        (*this)(step, result.in(units::B), values...);
    }
};

}
