#pragma once
// What would make a training run fit, each changing one thing.

#include "engine/calculators/training_fields.h"
#include "engine/models/training_memory.h"

namespace engine {

/// Fewest GPUs of this kind with which the same tensor, pipeline and context parallelism fits; data parallelism is doubled
/// until sharding helps no more. Absent without a device or when it never fits.
double fewest_training_gpus(const TrainingRequest& request, const Accelerator& gpu);

/// For a run that does not fit: the smallest changes that alone would make it fit, cheapest for the reader first: a smaller
/// micro-batch, a chunked loss, more recomputation, more sharding, more tensor parallelism, more GPUs, an 8-bit optimizer,
/// adapters on a 16-bit and on a 4-bit base. Indices are of training_inputs.
void suggest_training(const TrainingRequest& request, const Accelerator& gpu, const Link& intra, Answer& answer);

}
