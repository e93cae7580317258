#include "engine/calculators/memory_setup.h"

#include "engine/calculators/blank_answer.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// A step's sequences where room is short: fewer leave more of it for their cache.
constexpr double few_sequences = 256;
/// GPUs that the usual server joins by its fast fabric, so that a tensor-parallel group stays inside.
constexpr double largest_derived_tensor = 8;

bool divides(double divisor, double number) { return is_multiple(number, divisor); }

Problem problem(ErrorCode code, MemoryInput field, double limit, MemoryInput other)
{
    return {.code = code, .field = static_cast<int>(field), .limit = limit, .other_field = static_cast<int>(other)};
}

/// The largest power of two that divides both, at most what a usual server joins.
double derived_tensor(double ranks, double heads)
{
    double tensor = 1;
    while (tensor < largest_derived_tensor && divides(2 * tensor, ranks) && divides(2 * tensor, heads))
        tensor *= 2;
    return tensor;
}

/// Takes over a layout with what follows from it.
void use(MemorySetup& s, double tensor, double pipeline, double data)
{
    s.replicas = data;
    s.layout = {.tensor = tensor, .pipeline = pipeline, .expert = s.model.experts_total > 0 ? value_or(s.asked.expert, 1) : 1};
    s.load.concurrency = std::isinf(s.asked_concurrency) ? maximum : std::ceil(s.asked_concurrency / data);
    choose_settings(s);
}

/// Deals `groups` tensor-parallel groups out to replicas: as many as hold their share of the load, else as many as hold
/// one sequence.
void use_replicas(MemorySetup& s, double tensor, double groups)
{
    double most = 1;
    for (const bool whole : {true, false}) {
        if (whole && s.may_wait)
            continue;
        for (double stages = 1; stages <= std::min(groups, s.model.layers); ++stages) {
            if (!divides(stages, groups))
                continue;
            most = stages;
            use(s, tensor, stages, groups / stages);
            if (whole ? s.plan.fits || !is_present(s.gpu.memory_bytes) : admitted_sequences(s, s.plan) >= 1)
                return;
        }
    }
    use(s, tensor, most, groups / most);
}

/// TensorRT-LLM is made of CUDA.
bool runs_on(ServingEngine engine, const Accelerator& gpu)
{
    return engine != ServingEngine::tensorrt_llm || !is_present(gpu.architecture) ||
           gpu.architecture <= static_cast<double>(Architecture::rubin);
}

}

Problem lay_out(MemorySetup& s, double gpus)
{
    const AskedLayout& asked = s.asked;
    const bool by_layer = splits_by_layer(s.asked_serving.engine);
    s.gpus = gpus;
    const double ranks = std::max(1.0, std::floor(gpus / (value_or(asked.pipeline, 1) * value_or(asked.data, 1))));
    const double tensor = value_or(asked.tensor, by_layer ? 1 : derived_tensor(ranks, s.model.heads));
    const double groups = std::max(1.0, std::floor(ranks / tensor));
    if (is_present(asked.tensor) || is_present(asked.pipeline) || is_present(asked.data) || by_layer) {
        const bool stages_take_the_rest = by_layer || !is_present(asked.tensor);
        const double pipeline = value_or(asked.pipeline, stages_take_the_rest ? groups : 1);
        use(s, tensor, pipeline, value_or(asked.data, std::max(1.0, std::floor(gpus / (tensor * pipeline)))));
    } else {
        use_replicas(s, tensor, groups);
    }

    if (tensor * s.layout.pipeline * s.replicas > gpus)
        return problem(ErrorCode::inconsistent,
                       is_present(asked.tensor)     ? MemoryInput::tensor_parallel
                       : is_present(asked.pipeline) ? MemoryInput::pipeline_parallel
                                                    : MemoryInput::data_parallel,
                       gpus, MemoryInput::gpus);
    if (s.layout.pipeline > s.model.layers)
        return is_present(asked.pipeline)
                   ? problem(ErrorCode::above_most, MemoryInput::pipeline_parallel, s.model.layers, MemoryInput::model)
                   : problem(ErrorCode::above_most, MemoryInput::gpus, tensor * s.model.layers * s.replicas, MemoryInput::model);
    const double most_groups = std::min(tensor * s.replicas, s.model.experts_total);
    if (s.layout.expert > 1 && s.layout.expert > most_groups)
        return problem(ErrorCode::above_most, MemoryInput::expert_parallel, most_groups, MemoryInput::tensor_parallel);
    return {};
}

