#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Measured / predicted, 10th and 90th percentile: {time per token}, {time to first token}, {request}, cases.
// Served cases are predicted by fits that did not see their model.

#include "engine/models/error_range.h"

namespace engine::serving_errors {

/// By engine (vLLM, SGLang, TensorRT-LLM), then Hopper and Blackwell.
inline constexpr std::array<std::array<QuantityErrors, 2>, 3> served{{
    {{{{0.955, 1.208}, {0.781, 1.215}, {0.957, 1.216}, 130},
      {{0.869, 1.118}, {0.784, 1.512}, {0.870, 1.120}, 116}}},
    {{{{0.841, 1.208}, {0.763, 3.144}, {0.840, 1.279}, 35},
      {{0.818, 1.115}, {0.908, 2.142}, {0.812, 1.078}, 61}}},
    {{{{0.901, 1.238}, {0.831, 1.762}, {0.918, 1.248}, 231},
      {{0.833, 1.103}, {0.822, 1.588}, {0.822, 1.106}, 138}}},
}};
/// As many sequences as fit, any engine.
inline constexpr QuantityErrors saturated{{0.758, 1.054}, {}, {0.758, 1.054}, 7};
/// llama.cpp, one stream; in sample.
inline constexpr QuantityErrors local{{0.891, 1.143}, {0.912, 1.106}, {0.891, 1.143}, 12};

}
