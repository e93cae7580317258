#include "web/lab/evaluation/roofline.h"

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "web/lab/evaluation/state.h"

#include <algorithm>

namespace lab {

namespace {

double peak_of(const engine::Accelerator& gpu, engine::Arithmetic arithmetic)
{
    switch (arithmetic) {
    case engine::Arithmetic::fp32: return gpu.fp32;
    case engine::Arithmetic::fp8: return gpu.fp8;
    case engine::Arithmetic::fp4: return gpu.fp4;
    case engine::Arithmetic::int8: return gpu.int8;
    default: return engine::value_or(gpu.bf16, gpu.fp16);
    }
}

/// The values of a step of throughput's derivation; null when it is not among them.
const engine::Step* find_step(const engine::Derivation& derivation, engine::ThroughputStep id)
{
    for (int i = 0; i < derivation.steps_used; ++i)
        if (derivation.steps[static_cast<std::size_t>(i)].info == static_cast<int>(id))
            return &derivation.steps[static_cast<std::size_t>(i)];
    return nullptr;
}

}

Roofline make_roofline(const Scenario& serving, const Catalog& catalog)
{
    Roofline made;
    const engine::Specifications specs = specifications(serving, catalog);
    // Weights that stay 16 bits wide for a device without the narrow units are multiplied in 16 bits.
    made.arithmetic = static_cast<engine::Arithmetic>(static_cast<int>(engine::value_or(specs.weights.arithmetic, 1)));
    if (!(peak_of(specs.gpu, made.arithmetic) > 0))
        made.arithmetic = engine::Arithmetic::bf16;
    for (const Device& device : catalog.devices)
        if (const double peak = peak_of(device.spec, made.arithmetic); peak > 0 && device.spec.memory_bandwidth > 0)
            made.roofs.push_back({&device, peak, device.spec.memory_bandwidth});

    engine::Derivation derivation;
    const Evaluated evaluated = evaluate(serving, catalog);
    if (!evaluated.is_sound() || serving.calculator->derive({serving.inputs, specs}, derivation).code != engine::ErrorCode::none)
        return made;
    const auto output = [&](std::string_view id) { return evaluated.output(engine::throughput, id); };
    const Evaluated memory = evaluate(memory_scenario(serving), catalog);
    const double flop_per_token = 2 * memory.output(engine::inference_memory, "active_parameters");
    const auto used = [&](std::string_view id) {
        return std::max(1.0, evaluated.answer.inputs[static_cast<std::size_t>(engine::field_index(serving.calculator->inputs, id))]);
    };
    const double ranks = used("tensor_parallel") * used("pipeline_parallel"), gpus = used("gpus");
    const engine::Step* weights = find_step(derivation, engine::ThroughputStep::weights_read);
    const engine::Step* cache = find_step(derivation, engine::ThroughputStep::cache_read);
    if (!weights || !cache)
        return made; // One machine's own stream (llama.cpp): its steps are others.
    const double weight_bytes = weights->values[0], together = cache->values[0];
    const double cache_bytes = cache->values[0] * cache->values[1] * cache->values[2]; // B c K_1
    made.decode = {flop_per_token * together / ranks / (weight_bytes + cache_bytes), output("output_tokens_per_s") * flop_per_token / gpus};
    const double batch = std::min(serving["input_tokens"], used("batch_tokens"));
    made.prefill = {flop_per_token * batch / ranks / weight_bytes, output("prefill_tokens_per_s") * flop_per_token / ranks};
    return made;
}

}