Problem memory_setup(const Request& request, MemorySetup& setup)
{
    const auto input = [&request](MemoryInput field) { return request.inputs[static_cast<std::size_t>(field)]; };

    if (!is_complete(request.specs.model))
        return {.code = ErrorCode::missing, .field = static_cast<int>(MemoryInput::model)};
    setup.model = completed(request.specs.model);
    setup.count = count_parameters(setup.model);
    setup.gpu = request.specs.gpu;
    setup.weights = request.specs.weights;

    setup.asked_serving = {.engine = static_cast<ServingEngine>(static_cast<int>(input(MemoryInput::engine))),
                           .version = static_cast<EngineVersion>(static_cast<int>(input(MemoryInput::engine_version))),
                           .utilization = input(MemoryInput::memory_utilization),
                           .batch_tokens = input(MemoryInput::batch_tokens),
                           .block_tokens = input(MemoryInput::block_tokens),
                           .max_sequences = input(MemoryInput::max_sequences),
                           .gpu_layers = input(MemoryInput::gpu_layers),
                           .weights_bytes = input(MemoryInput::weights_bytes_override)};
    setup.asked = {.tensor = input(MemoryInput::tensor_parallel),
                   .pipeline = input(MemoryInput::pipeline_parallel),
                   .data = input(MemoryInput::data_parallel),
                   .expert = input(MemoryInput::expert_parallel)};
    setup.asked_concurrency = input(MemoryInput::concurrency);
    const ServingEngine engine = setup.asked_serving.engine;
    if (!runs_on(engine, setup.gpu))
        return problem(ErrorCode::unsupported, MemoryInput::engine, absent, MemoryInput::gpu);

    const double key_bits = request.specs.kv_cache.bits_per_weight;
    setup.cache_bits_derived = !is_present(key_bits);
    setup.key_bits = value_or(key_bits, default_cache_bits(setup.weights, setup.gpu, engine));
    setup.value_bits = value_or(request.specs.value_cache.bits_per_weight, setup.key_bits);

    const double context = input(MemoryInput::context), mean = value_or(input(MemoryInput::mean_context), context);
    if (mean > context)
        return problem(ErrorCode::inconsistent, MemoryInput::mean_context, context, MemoryInput::context);
    setup.load = {.context = context, .mean_context = mean, .concurrency = 1};
    return lay_out(setup, input(MemoryInput::gpus));
}

double admitted_sequences(const MemorySetup& s, const MemoryPlan& plan)
{
    if (!is_present(s.gpu.memory_bytes))
        return maximum;
    const Bytes each = plan.cache / plan.concurrency;
    if (plan.holds.concurrency < 1 || plan.pool < each || plan.usable <= Bytes{})
        return 0;
    return each > Bytes{} ? plan.pool / each : maximum;
}

void check_unused(const MemorySetup& s, const UnusedInputs& unused)
{
    const auto check = [&unused](MemoryInput field, bool is_unused) { unused.check(static_cast<int>(field), is_unused); };
    check(MemoryInput::expert_parallel, s.layout.expert < s.asked.expert);
    check(MemoryInput::engine_version, s.serving.engine != ServingEngine::vllm);
    check(MemoryInput::max_sequences, splits_by_layer(s.serving.engine));
}

void choose_settings(MemorySetup& s)
{
    s.serving = with_defaults(s.asked_serving, s.gpu, s.layout);
    s.is_bold = false;
    s.plan = plan_memory(s);
    double most = admitted_sequences(s, s.plan);
    if (most >= s.load.concurrency || is_present(s.asked_serving.utilization) || splits_by_layer(s.serving.engine))
        return;
    MemorySetup bold = s;
    most = std::min(most, s.serving.max_sequences);
    for (const double sequences : {s.serving.max_sequences, few_sequences}) {
        bold.serving = with_bold_settings(bold.serving, s.asked_serving, sequences);
        const MemoryPlan plan = plan_memory(bold);
        const double runs = std::min(admitted_sequences(bold, plan), bold.serving.max_sequences);
        if (runs > most) {
            most = runs;
            s.serving = bold.serving;
            s.plan = plan;
            s.is_bold = true;
        }
    }
}

bool fits(MemorySetup s)
{
    s.serving = with_defaults(s.asked_serving, s.gpu, s.layout);
    if (!is_present(s.asked_serving.utilization) && !splits_by_layer(s.serving.engine))
        s.serving = with_bold_settings(s.serving, s.asked_serving,
                                       std::isfinite(s.load.concurrency) && s.load.concurrency > few_sequences ? maximum
                                                                                                               : few_sequences);
    return plan_memory(s).fits;
}

MemoryPlan plan_memory(const MemorySetup& s)
{
    return plan_memory(s.model, s.count, s.gpu, s.weights, s.key_bits, s.value_bits, s.layout, s.serving, s.load);
}

}
