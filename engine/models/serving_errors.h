#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Measured / predicted, 10th and 90th percentile: {time per token}, {time to first token}, {request}, cases.
// Served cases are predicted by fits that did not see their model.

#include "engine/models/error_range.h"

namespace engine::serving_errors {

/// By engine (vLLM, SGLang, TensorRT-LLM), then Hopper and Blackwell.
inline constexpr std::array<std::array<QuantityErrors, 2>, 3> served{{
    {{{{0.955, 1.213}, {0.753, 1.202}, {0.956, 1.213}, 130},
      {{0.874, 1.131}, {0.749, 1.481}, {0.874, 1.133}, 116}}},
    {{{{0.838, 1.200}, {0.757, 3.065}, {0.836, 1.268}, 35},
      {{0.817, 1.175}, {0.299, 2.116}, {0.391, 1.083}, 61}}},
    {{{{0.902, 1.239}, {0.831, 1.753}, {0.921, 1.252}, 231},
      {{0.837, 1.113}, {0.836, 1.582}, {0.826, 1.121}, 138}}},
}};
/// As many sequences as fit, any engine.
inline constexpr QuantityErrors saturated{{0.734, 1.049}, {}, {0.734, 1.049}, 7};
/// llama.cpp, one stream; in sample.
inline constexpr QuantityErrors local{{0.891, 1.143}, {0.912, 1.106}, {0.891, 1.143}, 12};

}
