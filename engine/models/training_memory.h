#pragma once
// The memory of one GPU while it trains.
//
// Recipe: 1. states of the weights (optimizer_state.h); 2. activations and logits (activations.h); 3. the highest of the
// moments of a step; 4. the allocator's slack; 5. against what a program can get of the device.

#include "engine/models/activations.h"
#include "engine/models/optimizer_state.h"

namespace engine {

struct TrainingMemory {
    ModelStates states;
    ActivationMemory activations;
    Bytes parameters;        ///< with the working set
    Bytes peak_activations;  ///< what the highest moment adds to states: activations, logits, a recomputed layer
    Bytes logits;            ///< included in peak_activations
    Bytes gradients_at_loss; ///< gradients that are alive at the loss: all or none
    Bytes base;              ///< workspaces of libraries, part of runtime
    Bytes runtime;           ///< the allocator's slack and libraries' workspaces
    Bytes total;             ///< what the framework's allocator holds at most
    Bytes usable;            ///< NaN without a device
};

/// Memory of the fullest GPU.
///
///     total = W + O + max( G_0 + A + logits,  G_0 + A + recomputed + g,  G + A / L_p + recomputed + g ) + runtime
///
///     W weights, working set included   O optimizer   G gradients   A activations   g a layer's unreduced gradient
///
/// G_0: gradients are alive at the loss when they have a buffer of their own (Megatron) or are summed over micro-batches;
/// otherwise they grow while activations shrink. Usable: less the driver's reserve, the context and, with several GPUs,
/// the communicators, which no allocator counts.
TrainingMemory training_memory(const TrainingSetup& setup, const LanguageModel& completed_model, const ParameterCount& count,
                               const TrainingShape& shape, const Accelerator& gpu,
                               const TrainingMemoryConstants& constants = training_memory_constants);

}
