#include "engine/models/training_memory.h"

#include "engine/models/memory_constants.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using units::B;
using units::GiB;

Bytes usable_memory(const Accelerator& gpu, bool several)
{
    const auto architecture = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    const bool nvidia = architecture >= Architecture::volta && architecture <= Architecture::rubin;
    return gpu.memory_bytes * B - (nvidia ? memory_constants::nvidia_reserve : Bytes{}) - memory_constants::context -
           (several ? memory_constants::communicators : Bytes{});
}

}

TrainingMemory training_memory(const TrainingSetup& s, const LanguageModel& model, const ParameterCount& count,
                               const TrainingShape& shape, const Accelerator& gpu, const TrainingMemoryConstants& c)
{
    TrainingMemory memory;
    memory.states = model_states(s, model, count);
    memory.activations = training_activations(s, model, shape, c);
    const ModelStates& states = memory.states;
    const ActivationMemory& a = memory.activations;

    const bool several = s.gpus > 1;
    const bool buffered = (several && !is_zero3(s)) || s.gathers_gradients;
    const Bytes at_loss = buffered ? states.gradients : Bytes{};
    memory.gradients_at_loss = at_loss;
    const double layers = std::max(1.0, std::ceil(shape.layers / s.pipeline));
    const Bytes peak = std::max({at_loss + a.kept + a.logits, at_loss + a.kept + a.recomputed + states.unreduced,
                                 states.gradients + a.kept / layers + a.recomputed + states.unreduced});
    memory.parameters = states.parameters + states.working;
    memory.peak_activations = std::max(peak - states.gradients, Bytes{});
    memory.logits = std::min(a.logits, memory.peak_activations);
    const Bytes tensors = memory.parameters + states.optimizer + peak;
    memory.base = c.base_gib * GiB;
    memory.runtime = memory.base + (several || is_zero3(s) ? c.slack - 1 : 0) * tensors;
    memory.total = tensors + memory.runtime;
    memory.usable = usable_memory(gpu, several);
    return memory;
}

}
