#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Each line: value, unit, clean cases that it shows in, spread (standard deviation in the fit, others held).

#include "engine/models/serving_parameters.h"

namespace engine::serving_constants {

inline constexpr ServingParameters vllm{
    .bandwidth = 0.764,                     // share        264 cases, +-1.8 %
    .matmul = 0.748,                        // share        264 cases, +-3.3 %
    .kernel_us = 4.53,                     // us           264 cases, +-1.7 %
    .launch_us = 44.6,                     // us           218 cases, +-4.4 %
    .pickup_steps = 3.22,                  // steps        260 cases, +-4.5 %
    .pickup_prefills = 2.14,               // prompts      257 cases, +-5.0 %
    .front_end_ms = 7.97,                  // ms           258 cases, +-5.0 %
    .all_reduce_us = 6.76,                 // us           603 cases, +-4.8 %, shared
    .sequence_us = 8.53,                   // us           742 cases, +-7.4 %, shared
    .cache_bandwidth = 0.76,               // share        754 cases, +-3.5 %, shared
    .finish_spread = 0.205,                 // share        738 cases, +-6.4 %, shared
    .expert_skew = 1.29,                   // sigma        439 cases, +-4.1 %, shared
    .token_us = 3.09,                      // us           731 cases, +-8.5 %, shared
    .expert_passes = 9.66,                 // passes       444 cases, +-6.6 %, shared
    .layer_passes = 12.8,                  // passes       745 cases, +-7.7 %, shared
    .grouped_matmul = 0.53,                // share        443 cases, +-4.4 %, shared
    .narrow_bandwidth = 0.687,              // share        136 cases, +-3.6 %, shared
    .block_matmul = 0.721,                  // share        304 cases, +-2.3 %, shared
    .moe_kernels = 4.88,                   // kernels      445 cases, +-3.9 %, shared
    .mla_kernels = 7.37,                   // kernels      145 cases, +-6.1 %, shared
    .mla_prefill_kernels = 22.3,           // kernels      142 cases, +-7.6 %, shared
    .block_kernels = 4.58,                 // kernels      304 cases, +-5.7 %, shared
    .dequantised_bytes = 2.78,             // bytes/kFLOP   88 cases, +-3.1 %, shared
    .launch_share = 0.605,                  // share        275 cases, +-7.8 %, shared
};

inline constexpr ServingParameters sglang{
    .bandwidth = 0.816,                     // share         98 cases, +-3.2 %
    .matmul = 0.76,                        // share         98 cases, +-4.0 %
    .kernel_us = 4.17,                     // us            98 cases, +-2.5 %
    .launch_us = 45.6,                     // us            97 cases, +-4.3 %
    .pickup_steps = 6.86,                  // steps         94 cases, +-4.9 %
    .pickup_prefills = 4.45,               // prompts       94 cases, +-4.9 %
    .front_end_ms = 8.09,                  // ms            93 cases, +-5.1 %
    .all_reduce_us = 6.76,                 // us           603 cases, +-4.8 %, shared
    .sequence_us = 8.53,                   // us           742 cases, +-7.4 %, shared
    .cache_bandwidth = 0.76,               // share        754 cases, +-3.5 %, shared
    .finish_spread = 0.205,                 // share        738 cases, +-6.4 %, shared
    .expert_skew = 1.29,                   // sigma        439 cases, +-4.1 %, shared
    .token_us = 3.09,                      // us           731 cases, +-8.5 %, shared
    .expert_passes = 9.66,                 // passes       444 cases, +-6.6 %, shared
    .layer_passes = 12.8,                  // passes       745 cases, +-7.7 %, shared
    .grouped_matmul = 0.53,                // share        443 cases, +-4.4 %, shared
    .narrow_bandwidth = 0.687,              // share        136 cases, +-3.6 %, shared
    .block_matmul = 0.721,                  // share        304 cases, +-2.3 %, shared
    .moe_kernels = 4.88,                   // kernels      445 cases, +-3.9 %, shared
    .mla_kernels = 7.37,                   // kernels      145 cases, +-6.1 %, shared
    .mla_prefill_kernels = 22.3,           // kernels      142 cases, +-7.6 %, shared
    .block_kernels = 4.58,                 // kernels      304 cases, +-5.7 %, shared
    .dequantised_bytes = 2.78,             // bytes/kFLOP   88 cases, +-3.1 %, shared
    .launch_share = 0.605,                  // share        275 cases, +-7.8 %, shared
};

inline constexpr ServingParameters tensorrt_llm{
    .bandwidth = 0.915,                     // share        399 cases, +-1.7 %
    .matmul = 0.809,                        // share        399 cases, +-1.9 %
    .kernel_us = 4.07,                     // us           399 cases, +-1.6 %
    .launch_us = 30.5,                     // us           316 cases, +-4.0 %
    .pickup_steps = 4.86,                  // steps        396 cases, +-4.0 %
    .pickup_prefills = 2.26,               // prompts      390 cases, +-4.6 %
    .front_end_ms = 8.21,                  // ms           392 cases, +-5.0 %
    .all_reduce_us = 6.76,                 // us           603 cases, +-4.8 %, shared
    .sequence_us = 8.53,                   // us           742 cases, +-7.4 %, shared
    .cache_bandwidth = 0.76,               // share        754 cases, +-3.5 %, shared
    .finish_spread = 0.205,                 // share        738 cases, +-6.4 %, shared
    .expert_skew = 1.29,                   // sigma        439 cases, +-4.1 %, shared
    .token_us = 3.09,                      // us           731 cases, +-8.5 %, shared
    .expert_passes = 9.66,                 // passes       444 cases, +-6.6 %, shared
    .layer_passes = 12.8,                  // passes       745 cases, +-7.7 %, shared
    .grouped_matmul = 0.53,                // share        443 cases, +-4.4 %, shared
    .narrow_bandwidth = 0.687,              // share        136 cases, +-3.6 %, shared
    .block_matmul = 0.721,                  // share        304 cases, +-2.3 %, shared
    .moe_kernels = 4.88,                   // kernels      445 cases, +-3.9 %, shared
    .mla_kernels = 7.37,                   // kernels      145 cases, +-6.1 %, shared
    .mla_prefill_kernels = 22.3,           // kernels      142 cases, +-7.6 %, shared
    .block_kernels = 4.58,                 // kernels      304 cases, +-5.7 %, shared
    .dequantised_bytes = 2.78,             // bytes/kFLOP   88 cases, +-3.1 %, shared
    .launch_share = 0.605,                  // share        275 cases, +-7.8 %, shared
};

}
