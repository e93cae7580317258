#pragma once
// Small conversions that stand on the page of the term they explain. A converter is a Calculator without specifications,
// steps or warnings: it has the same field tables, so that command line, `calc` figures and pages need nothing new. They
// are their own module, converters.wasm: a page with one does not fetch the engine.
//
//     const Calculator* c = find_converter("pipeline-bubble");

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/calculator.h"

namespace engine {

/// In the order of the WebAssembly boundary: add at the end.
std::span<const Calculator* const> converters();
/// Null when there is none of this id.
const Calculator* find_converter(std::string_view id);

using Outputs = std::array<double, max_fields>;

/// Checks the inputs and lets `compute(inputs, outputs)` fill the outputs.
template<class Compute>
Problem convert(const Calculator& converter, const Request& request, Answer& answer, Compute compute)
{
    if (const Problem problem = check_inputs(converter, request.inputs); problem.code != ErrorCode::none)
        return problem;
    blank(answer, request.inputs);
    compute(request.inputs, answer.outputs);
    return {};
}

/// Their formula stands beside them in words: converter.<id>.formula.
Problem derive_nothing(const Request& request, Derivation& derivation);

extern const Calculator bus_bandwidth_converter, byte_units_converter, egress_rate_converter, electricity_converter,
    lora_parameters_converter, mig_slices_converter, pipeline_bubble_converter, tops_precision_converter;

}
