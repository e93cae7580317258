#include "engine/calculators/throughput_setup.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr double usual_gpus_per_node = 8;
constexpr double no_limit = 1e9; ///< sequences, where the memory is unknown
constexpr double most_streams = 256; ///< of programs for one stream, that `max` means

/// A device that the model can say something about.
bool is_usable(const Accelerator& gpu)
{
    return gpu.memory_bandwidth > 0 && sustained_rates(gpu).bf16 > FlopPerSecond{};
}

void fill_local(const Request& request, ThroughputSetup& x)
{
    const auto input = [&request](ThroughputInput field) { return request.inputs[static_cast<std::size_t>(field)]; };
    x.local = {.layout = x.memory.layout,
               .link = request.specs.intra_fabric,
               .key_bits = x.memory.key_bits,
               .value_bits = x.memory.value_bits,
               .concurrency = 1,
               .lengths = x.load.lengths,
               .gpu_layers = x.memory.serving.gpu_layers,
               .missing = {},
               .host_bandwidth = value_or(input(ThroughputInput::host_bandwidth), 0) * units::B / units::s};
}

/// The inputs as they came to be used.
void fill_used(const Request& request, const ThroughputSetup& x, Inputs& used)
{
    used = request.inputs;
    const MemorySetup& m = x.memory;
    const auto memory = [&used](MemoryInput field, double value) { used[static_cast<std::size_t>(field)] = value; };
    memory(MemoryInput::context, m.load.context);
    memory(MemoryInput::mean_context, x.load.lengths.mean_context());
    memory(MemoryInput::gpus, m.gpus);
    memory(MemoryInput::tensor_parallel, m.layout.tensor);
    memory(MemoryInput::pipeline_parallel, m.layout.pipeline);
    memory(MemoryInput::expert_parallel, m.layout.expert);
    memory(MemoryInput::data_parallel, m.replicas);
    memory(MemoryInput::memory_utilization, m.serving.utilization);
    memory(MemoryInput::batch_tokens, m.serving.batch_tokens);
    memory(MemoryInput::block_tokens, m.serving.block_tokens);
    memory(MemoryInput::max_sequences, m.serving.max_sequences);
    used[static_cast<std::size_t>(ThroughputInput::gpus_per_node)] = x.wiring.gpus_per_domain;
    used[static_cast<std::size_t>(ThroughputInput::nics_per_node)] = value_or(x.wiring.nics_per_domain, default_nics(x.wiring.inter, x.wiring.gpu, x.wiring.gpus_per_domain));
    if (x.is_local)
        used[static_cast<std::size_t>(ThroughputInput::host_bandwidth)] =
            (x.local.host_bandwidth > BytesPerSecond{} ? x.local.host_bandwidth : usual_host_bandwidth).in(units::B / units::s);
}

}

