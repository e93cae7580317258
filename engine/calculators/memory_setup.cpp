#include "engine/calculators/memory_setup.h"

#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// GPUs that the usual server joins by its fast fabric, so that a tensor-parallel group stays inside.
constexpr double largest_derived_tensor = 8;

bool divides(double divisor, double number) { return is_multiple(number, divisor); }

}

GpuLayout derived_layout(double gpus, double heads, ServingEngine engine, double tensor, double pipeline, double data)
{
    const bool by_layer = splits_by_layer(engine);
    const bool pipeline_takes_the_rest = !is_present(pipeline) && (by_layer || !is_present(tensor));
    const double ranks = std::max(1.0, std::floor(gpus / (value_or(pipeline, 1) * value_or(data, 1))));
    if (!is_present(tensor)) {
        tensor = 1;
        while (!by_layer && tensor < largest_derived_tensor && divides(2 * tensor, ranks) && divides(2 * tensor, heads))
            tensor *= 2;
    }
    pipeline = pipeline_takes_the_rest ? std::max(1.0, std::floor(ranks / tensor)) : value_or(pipeline, 1);
    return {.tensor = tensor,
            .pipeline = pipeline,
            .data = value_or(data, std::max(1.0, std::floor(gpus / (tensor * pipeline))))};
}

Problem memory_setup(const Request& request, MemorySetup& setup)
{
    const auto input = [&request](MemoryInput field) { return request.inputs[static_cast<std::size_t>(field)]; };
    const auto index = [](MemoryInput field) { return static_cast<int>(field); };

    if (!is_complete(request.specs.model))
        return {.code = ErrorCode::missing, .field = index(MemoryInput::model)};
    setup.model = completed(request.specs.model);
    setup.count = count_parameters(setup.model);
    setup.gpu = request.specs.gpu;
    setup.weights = request.specs.weights;

    Serving serving{.engine = static_cast<ServingEngine>(static_cast<int>(input(MemoryInput::engine))),
                    .version = static_cast<EngineVersion>(static_cast<int>(input(MemoryInput::engine_version))),
                    .utilization = input(MemoryInput::memory_utilization),
                    .batch_tokens = input(MemoryInput::batch_tokens),
                    .block_tokens = input(MemoryInput::block_tokens),
                    .max_sequences = input(MemoryInput::max_sequences),
                    .gpu_layers = input(MemoryInput::gpu_layers),
                    .weights_bytes = input(MemoryInput::weights_bytes_override)};

    setup.gpus = input(MemoryInput::gpus);
    const GpuLayout layout =
        derived_layout(setup.gpus, setup.model.heads, serving.engine, input(MemoryInput::tensor_parallel),
                       input(MemoryInput::pipeline_parallel), input(MemoryInput::data_parallel));
    if (layout.tensor * layout.pipeline * layout.data > setup.gpus)
        return {.code = ErrorCode::inconsistent,
                .field = index(is_present(input(MemoryInput::tensor_parallel)) ? MemoryInput::tensor_parallel
                               : is_present(input(MemoryInput::pipeline_parallel)) ? MemoryInput::pipeline_parallel
                                                                                   : MemoryInput::data_parallel),
                .limit = setup.gpus,
                .other_field = index(MemoryInput::gpus)};
    if (layout.pipeline > setup.model.layers)
        return {.code = ErrorCode::above_most, .field = index(MemoryInput::pipeline_parallel), .limit = setup.model.layers};
    setup.replicas = layout.data;
    setup.layout = {.tensor = layout.tensor, .pipeline = layout.pipeline, .expert = 1};
    if (setup.model.experts_total > 0) { // A dense model has no experts to spread: the field means nothing.
        setup.layout.expert = value_or(input(MemoryInput::expert_parallel), 1);
        const double most = std::min(layout.tensor * layout.data, setup.model.experts_total);
        if (setup.layout.expert > most)
            return {.code = ErrorCode::above_most, .field = index(MemoryInput::expert_parallel), .limit = most};
    }
    setup.serving = with_defaults(serving, setup.gpu, setup.layout);

    const double key_bits = request.specs.kv_cache.bits_per_weight;
    setup.cache_bits_derived = !is_present(key_bits);
    setup.key_bits = value_or(key_bits, default_cache_bits(setup.weights, setup.gpu, serving.engine));
    setup.value_bits = value_or(request.specs.value_cache.bits_per_weight, setup.key_bits);

    const double context = input(MemoryInput::context);
    setup.load = {.context = context,
                  .mean_context = std::min(context, value_or(input(MemoryInput::mean_context), context)),
                  .concurrency = std::isinf(input(MemoryInput::concurrency))
                                     ? maximum
                                     : std::ceil(input(MemoryInput::concurrency) / setup.replicas)};
    return {};
}

MemoryPlan plan_memory(const MemorySetup& s)
{
    return plan_memory(s.model, s.count, s.gpu, s.weights, s.key_bits, s.value_bits, s.layout, s.serving, s.load);
}

}
