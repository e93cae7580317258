#pragma once
// Written by tools/fit_training on content/data/measurements; do not edit. Each line: value, unit, meaning, and
// in brackets the values that fits without one of the sources give.

namespace engine {

/// Measured over predicted, by constants fitted without the case's source or GPU: nearly all (of few cases all and 5 %).
struct TrainingSpread {
    double low, high;
};
inline constexpr TrainingSpread training_memory_spread_full{0.86, 1.19}; // 9 cases
inline constexpr TrainingSpread training_memory_spread_adapter{0.89, 1.08}; // 7 cases
inline constexpr TrainingSpread training_time_spread_dense{0.87, 1.20}; // 90 cases
inline constexpr TrainingSpread training_time_spread_experts{0.85, 1.21}; // 6 cases
inline constexpr TrainingSpread training_time_spread_derived{0.95, 2.13}; // 6 cases
inline constexpr TrainingSpread training_time_spread_adapter{0.87, 1.09}; // 3 cases

// 16 figures.
struct TrainingMemoryConstants {
    double logit = 14.7; ///< bytes, a logit at the loss: 16 bits, an fp32 copy, probabilities, gradient (13.2-15)
    double fused_logit = 6.32; ///< bytes, a logit with Megatron's fused loss (6-6.33)
    double distributed_logit = 8; ///< bytes, more of a logit with a softmax over tensor-parallel ranks outside of Megatron (not fitted)
    double eager = 1.44; ///< times, counted activations, without a compiler (1.38-1.49)
    double per_operator = 1.05; ///< times, counted activations of per-operator recomputation (1-1.05)
    double slack = 1.04; ///< times, what the tensors take, in the allocator of a run on several GPUs (1.04-1.04)
    double base_gib = 0.191; ///< GiB, workspaces of libraries (0.19-0.198)
};
inline constexpr TrainingMemoryConstants training_memory_constants{};

// 105 figures.
struct TrainingTimeConstants {
    double matmul = 0.873; ///< share, of the best-shape matmul rate that a training loop keeps (0.85-0.883)
    double operand = 1.14; ///< times, traffic of a matmul's operands, added to its arithmetic (1.08-1.16)
    double softmax = 62.1; ///< FLOP, fp32 work of an attention score and pass: exponential, scale, maximum, sum, casts (60.5-63.3)
    double flash2 = 0.336; ///< share, of the matrix rate that FlashAttention-2 class kernels reach on Hopper and newer (0.313-0.358)
    double elementwise = 1.27; ///< times, counted traffic of what lies between matmuls (1.21-1.31)
    double eager = 1.98; ///< times, that traffic without a compiler (1.7-1.99)
    double cast = 0.739; ///< times, counted traffic of casting to FP8 or FP4 (0.731-0.883)
    double fp4 = 0.488; ///< share, of the FP4 peak that matmuls reach in training (0.486-0.6)
    double exposed = 0.691; ///< share, of tensor, context and pipeline messages that shows (0.656-0.727)
    double exposed_async = 0.31; ///< share, of tensor-parallel messages that shows when they overlap with their matmuls (0.286-0.366)
    double exposed_experts = 0.928; ///< share, of expert all-to-all that shows (0.9-0.929)
    double exposed_experts_async = 0.394; ///< share, of it that shows beside the other half of a pipeline's pair (0.391-0.4)
    double hidden = 0.706; ///< share, of the time of data-parallel traffic that it costs even while hidden (0.689-0.736)
    double routing = 1.11; ///< times, counted traffic of routing, permuting and padding tokens (1.1-1.2)
    double grouped = 0.786; ///< share, of a dense matmul's rate that the experts' grouped one reaches (0.786-0.85)
    double overlap = 0.6; ///< share, of computing that data-parallel traffic can hide behind (not fitted)
    double launch_us = 9; ///< us, a layer and pass that no kernel fills (not fitted)
    double goodput = 0.9; ///< share, of wall time that trains, the default of that input (not fitted)
};
inline constexpr TrainingTimeConstants training_time_constants{};

}
