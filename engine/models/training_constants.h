#pragma once
// Written by tools/fit_training; do not edit.

#include "engine/specs/record.h"

#include <array>

namespace engine {

struct TrainingMemoryConstants {
    double logit = 14;
    double fused_logit = 6;
    double distributed_logit = 8;
    double eager = 1.5;
    double per_operator = 1.1;
    double slack = 1.04;
    double base_gib = 0.2;
};
inline constexpr TrainingMemoryConstants training_memory_constants{};

struct TrainingTimeConstants {
    double matmul = 0.885;
    double operand = 1.26;
    double softmax = 60.9;
    double flash2 = 0.33;
    double elementwise = 1.36;
    double eager = 1.92;
    double cast = 0.732;
    double fp4 = 0.567;
    double exposed = 0.64;
    double exposed_async = 0.336;
    double exposed_experts = 0.62;
    double exposed_experts_async = 0.62;
    double hidden = 0.677;
    double routing = 1.42;
    double overlap = 0.6;
    double launch_us = 9;
    double goodput = 0.9;
};
inline constexpr TrainingTimeConstants training_time_constants{};

}
