#include "engine/calculators/memory_search.h"

#include "engine/calculators/blank_answer.h"
#include "engine/models/memory_constants.h"

#include <algorithm>
#include <cmath>

namespace engine {

using memory_constants::bold_utilization;

namespace {

constexpr double most_gpus = 1024, most_layer_split_gpus = 64;
constexpr double longest_searched = 1e8;   // tokens, where the model tells no limit
constexpr double small_cache_bits = 8, small_weight_bits = 4.5; // the usual smaller formats: FP8 cache, 4-bit weights

bool has_device(const MemorySetup& setup) { return is_present(setup.gpu.memory_bytes); }

/// Of the layers, on GPUs.
double gpu_share(const MemorySetup& setup)
{
    return std::min(1.0, value_or(setup.serving.gpu_layers, setup.model.layers) / setup.model.layers);
}

MemorySetup with_context(MemorySetup setup, double context)
{
    setup.load.mean_context = std::max(1.0, setup.load.mean_context / setup.load.context * context);
    setup.load.context = context;
    return setup;
}

MemorySetup with_narrower_weights(MemorySetup setup)
{
    NumberFormat& f = setup.weights;
    for (double* bits : {&f.bits_per_weight, &f.expert_bits, &f.mlp_bits, &f.attention_bits})
        *bits = std::min(value_or(*bits, small_weight_bits), small_weight_bits);
    return setup;
}

void add(Answer& answer, MemoryInput field, double value) { add_suggestion(answer, static_cast<int>(field), value); }

}

double longest_context(const MemorySetup& original)
{
    if (!has_device(original))
        return absent;
    MemorySetup setup = original;
    if (std::isinf(setup.load.concurrency))
        setup.load.concurrency = 1;
    double most = std::floor(value_or(setup.model.max_context, longest_searched)), least = 1;
    if (fits(with_context(setup, most)))
        return most;
    if (!fits(with_context(setup, least)))
        return 0;
    while (most - least > 1) {
        const double middle = std::floor((least + most) / 2);
        (fits(with_context(setup, middle)) ? least : most) = middle;
    }
    return least;
}

double fitting_sequences(const MemorySetup& setup, const MemoryPlan& plan)
{
    if (!has_device(setup))
        return absent;
    const Bytes of_one = plan.cache / plan.concurrency;
    if (of_one <= Bytes{})
        return plan.fits ? plan.concurrency : 0; // all layers on the host: the device does not limit
    return std::floor(plan.pool / of_one);
}

double fewest_gpus(const MemorySetup& original, const AskedLayout& asked, bool (*enough)(const MemorySetup&))
{
    if (!has_device(original))
        return absent;
    MemorySetup setup = original;
    setup.asked = asked;
    if (std::isinf(setup.asked_concurrency))
        setup.asked_concurrency = 1;
    const bool by_layer = splits_by_layer(setup.serving.engine);
    double fewest = 1;
    if (!by_layer) { // All ranks together hold the weights at least once.
        const Bytes whole = value_or(setup.serving.weights_bytes, model_weights(setup.model, setup.count, setup.weights).total().in(units::B)) * units::B;
        fewest = std::max(1.0, std::floor(whole * gpu_share(setup) / (setup.gpu.memory_bytes * units::B)));
    }
    for (double gpus = fewest; gpus <= (by_layer ? most_layer_split_gpus : most_gpus); ++gpus)
        if (lay_out(setup, gpus).code == ErrorCode::none && enough(setup))
            return gpus;
    return absent;
}

void suggest(const MemorySetup& setup, const MemoryPlan& plan, Answer& answer)
{
    MemorySetup changed = setup;
    changed.key_bits = std::min(setup.key_bits, small_cache_bits);
    changed.value_bits = std::min(setup.value_bits, small_cache_bits);
    if (setup.key_bits > small_cache_bits && fits(changed))
        add(answer, MemoryInput::kv_cache, absent);
    if (!is_present(setup.serving.weights_bytes) && value_or(setup.weights.bits_per_weight, 16) > small_weight_bits &&
        fits(with_narrower_weights(setup)))
        add(answer, MemoryInput::weights, absent);

    const double context = longest_context(setup);
    if (context >= 1 && context < setup.load.context)
        add(answer, MemoryInput::context, context);
    const double sequences = fitting_sequences(setup, plan);
    if (sequences >= 1 && sequences < plan.concurrency && plan.holds.concurrency >= 1)
        add(answer, MemoryInput::concurrency, sequences * setup.replicas);
    if (const double gpus = fewest_gpus(setup, setup.asked, holds); is_present(gpus))
        add(answer, MemoryInput::gpus, gpus);

    changed = setup;
    changed.asked_serving.utilization = bold_utilization;
    if (setup.serving.engine == ServingEngine::vllm && setup.serving.utilization < bold_utilization && fits(changed))
        add(answer, MemoryInput::memory_utilization, bold_utilization);
}

}
