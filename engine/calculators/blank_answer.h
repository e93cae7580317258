#pragma once
// An answer before anything is known. One function for all calculators: the same lines in each would be kilobytes of
// unrolled stores in the WebAssembly module.

#include "engine/calculators/calculator.h"

namespace engine {

/// Inputs as given, every output and range absent, no warnings and no suggestions.
void blank(Answer& answer, const Inputs& inputs);

} // namespace engine
