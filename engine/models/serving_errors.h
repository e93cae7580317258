#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Measured / predicted, 10th and 90th percentile: {time per token}, {time to first token}, {request}, cases.
// Served cases are predicted by fits that did not see their model.

#include "engine/models/error_range.h"

namespace engine::serving_errors {

/// By engine (vLLM, SGLang, TensorRT-LLM), then Hopper and Blackwell.
inline constexpr std::array<std::array<QuantityErrors, 2>, 3> served{{
    {{{{0.954, 1.213}, {0.799, 1.246}, {0.954, 1.219}, 130},
      {{0.868, 1.110}, {0.804, 1.542}, {0.869, 1.115}, 116}}},
    {{{{0.847, 1.221}, {0.723, 2.825}, {0.842, 1.274}, 35},
      {{0.820, 1.119}, {0.798, 1.987}, {0.812, 1.084}, 61}}},
    {{{{0.910, 1.240}, {0.787, 1.698}, {0.915, 1.255}, 231},
      {{0.836, 1.101}, {0.722, 1.498}, {0.822, 1.105}, 138}}},
}};
/// As many sequences as fit, any engine.
inline constexpr QuantityErrors saturated{{0.761, 1.053}, {}, {0.761, 1.053}, 7};
/// llama.cpp, one stream; in sample.
inline constexpr QuantityErrors local{{0.891, 1.143}, {0.912, 1.106}, {0.891, 1.143}, 12};

}
