#pragma once
// From a request to the arguments of the memory model: the input fields that every calculator of serving begins with, and
// what absent ones are derived from. inference-memory has just these; throughput has them first and its own behind.
//
//     MemorySetup setup;
//     if (Problem p = memory_setup(request, setup); p.code != ErrorCode::none) return p;
//     MemoryPlan plan = plan_memory(setup);

#include "engine/calculators/calculator.h"
#include "engine/models/memory.h"

namespace engine {

/// Index of each field in memory_inputs.
enum class MemoryInput {
    model, weights, kv_cache, value_cache,
    gpu, gpus,
    context, mean_context, concurrency,
    tensor_parallel, pipeline_parallel, expert_parallel, data_parallel,
    engine, engine_version, memory_utilization, batch_tokens, block_tokens, max_sequences, gpu_layers,
    weights_bytes_override,
    count
};
inline constexpr int memory_input_count = static_cast<int>(MemoryInput::count);

/// Absent defaults are derived:
///
///     kv_cache             default_cache_bits() (models/kv_cache.h);   value_cache = kv_cache;   mean_context = context
///     tensor_parallel      serving engines: the largest power of two that divides gpus / (pipeline data) and the heads, at
///                          most 8; llama.cpp and transformers: 1
///     pipeline_parallel    llama.cpp and transformers: what is left of the GPUs. When tensor_parallel and data_parallel are
///                          derived too: the fewest stages with which a replica fits, all there are if none does; else 1
///     data_parallel        gpus / (tensor pipeline), whole replicas: who has more GPUs than a model needs runs it twice
///     expert_parallel      1
///     memory_utilization, batch_tokens, block_tokens, max_sequences   the engine's defaults, or bolder (choose_settings())
///     gpu_layers           all;   weights_bytes_override: computed
inline constexpr std::array<Field, memory_input_count> memory_inputs{{
    {.id = "model", .kind = Kind::model, .group = Group::model, .initial_id = "llama-3.3-70b"},
    {.id = "weights", .kind = Kind::format, .group = Group::model, .initial_id = "fp8"},
    {.id = "kv_cache", .kind = Kind::format, .group = Group::model},
    {.id = "value_cache", .kind = Kind::format, .group = Group::model, .advanced = true},
    {.id = "gpu", .kind = Kind::accelerator, .group = Group::hardware, .initial_id = "h100-sxm"},
    {.id = "gpus", .kind = Kind::count, .unit = Unit::gpus, .initial = 2, .least = 1, .most = 100000, .group = Group::hardware},
    {.id = "context", .kind = Kind::count, .unit = Unit::tokens, .initial = 8192, .least = 1, .most = 1e8, .group = Group::load},
    {.id = "mean_context", .unit = Unit::tokens, .least = 1, .most = 1e8, .group = Group::load, .advanced = true},
    {.id = "concurrency", .kind = Kind::count, .unit = Unit::sequences, .initial = 32, .least = 1, .most = 1e6,
     .group = Group::load, .accepts_max = true},
    {.id = "tensor_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1024, .group = Group::parallelism},
    {.id = "pipeline_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1024,
     .group = Group::parallelism, .advanced = true},
    {.id = "expert_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 4096,
     .group = Group::parallelism, .advanced = true},
    {.id = "data_parallel", .kind = Kind::count, .unit = Unit::none, .least = 1, .most = 100000,
     .group = Group::parallelism, .advanced = true},
    {.id = "engine", .kind = Kind::choice, .initial = 0, .group = Group::engine, .choices = serving_engine_ids},
    {.id = "engine_version", .kind = Kind::choice, .initial = 0, .group = Group::engine, .advanced = true,
     .choices = engine_version_ids},
    {.id = "memory_utilization", .unit = Unit::fraction, .least = 0.01, .most = 1, .group = Group::engine, .advanced = true},
    {.id = "batch_tokens", .kind = Kind::count, .unit = Unit::tokens, .least = 1, .most = 1e7, .group = Group::engine,
     .advanced = true},
    {.id = "block_tokens", .kind = Kind::count, .unit = Unit::tokens, .least = 1, .most = 65536, .group = Group::engine,
     .advanced = true},
    {.id = "max_sequences", .kind = Kind::count, .unit = Unit::sequences, .least = 1, .most = 1e6, .group = Group::engine,
     .advanced = true},
    {.id = "gpu_layers", .kind = Kind::count, .unit = Unit::layers, .least = 0, .most = 10000, .group = Group::engine,
     .advanced = true},
    {.id = "weights_bytes_override", .unit = Unit::bytes, .least = 1, .most = 1e16, .group = Group::engine, .advanced = true},
}};

/// The layout that a request names; what is absent is derived.
struct AskedLayout {
    double tensor = absent, pipeline = absent, data = absent, expert = absent;
};

/// Everything the memory model needs, nothing absent that it would read.
struct MemorySetup {
    LanguageModel model;      ///< completed
    ParameterCount count;
    Accelerator gpu;          ///< memory_bytes is absent when no device was named
    NumberFormat weights;
    double key_bits = 16, value_bits = 16;
    bool cache_bits_derived = false;
    double gpus = 1, replicas = 1; ///< replicas = data_parallel
    Layout layout;
    Serving serving;
    bool is_bold = false;     ///< serving is with_bold_settings(): the defaults do not hold the load
    Load load;                ///< of one replica
    MemoryPlan plan;          ///< of the members above
    // As asked for, from which lay_out() makes the four above.
    AskedLayout asked;
    Serving asked_serving;
    double asked_concurrency = 1; ///< of the whole deployment
    bool may_wait = false;    ///< a derived layout needs to hold one sequence of the load, the others may wait
};

/// Reads the first memory_input_count inputs, which must have passed check_inputs(). Problems: no model, a mean context above
/// the context, an engine that does not run on the device, expert_parallel beyond the ranks, tensor x pipeline x data beyond
/// gpus.
Problem memory_setup(const Request& request, MemorySetup& setup);

/// Cuts the deployment for this many GPUs: replicas, layout, the engine's defaults and the load of a replica.
Problem lay_out(MemorySetup& setup, double gpus);

/// Chooses the engine's settings for the load and the layout: its defaults where they hold all its sequences (or where the
/// share of the memory is asked for), else what operators would set, as far as that admits more. Whatever asks "does it
/// fit" asks it of these. Sets serving, is_bold and plan.
void choose_settings(MemorySetup& setup);

MemoryPlan plan_memory(const MemorySetup& setup);

/// Whether the setup fits with some settings: the boldest leave the most room. choose_settings() finds a plan that does.
bool fits(MemorySetup setup);

struct UnusedInputs;
/// Warns of the memory_inputs that are set and change nothing.
void check_unused(const MemorySetup& setup, const UnusedInputs& unused);

/// Sequences of the context that the plan's pool holds at once, at least the one that an engine checks for when it starts;
/// else 0. Not a whole number.
double admitted_sequences(const MemorySetup& setup, const MemoryPlan& plan);

}
