#pragma once
// Written by tools/fit serving from content/data/measurements; do not edit.
// Each line: value, unit, cases that it shows in, spread (standard deviation in the fit, others held).

#include "engine/models/serving_parameters.h"

namespace engine::serving_constants {

inline constexpr ServingParameters vllm{
    .bandwidth = 0.76,              // share       264 cases, +-1.8 %
    .matmul = 0.735,                // share       264 cases, +-3.1 %
    .kernel_us = 4.49,              // us          264 cases, +-1.7 %
    .launch_us = 43.9,              // us          217 cases, +-4.1 %
    .pickup_steps = 2.89,           // steps       260 cases, +-5.9 %
    .pickup_prefills = 1.98,        // prompts     254 cases, +-6.8 %
    .front_end_ms = 8,              // ms          259 cases, +-4.6 %
    .all_reduce_us = 6.85,          // us          601 cases, +-4.4 %, shared
    .sequence_us = 8.29,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.767,       // share       754 cases, +-3.4 %, shared
    .finish_spread = 0.218,         // share       736 cases, +-5.7 %, shared
    .expert_skew = 1.26,            // sigma       441 cases, +-3.9 %, shared
    .token_us = 3.07,               // us          731 cases, +-6.8 %, shared
    .expert_passes = 9.6,           // passes      444 cases, +-5.6 %, shared
    .layer_passes = 12.5,           // passes      748 cases, +-6.4 %, shared
    .grouped_matmul = 0.529,        // share       445 cases, +-4.0 %, shared
    .narrow_bandwidth = 0.689,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.719,          // share       304 cases, +-2.2 %, shared
    .moe_kernels = 4.97,            // kernels     445 cases, +-3.7 %, shared
    .mla_kernels = 7.18,            // kernels     145 cases, +-5.4 %, shared
    .mla_prefill_kernels = 21.4,    // kernels     145 cases, +-6.4 %, shared
    .block_kernels = 4.33,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.83,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.604,          // share       261 cases, +-6.5 %, shared
};

inline constexpr ServingParameters sglang{
    .bandwidth = 0.808,             // share        98 cases, +-3.0 %
    .matmul = 0.75,                 // share        98 cases, +-3.8 %
    .kernel_us = 4.1,               // us           98 cases, +-2.5 %
    .launch_us = 44.5,              // us           97 cases, +-4.1 %
    .pickup_steps = 6.6,            // steps        97 cases, +-6.6 %
    .pickup_prefills = 4.36,        // prompts      97 cases, +-6.6 %
    .front_end_ms = 8.08,           // ms           96 cases, +-4.6 %
    .all_reduce_us = 6.85,          // us          601 cases, +-4.4 %, shared
    .sequence_us = 8.29,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.767,       // share       754 cases, +-3.4 %, shared
    .finish_spread = 0.218,         // share       736 cases, +-5.7 %, shared
    .expert_skew = 1.26,            // sigma       441 cases, +-3.9 %, shared
    .token_us = 3.07,               // us          731 cases, +-6.8 %, shared
    .expert_passes = 9.6,           // passes      444 cases, +-5.6 %, shared
    .layer_passes = 12.5,           // passes      748 cases, +-6.4 %, shared
    .grouped_matmul = 0.529,        // share       445 cases, +-4.0 %, shared
    .narrow_bandwidth = 0.689,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.719,          // share       304 cases, +-2.2 %, shared
    .moe_kernels = 4.97,            // kernels     445 cases, +-3.7 %, shared
    .mla_kernels = 7.18,            // kernels     145 cases, +-5.4 %, shared
    .mla_prefill_kernels = 21.4,    // kernels     145 cases, +-6.4 %, shared
    .block_kernels = 4.33,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.83,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.604,          // share       261 cases, +-6.5 %, shared
};

inline constexpr ServingParameters tensorrt_llm{
    .bandwidth = 0.909,             // share       399 cases, +-1.6 %
    .matmul = 0.807,                // share       399 cases, +-1.9 %
    .kernel_us = 4.06,              // us          399 cases, +-1.6 %
    .launch_us = 28.9,              // us          307 cases, +-3.9 %
    .pickup_steps = 5.15,           // steps       397 cases, +-4.7 %
    .pickup_prefills = 2.25,        // prompts     388 cases, +-6.0 %
    .front_end_ms = 8.18,           // ms          392 cases, +-4.6 %
    .all_reduce_us = 6.85,          // us          601 cases, +-4.4 %, shared
    .sequence_us = 8.29,            // us          743 cases, +-6.2 %, shared
    .cache_bandwidth = 0.767,       // share       754 cases, +-3.4 %, shared
    .finish_spread = 0.218,         // share       736 cases, +-5.7 %, shared
    .expert_skew = 1.26,            // sigma       441 cases, +-3.9 %, shared
    .token_us = 3.07,               // us          731 cases, +-6.8 %, shared
    .expert_passes = 9.6,           // passes      444 cases, +-5.6 %, shared
    .layer_passes = 12.5,           // passes      748 cases, +-6.4 %, shared
    .grouped_matmul = 0.529,        // share       445 cases, +-4.0 %, shared
    .narrow_bandwidth = 0.689,      // share       136 cases, +-3.4 %, shared
    .block_matmul = 0.719,          // share       304 cases, +-2.2 %, shared
    .moe_kernels = 4.97,            // kernels     445 cases, +-3.7 %, shared
    .mla_kernels = 7.18,            // kernels     145 cases, +-5.4 %, shared
    .mla_prefill_kernels = 21.4,    // kernels     145 cases, +-6.4 %, shared
    .block_kernels = 4.33,          // kernels     304 cases, +-5.3 %, shared
    .dequantised_bytes = 2.83,      // bytes/kFLOP  88 cases, +-3.0 %, shared
    .launch_share = 0.604,          // share       261 cases, +-6.5 %, shared
};

}