Problem throughput_setup(const Request& request, ThroughputSetup& x)
{
    const auto input = [&request](ThroughputInput field) { return request.inputs[static_cast<std::size_t>(field)]; };
    x.load.lengths = {.input = input(ThroughputInput::input_tokens),
                      .output = input(ThroughputInput::output_tokens),
                      .prefix_hit = input(ThroughputInput::prefix_hit)};
    const double full = x.load.lengths.final_context();

    Inputs memory_request = request.inputs;
    double& context = memory_request[static_cast<std::size_t>(MemoryInput::context)];
    const double declared = context;
    if (declared < std::floor(full))
        return {.code = ErrorCode::inconsistent, .field = static_cast<int>(MemoryInput::context), .limit = std::ceil(full),
                .other_field = static_cast<int>(ThroughputInput::input_tokens)};
    // The engine is started for the declared context, requests are as long as they are.
    context = std::max(value_or(declared, 0), std::ceil(full));
    memory_request[static_cast<std::size_t>(MemoryInput::mean_context)] = std::ceil(full);
    double& sequences = memory_request[static_cast<std::size_t>(MemoryInput::concurrency)];
    const auto engine = static_cast<ServingEngine>(static_cast<int>(request.inputs[static_cast<std::size_t>(MemoryInput::engine)]));
    if (is_present(input(ThroughputInput::requests_per_s)) && !splits_by_layer(engine))
        sequences = maximum; // as many as arrive
    x.memory.may_wait = true;
    if (Problem problem = memory_setup({memory_request, request.specs}, x.memory); problem.code != ErrorCode::none)
        return problem;
    if (!is_usable(x.memory.gpu))
        return {.code = ErrorCode::missing, .field = static_cast<int>(MemoryInput::gpu)};

    if (!splits_by_layer(engine) && x.memory.serving.gpu_layers < x.memory.model.layers)
        return {.code = ErrorCode::inconsistent, .field = static_cast<int>(MemoryInput::gpu_layers),
                .limit = x.memory.model.layers, .other_field = static_cast<int>(MemoryInput::engine)};
    const double tensor = x.memory.layout.tensor;
    const double per_node = value_or(input(ThroughputInput::gpus_per_node),
                                     value_or(request.specs.intra_fabric.domain, usual_gpus_per_node));
    x.wiring = {.intra = request.specs.intra_fabric,
                .inter = request.specs.inter_fabric,
                .gpu = request.specs.gpu,
                .gpus_per_domain = per_node,
                .nics_per_domain = input(ThroughputInput::nics_per_node)};
    if (tensor > 1 && !reduce_lanes(x.wiring, tensor).is_known)
        return {.code = ErrorCode::missing,
                .field = static_cast<int>(tensor <= per_node ? ThroughputInput::intra_fabric : ThroughputInput::inter_fabric)};

    const double replicas = x.memory.replicas;
    x.clients = request.inputs[static_cast<std::size_t>(MemoryInput::concurrency)];
    x.rate = input(ThroughputInput::requests_per_s);
    x.load.is_saturated = std::isinf(x.clients);
    x.load.concurrency = x.load.is_saturated ? x.clients : std::max(1.0, x.clients / replicas);
    x.busy_replicas = x.load.is_saturated || is_present(x.rate) ? replicas : std::min(replicas, x.clients);
    x.load.requests_each = input(ThroughputInput::requests_each);
    x.load.draft_tokens = input(ThroughputInput::draft_tokens);
    x.load.draft_acceptance = input(ThroughputInput::draft_acceptance);
    x.load.draft_cost = input(ThroughputInput::draft_cost);
    x.gpu_hour_usd = input(ThroughputInput::gpu_hour_usd);

    x.is_local = splits_by_layer(x.memory.serving.engine);
    // Where layers are split, what the cards lack stays in host memory, unless they share it or the layers are given.
    x.runs_split = x.is_local && !(x.memory.gpu.unified_memory > 0) && !is_present(x.memory.serving.gpu_layers);
    if (x.is_local)
        fill_local(request, x);
    plan_load(x);
    fill_used(request, x, x.used);
    return {};
}

void plan_load(ThroughputSetup& x)
{
    x.plan = x.memory.plan;
    const double admitted = admitted_sequences(x.memory, x.plan);
    x.fits = x.is_local && is_present(x.memory.gpu.memory_bytes) ? x.plan.fits : admitted >= 1;
    x.admission = {.capacity = std::clamp(admitted, 1.0, no_limit),
                   .sequences = x.memory.serving.max_sequences,
                   .budget = x.memory.serving.batch_tokens};
    if (!x.is_local)
        return;
    const double cards = x.memory.layout.tensor * x.memory.layout.pipeline;
    x.local.concurrency = x.load.is_saturated ? std::min(x.plan.concurrency, most_streams) : x.load.concurrency;
    x.local.missing = x.fits || !x.runs_split ? Bytes{} : cards * (x.plan.total - x.plan.usable);
}

Replica make_replica(const ThroughputSetup& x)
{
    const MemorySetup& m = x.memory;
    Replica r = make_replica(m.model, m.count, m.gpu, m.weights, m.key_bits, m.value_bits, m.layout, m.serving.engine, x.wiring);
    if (is_present(m.serving.weights_bytes)) { // the file's own size is what is read
        const double factor = m.serving.weights_bytes * units::B / model_weights(m.model, m.count, m.weights).total();
        for (WeightPart* part : {&r.attention, &r.mlp, &r.head, &r.expert})
            part->read = part->read * factor;
    }
    return r;
}

Served serve(const ThroughputSetup& x, const Replica& replica, const ServingParameters& parameters)
{
    const ServedReplica served = serve(replica, parameters);
    if (is_present(x.rate))
        return serve_open_loop(served, x.load, x.admission, x.rate / x.memory.replicas);
    return serve_closed_loop(served, x.load, x.admission);
}

}
