#pragma once
// A calculator is two pure functions and three tables.
//
//     const Calculator& c = *find_calculator("inference-memory");
//     Inputs inputs = default_inputs(c);             // doubles in the order of c.inputs
//     inputs[field_index(c.inputs, "context")] = 8192;
//     Answer answer;
//     if (Problem p = c.evaluate({inputs, specs}, answer); p.code == ErrorCode::none)
//         use(answer.outputs[...]);
//     Derivation d;
//     c.derive({inputs, specs}, d);                  // the steps that lead there; slower, for showing
//
// Neither allocates, throws, prints or keeps anything. Input slots of kind model, accelerator, format and link are
// ignored: their records are in the Specifications. "Does not fit" is an answer, an input out of range is a Problem.

#include "engine/calculators/field.h"
#include "engine/specs/specifications.h"

#include <array>
#include <span>
#include <string_view>

namespace engine {

inline constexpr int max_fields = 64, max_steps = 64, max_values = 8, max_warnings = 16, max_suggestions = 8;

using Inputs = std::array<double, max_fields>;

struct Request {
    const Inputs& inputs;
    const Specifications& specs;
};

/// Why a request has no answer. The words are error.<id> in assets/strings, with the field's label and limits.
enum class ErrorCode { none, below_least, above_most, not_whole, not_a_choice, missing, unsupported, inconsistent };
inline constexpr std::array<std::string_view, 8> error_ids{
    "none", "below_least", "above_most", "not_whole", "not_a_choice", "missing", "unsupported", "inconsistent"};

struct Problem {
    ErrorCode code = ErrorCode::none;
    int field = -1;              ///< index into inputs
    double limit = absent;       ///< the bound that was passed, or the value that would be consistent
    int other_field = -1;        ///< of `inconsistent`: the field it disagrees with
};

/// Something the reader should know about the answer: warning.<id> in assets/strings, arguments filled in.
struct Warning {
    int code = 0;                ///< index into the calculator's warnings
    std::array<double, 3> arguments{absent, absent, absent};
};

/// A smallest single change that would make it fit: set `field` to `value` (for a format: nothing but the field, the
/// caller tries the next smaller format of its catalog).
struct Suggestion {
    int field = -1;
    double value = absent;
};

/// What kind of step: its formula in symbols, what the symbols' values are, and the term that explains it.
struct StepInfo {
    Name id;         ///< step.<id> in assets/strings is its sentence
    Name formula;    ///< "W = N b / 8"
    Name symbols;    ///< the symbols on the right in the order of the values: "N b"
    Unit unit;                   ///< of the result
    Name term;       ///< id of the glossary term that explains it
};

struct Step {
    int info = 0;                ///< index into the calculator's steps
    double result = absent;
    std::array<double, max_values> values{};
    int values_used = 0;
};

struct Answer {
    Inputs inputs{};             ///< as used: defaults filled in, derived ones too (a catalog field's slot is ignored)
    std::array<double, max_fields> outputs{}; ///< in the order of Calculator::outputs; absent where there is none
    std::array<double, max_fields> low{}, high{}; ///< the range of each output; absent where none is known
    std::array<Warning, max_warnings> warnings{};
    int warnings_used = 0;
    std::array<Suggestion, max_suggestions> suggestions{};
    int suggestions_used = 0;
};

struct Derivation {
    std::array<Step, max_steps> steps{};
    int steps_used = 0;
};

struct Calculator {
    Name id;
    std::span<const Field> inputs;
    Table<Field> outputs;
    Table<StepInfo> steps;
    Table<std::string_view> warnings; ///< ids
    Problem (*evaluate)(const Request&, Answer&);
    Problem (*derive)(const Request&, Derivation&);
};

/// All calculators, in the order that the WebAssembly boundary counts them.
std::span<const Calculator> calculators();
const Calculator* find_calculator(std::string_view id);

Inputs default_inputs(const Calculator&);
/// Index of the field, or -1.
int field_index(std::span<const Field>, std::string_view id);
/// The checks that follow from the table alone: limits, whole numbers, choices, required fields.
Problem check_inputs(const Calculator&, const Inputs&);

}
