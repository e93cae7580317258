#pragma once
// An answer before anything is known. One function for all calculators: the same lines in each would be kilobytes of
// unrolled stores in the WebAssembly module.

#include "engine/calculators/calculator.h"

namespace engine {

/// Inputs as given, every output and range absent, no warnings and no suggestions.
void blank(Answer& answer, const Inputs& inputs);

/// Adds a warning. Never inlined: each copy would be paid for in the WebAssembly module.
void add_warning(Answer& answer, int code, double first, double second);
/// Likewise a suggestion.
void add_suggestion(Answer& answer, int field, double value);

/// The warning `no_effect` of a calculator (its code here) has the index of an input as its argument: it is set to something
/// else than its default and changes nothing.
inline constexpr std::string_view no_effect_warning = "no_effect";
struct UnusedInputs {
    std::span<const Field> fields;
    const Inputs& inputs;
    Answer& answer;
    int code;
    /// Warns where `unused` holds for a field that is set.
    void check(int field, bool unused) const;
};

} // namespace engine
