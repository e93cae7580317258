#pragma once
// What training keeps of every weight: the weight, its gradient, the optimizer's moments and an fp32 copy.

#include "engine/models/training_setup.h"
#include "engine/units/quantity.h"

namespace engine {

/// Bytes of the optimizer's own state for a weight.
///
///     AdamW 8 (two fp32 moments; 4 when training purely in bf16)   AdamW 8 bit 2   Adafactor .1 (factored)
///     SGD with momentum 4   Lion 4   Muon 4
///
/// Source: [eleutherai-memory]; [zero-paper] section 3.1.
double optimizer_bytes(const TrainingSetup& setup);

/// Weights of one GPU: dense (attention, MLP, embedding, norms) and routed experts, which have data-parallel groups of
/// their own.
///
///     N_dense = (N - N_x) / (t p)         z   = gpus / (t p)
///     N_x     = N_x / (e p t_x)           z_x = gpus / (e p t_x),   t_x = t without expert parallelism, else 1
struct WeightShare {
    double dense = 0, expert = 0;
    double dense_group = 1, expert_group = 1; ///< z and z_x: ranks that hold the same weights
    double total() const { return dense + expert; }
    /// Weights left on a rank when the group divides them.
    double sharded() const { return dense / dense_group + expert / expert_group; }
};
WeightShare weight_share(const TrainingSetup& setup, const ParameterCount& count);

/// Weights of the adapters: r (in + out) for each adapted matrix; q and v, or every linear layer (experts too).
double adapter_parameters(const TrainingSetup& setup, const LanguageModel& completed_model);

struct ModelStates {
    Bytes parameters; ///< weights, with the fp32 copy where ZeRO-3 shards it as the weights
    Bytes gradients;
    Bytes optimizer; ///< moments, and the fp32 copy elsewhere
    Bytes working;   ///< gathered or de-quantised weights
    Bytes unreduced; ///< one layer's gradient before it is scattered (ZeRO-3)
};

/// States of the fullest GPU, full training or adapters.
///
///     mixed   2 (4 with ZeRO-3) + g + (m + 4);   pure  w + g + m;    each divided by z where the sharding says so
///     ZeRO-3  + 2 gathered layers + the head, 2 bytes a weight
///     LoRA    N b / 8 of the base + N_r (2 + 2 + m + 4);   a 4-bit base: + its largest matrix in 16 bits
///
/// Offloaded states count nothing here. Source: [zero-paper] figure 1; [megatron-memory].
ModelStates model_states(const TrainingSetup& setup, const LanguageModel& completed_model, const ParameterCount& count);

}
