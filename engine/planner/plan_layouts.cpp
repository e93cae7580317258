#include "engine/planner/plan_layouts.h"

#include <algorithm>

namespace engine {

namespace {

constexpr double usual_domain = 8;
/// Defaults of `throughput`, which the WebAssembly module leaves to the page: a test compares them with its table.
constexpr double requests_each = 10, draft_acceptance = .7, draft_cost = .05;

} // namespace

ServingEngine plan_engine(const PlanRequest& request, const Accelerator& gpu, const NumberFormat& weights)
{
    const bool gguf = weights.gguf > 0, apple = gpu.architecture == static_cast<double>(Architecture::apple);
    return gguf || apple ? ServingEngine::llama_cpp : request.engine;
}

double plan_domain(const PlanCandidate& candidate)
{
    if (!is_present(candidate.intra.topology) || !(candidate.intra.one_direction > 0))
        return 1;
    return value_or(candidate.gpus_per_node, value_or(candidate.intra.domain, usual_domain));
}

PlanThroughput plan_throughput(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                               const PlanLayout& layout)
{
    PlanThroughput run;
    run.specs = {.model = request.model,
                 .gpu = candidate.gpu,
                 .weights = format.weights,
                 .kv_cache = format.kv_cache,
                 .value_cache = format.kv_cache,
                 .intra_fabric = candidate.intra,
                 .inter_fabric = candidate.inter};
    run.inputs.fill(absent);
    const auto memory = [&run](MemoryInput field, double value) {
        run.inputs[static_cast<std::size_t>(field)] = value;
    };
    const auto input = [&run](ThroughputInput field, double value) {
        run.inputs[static_cast<std::size_t>(field)] = value;
    };
    memory(MemoryInput::gpus, layout.gpus());
    memory(MemoryInput::tensor_parallel, layout.tensor);
    memory(MemoryInput::pipeline_parallel, layout.pipeline);
    memory(MemoryInput::expert_parallel, layout.expert);
    memory(MemoryInput::data_parallel, layout.replicas);
    const ServingEngine engine = plan_engine(request, candidate.gpu, format.weights);
    memory(MemoryInput::engine, static_cast<double>(engine));
    memory(MemoryInput::engine_version, static_cast<double>(EngineVersion::latest));
    input(ThroughputInput::input_tokens, request.input_tokens);
    input(ThroughputInput::output_tokens, request.output_tokens);
    input(ThroughputInput::prefix_hit, request.prefix_hit);
    input(ThroughputInput::requests_per_s, request.requests_per_s);
    input(ThroughputInput::requests_each, requests_each);
    input(ThroughputInput::draft_tokens, 0);
    input(ThroughputInput::draft_acceptance, draft_acceptance);
    input(ThroughputInput::draft_cost, draft_cost);
    // In an open loop concurrency is read by the engines of single streams only: one stream a replica.
    memory(MemoryInput::concurrency, is_present(request.requests_per_s) ? layout.replicas : request.concurrency);
    input(ThroughputInput::gpus_per_node, candidate.gpus_per_node);
    input(ThroughputInput::gpu_hour_usd, candidate.gpu_hour_usd);
    return run;
}

bool fitting_setup(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                   const PlanLayout& layout, ThroughputSetup& setup)
{
    const PlanThroughput run = plan_throughput(request, candidate, format, layout);
    setup = {};
    if (throughput_setup({run.inputs, run.specs}, setup).code != ErrorCode::none)
        return false;
    return setup.fits;
}

double admits(const ThroughputSetup& x) { return std::min(x.admission.capacity, x.admission.sequences); }

void spread_load(const PlanRequest& request, const PlanLayout& layout, double replicas, ThroughputSetup& x)
{
    x.memory.gpus = layout.tensor * layout.pipeline * replicas;
    x.memory.replicas = replicas;
    const bool open = is_present(request.requests_per_s);
    x.clients = open ? replicas : request.concurrency;
    x.load.concurrency = std::max(1.0, x.clients / replicas);
    x.busy_replicas = open ? replicas : std::min(replicas, x.clients);
    if (!open || x.is_local) {
        x.memory.load.concurrency = std::ceil(x.clients / replicas);
        choose_settings(x.memory);
        plan_load(x);
    }
}

} // namespace engine
