#pragma once
// Placeholder until tools/fit has run.

#include "engine/models/serving_parameters.h"

namespace engine::serving_constants {

inline constexpr ServingParameters vllm{0.767, 0.751, 4.505, 40.08, 2.911, 1.972, 8.02, 6.786, 8.754, 0.73, 0.209, 1.295, 3.106, 10.04, 12.89, 0.53, 0.681, 0.722, 4.86, 7.415, 23.1, 4.391, 2.786, 0.57};
inline constexpr ServingParameters sglang{0.784, 0.773, 4.166, 41.25, 7.031, 4.542, 8.08, 6.786, 8.754, 0.73, 0.209, 1.295, 3.106, 10.04, 12.89, 0.53, 0.681, 0.722, 4.86, 7.415, 23.1, 4.391, 2.786, 0.57};
inline constexpr ServingParameters tensorrt_llm{0.916, 0.814, 4.023, 37.6, 4.772, 2.28, 8.14, 6.786, 8.754, 0.73, 0.209, 1.295, 3.106, 10.04, 12.89, 0.53, 0.681, 0.722, 4.86, 7.415, 23.1, 4.391, 2.786, 0.57};

}
