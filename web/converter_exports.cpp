// converters.wasm: the small conversions of term pages. What JavaScript relies on:
//
// 1. inputs() and outputs() point at max_fields doubles; inputs are in the order of the converter's table (fields/converters.js),
//    NaN where nothing is given.
// 2. convert(which) fills the outputs and returns 0, or the index of an error; then outputs()[0] is the input's index and
//    outputs()[1] the limit that it passed.
// 3. format(value, unit, language, digits) is UTF-8 ending in 0, the same text as everywhere.

#include "engine/converters/converter.h"
#include "engine/units/format.h"

#include <algorithm>
#include <cstddef>

using namespace engine;

#define EXPORT(name) extern "C" __attribute__((export_name(name), used))

namespace {

Inputs inputs;
Outputs outputs;
Answer answer;
std::array<char, sizeof(Text) + 1> text;

/// No converter reads a specification; storage without a constructor keeps tables of NaN out of the module.
alignas(Specifications) std::array<std::byte, sizeof(Specifications)> no_specifications;

}

EXPORT("inputs") double* input_row() { return inputs.data(); }
EXPORT("outputs") double* output_row() { return outputs.data(); }

EXPORT("convert") int convert_inputs(int which)
{
    const auto all = converters();
    if (which < 0 || static_cast<std::size_t>(which) >= all.size())
        return static_cast<int>(ErrorCode::unsupported);
    const Problem problem =
        all[static_cast<std::size_t>(which)]->evaluate({inputs, reinterpret_cast<Specifications&>(no_specifications)}, answer);
    outputs = answer.outputs;
    if (problem.code != ErrorCode::none) {
        outputs[0] = problem.field;
        outputs[1] = problem.limit;
    }
    return static_cast<int>(problem.code);
}

EXPORT("format") const char* format_number(double value, int unit, int language, int digits)
{
    const bool known = unit >= 0 && static_cast<std::size_t>(unit) < unit_ids.size();
    const Text formatted = format(value, known ? static_cast<Unit>(unit) : Unit::none, language == 1 ? Language::zh : Language::en, digits);
    std::copy_n(formatted.bytes.begin(), formatted.size, text.begin());
    text[static_cast<std::size_t>(formatted.size)] = '\0';
    return text.data();
}
