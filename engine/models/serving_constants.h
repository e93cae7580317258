#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Each line: value, unit, cases that it shows in, spread (standard deviation in the fit, others held).

#include "engine/models/serving_parameters.h"

namespace engine::serving_constants {

inline constexpr ServingParameters vllm{
    .bandwidth = 0.76,              // share       264 cases, +-1.8 %
    .matmul = 0.728,                // share       264 cases, +-3.4 %
    .kernel_us = 4.52,              // us          264 cases, +-1.7 %
    .launch_us = 42.6,              // us          214 cases, +-4.3 %
    .pickup_steps = 2.86,           // steps       260 cases, +-12.8 %
    .pickup_prefills = 1.98,        // prompts     248 cases, +-21.7 %
    .front_end_ms = 7.99,           // ms          259 cases, +-4.6 %
    .all_reduce_us = 6.82,          // us          602 cases, +-4.4 %, shared
    .sequence_us = 8.33,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.756,       // share       754 cases, +-3.3 %, shared
    .finish_spread = 0.243,         // share       731 cases, +-6.0 %, shared
    .expert_skew = 1.23,            // sigma       441 cases, +-4.0 %, shared
    .token_us = 3.03,               // us          727 cases, +-6.9 %, shared
    .expert_passes = 9.39,          // passes      444 cases, +-5.9 %, shared
    .layer_passes = 12.3,           // passes      748 cases, +-6.5 %, shared
    .grouped_matmul = 0.55,         // share       445 cases, +-4.6 %, shared
    .narrow_bandwidth = 0.692,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.732,          // share       304 cases, +-2.4 %, shared
    .moe_kernels = 4.91,            // kernels     445 cases, +-3.8 %, shared
    .mla_kernels = 7.08,            // kernels     145 cases, +-5.5 %, shared
    .mla_prefill_kernels = 20.2,    // kernels     140 cases, +-6.7 %, shared
    .block_kernels = 4.26,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.84,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.609,          // share       241 cases, +-6.7 %, shared
};

inline constexpr ServingParameters sglang{
    .bandwidth = 0.81,              // share        98 cases, +-3.0 %
    .matmul = 0.765,                // share        98 cases, +-3.8 %
    .kernel_us = 4.14,              // us           98 cases, +-2.5 %
    .launch_us = 42.1,              // us           97 cases, +-4.2 %
    .pickup_steps = 10.4,           // steps        98 cases, +-14.9 %
    .pickup_prefills = 6.27,        // prompts      97 cases, +-16.6 %
    .front_end_ms = 8.01,           // ms           96 cases, +-4.6 %
    .all_reduce_us = 6.82,          // us          602 cases, +-4.4 %, shared
    .sequence_us = 8.33,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.756,       // share       754 cases, +-3.3 %, shared
    .finish_spread = 0.243,         // share       731 cases, +-6.0 %, shared
    .expert_skew = 1.23,            // sigma       441 cases, +-4.0 %, shared
    .token_us = 3.03,               // us          727 cases, +-6.9 %, shared
    .expert_passes = 9.39,          // passes      444 cases, +-5.9 %, shared
    .layer_passes = 12.3,           // passes      748 cases, +-6.5 %, shared
    .grouped_matmul = 0.55,         // share       445 cases, +-4.6 %, shared
    .narrow_bandwidth = 0.692,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.732,          // share       304 cases, +-2.4 %, shared
    .moe_kernels = 4.91,            // kernels     445 cases, +-3.8 %, shared
    .mla_kernels = 7.08,            // kernels     145 cases, +-5.5 %, shared
    .mla_prefill_kernels = 20.2,    // kernels     140 cases, +-6.7 %, shared
    .block_kernels = 4.26,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.84,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.609,          // share       241 cases, +-6.7 %, shared
};

inline constexpr ServingParameters tensorrt_llm{
    .bandwidth = 0.911,             // share       399 cases, +-1.6 %
    .matmul = 0.809,                // share       399 cases, +-2.0 %
    .kernel_us = 4.08,              // us          399 cases, +-1.6 %
    .launch_us = 26,                // us          296 cases, +-4.3 %
    .pickup_steps = 6.93,           // steps       398 cases, +-6.7 %
    .pickup_prefills = 2.65,        // prompts     388 cases, +-13.1 %
    .front_end_ms = 8.03,           // ms          392 cases, +-4.6 %
    .all_reduce_us = 6.82,          // us          602 cases, +-4.4 %, shared
    .sequence_us = 8.33,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.756,       // share       754 cases, +-3.3 %, shared
    .finish_spread = 0.243,         // share       731 cases, +-6.0 %, shared
    .expert_skew = 1.23,            // sigma       441 cases, +-4.0 %, shared
    .token_us = 3.03,               // us          727 cases, +-6.9 %, shared
    .expert_passes = 9.39,          // passes      444 cases, +-5.9 %, shared
    .layer_passes = 12.3,           // passes      748 cases, +-6.5 %, shared
    .grouped_matmul = 0.55,         // share       445 cases, +-4.6 %, shared
    .narrow_bandwidth = 0.692,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.732,          // share       304 cases, +-2.4 %, shared
    .moe_kernels = 4.91,            // kernels     445 cases, +-3.8 %, shared
    .mla_kernels = 7.08,            // kernels     145 cases, +-5.5 %, shared
    .mla_prefill_kernels = 20.2,    // kernels     140 cases, +-6.7 %, shared
    .block_kernels = 4.26,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.84,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.609,          // share       241 cases, +-6.7 %, shared
};

}
