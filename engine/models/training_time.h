#pragma once
// How long one training step takes, and where the time goes.
//
// Recipe: 1. with_recompute() finds the share of layers that memory forces to be recomputed, where the reader left it open;
// 2. layer_time() (training_compute.h) is what one layer of each kind computes; 3. messages that cannot hide behind it are
// added (training_messages.h); 4. the slowest stage runs every micro-batch, and the pipeline's bubble once; 5. what the
// data-parallel group sends is added as far as it shows; 6. the optimizer's pass.
//
//     t_micro = stage + p2p           t_step = t_micro m (1 + (p - 1) / (v m)) + exposed + optimizer

#include "engine/models/training_compute.h"
#include "engine/models/training_memory.h"
#include "engine/models/training_messages.h"

namespace engine {

/// What a run is made to fill: 86 % of the device's memory.
Bytes filled_memory(const Accelerator& gpu);

/// The setup with recompute_share present: what is told, or the least share of layers with which the step fits.
///
///     share = (M_none - M) / (M_none - M_full),   M = filled_memory()
///
/// Mixtures of experts first do again what is cheap (light_share of the layers; norms, activation functions, MLA's
/// up-projections), as recipes do, and whole layers only for what is still missing.
/// Source: [megatron-bridge] recompute_modules of its DeepSeek-V3 recipes.
TrainingSetup with_recompute(TrainingSetup setup, const LanguageModel& completed_model, const ParameterCount& count,
                             const TrainingShape& shape, const Accelerator& gpu);

/// Parts of a step on the slowest stage. They add up to `step`.
struct TrainingTime {
    LayerTime layers; ///< all layers of the stage, all micro-batches
    Seconds head;
    Seconds tensor, context, expert, pipeline; ///< exposed messages inside a micro-batch
    Seconds bubble;
    Seconds data; ///< exposed messages of the data-parallel group
    Seconds optimizer;
    Seconds step;
    TrainingRates rates;
    double model_flop = 0, hardware_flop = 0; ///< FLOP per token

    Seconds exposed() const { return tensor + context + expert + pipeline + data; }
};

/// A step of a setup from with_recompute().
///
///     tensor    x (4 + 2 again) (all-gather + reduce-scatter of T h 2 bytes) a layer; all-reduce without sequence parallelism
///     context   x (3 + again) gathers or scatters of the sequence's K and V
///     expert    x_e (4 + 2 again) all-to-alls; between servers one copy of a token a server
///     data      ZeRO-3: every layer gathered twice and its gradient scattered, every micro-batch; else once a step.
///               max(x_h t, t - .6 compute): traffic slows computing even while it hides
///     optimizer 34 bytes a local weight
TrainingTime training_time(const TrainingSetup& setup, const LanguageModel& completed_model, const ParameterCount& count,
                           const TrainingShape& shape, const Accelerator& gpu, const Link& intra, const Link& inter,
                           const TrainingTimeConstants& constants = training_time_constants);

}
