#pragma once
// Time that one GPU computes for one micro-batch: matrices, attention, what passes over memory between them.

#include "engine/models/training_constants.h"
#include "engine/models/training_setup.h"
#include "engine/models/training_shape.h"

namespace engine {

/// What a GPU sustains in a training loop.
struct TrainingRates {
    FlopPerSecond wide;       ///< matmul with 16-bit operands,
    FlopPerSecond narrow;     ///< with the operands of the precision
    double operand_bytes = 2; ///< of the narrow matmul: 2, 1 (FP8), .5625 (NVFP4)
    BytesPerSecond memory;
    FlopPerSecond vector; ///< fp32 lanes
    FlopPerSecond peak;   ///< data sheet, of the precision: what MFU divides by
    bool casts() const { return operand_bytes < 2; }
};
TrainingRates training_rates(const TrainingSetup& setup, const Accelerator& gpu, const TrainingTimeConstants& constants);

/// How often the forward pass of each kind of work is done again.
struct Repeats {
    double matmul = 0, elementwise = 0, attention = 0;
};
Repeats repeats_of(const TrainingSetup& setup);

/// Seconds of one layer for a micro-batch, forward and backward, recomputation included.
struct LayerTime {
    Seconds matmul, cast, attention, elementwise, routing, launch;
    Seconds total() const { return matmul + cast + attention + elementwise + routing + launch; }
    void add(const LayerTime& other, double times);
};

/// A layer of one kind.
///
///     matmul       sum of passes (2 M N K / R + c_m (b M K + b K N + 2 M N) / BW)      passes 3 (2 adapters) + again
///     attention    pairs (2 (d_qk + d_v) (3.5 + again) / R  (+ or max)  c_v (2.5 + again) / vector),  pairs = T span a / t
///                  + for flash2 on recent GPUs, max for native kernels; unfused: all keys, 10 bytes a score and pass
///     elementwise  c_e (3 + again) T 2 (8 h + 2 rotary / t + n_f f / t) / BW
///     cast         c_q (2 + 2 b) bytes of every narrow operand and gradient / BW
///     routing      c_p (3 + again) T k / t 2 (6 h + n_f f_e) / BW
LayerTime layer_time(const TrainingSetup& setup, const TrainingShape& shape, const AttentionKind& kind, bool moe,
                     bool recent, const TrainingRates& rates, const TrainingTimeConstants& constants);

/// Output head and loss of a micro-batch: 16-bit matmul and 14 bytes a logit.
Seconds head_time(const TrainingSetup& setup, const TrainingShape& shape, const TrainingRates& rates,
                  const TrainingTimeConstants& constants);

}
