#pragma once
// From a request to the arguments of the serving model (models/serving.h) or of the local one (models/local.h).

#include "engine/calculators/memory_setup.h"
#include "engine/models/local.h"
#include "engine/models/serving.h"

namespace engine {

/// Index of each field of throughput_inputs behind those of MemoryInput.
enum class ThroughputInput {
    input_tokens = memory_input_count, output_tokens, prefix_hit, requests_per_s, requests_each,
    draft_tokens, draft_acceptance, draft_cost,
    intra_fabric, inter_fabric, gpus_per_node, nics_per_node, host_bandwidth,
    gpu_hour_usd,
    end
};
inline constexpr std::size_t throughput_input_count = static_cast<std::size_t>(ThroughputInput::end);

/// memory_inputs, whose absent `context` is input_tokens + output_tokens here and whose mean_context always is, and:
///
///     input_tokens, output_tokens   means
///     requests_per_s    open loop at this rate of the whole deployment; absent: closed loop at `concurrency`
///     requests_each     requests that each client of a closed loop sends, of which the first meets an empty engine: load
///                       generators usually send 10; 0: steady state
///     intra_fabric      absent: what the accelerator has (the caller fills it in)
///     gpus_per_node     absent: the fabric's domain, else 8;     nics_per_node   absent: one a GPU
///     host_bandwidth    absent: 40 GB/s
constexpr std::array<Field, throughput_input_count> make_throughput_inputs()
{
    std::array<Field, throughput_input_count> all{};
    for (std::size_t i = 0; i < memory_inputs.size(); ++i)
        all[i] = memory_inputs[i];
    all[static_cast<std::size_t>(MemoryInput::context)].initial = absent;
    all[static_cast<std::size_t>(MemoryInput::context)].advanced = true;
    const auto set = [&all](ThroughputInput input, Field field) { all[static_cast<std::size_t>(input)] = field; };
    set(ThroughputInput::input_tokens, {.id = "input_tokens", .unit = Unit::tokens, .initial = 1024, .least = 1, .most = 1e7,
                                        .group = Group::load});
    set(ThroughputInput::output_tokens, {.id = "output_tokens", .unit = Unit::tokens, .initial = 1024, .least = 1,
                                         .most = 1e7, .group = Group::load});
    set(ThroughputInput::prefix_hit, {.id = "prefix_hit", .unit = Unit::fraction, .initial = 0, .least = 0, .most = 1,
                                      .group = Group::load, .advanced = true});
    set(ThroughputInput::requests_per_s, {.id = "requests_per_s", .unit = Unit::requests_per_second, .least = 1e-9,
                                          .most = 1e9, .group = Group::load});
    set(ThroughputInput::requests_each, {.id = "requests_each", .kind = Kind::count, .initial = 10, .least = 0, .most = 1e9, .group = Group::load,
                                         .advanced = true});
    set(ThroughputInput::draft_tokens, {.id = "draft_tokens", .kind = Kind::count, .unit = Unit::tokens, .initial = 0,
                                        .least = 0, .most = 64, .group = Group::engine, .advanced = true});
    set(ThroughputInput::draft_acceptance, {.id = "draft_acceptance", .unit = Unit::fraction, .initial = .7, .least = 0,
                                            .most = 1, .group = Group::engine, .advanced = true});
    set(ThroughputInput::draft_cost, {.id = "draft_cost", .unit = Unit::fraction, .initial = .05, .least = 0, .most = 10,
                                      .group = Group::engine, .advanced = true});
    set(ThroughputInput::intra_fabric, {.id = "intra_fabric", .kind = Kind::link, .group = Group::hardware, .advanced = true});
    set(ThroughputInput::inter_fabric, {.id = "inter_fabric", .kind = Kind::link, .group = Group::hardware, .advanced = true,
                                        .initial_id = "infiniband-ndr400"});
    set(ThroughputInput::gpus_per_node, {.id = "gpus_per_node", .kind = Kind::count, .unit = Unit::gpus, .least = 1,
                                         .most = 1024, .group = Group::hardware, .advanced = true});
    set(ThroughputInput::nics_per_node, {.id = "nics_per_node", .kind = Kind::count, .least = 1, .most = 1024,
                                         .group = Group::hardware, .advanced = true});
    set(ThroughputInput::host_bandwidth, {.id = "host_bandwidth", .unit = Unit::bytes_per_second, .least = 1e6, .most = 1e13,
                                          .group = Group::hardware, .advanced = true});
    set(ThroughputInput::gpu_hour_usd, {.id = "gpu_hour_usd", .unit = Unit::dollars_per_hour, .least = 0, .most = 1e6,
                                        .group = Group::prices});
    return all;
}
inline constexpr std::array<Field, throughput_input_count> throughput_inputs = make_throughput_inputs();

struct ThroughputSetup {
    Inputs used{};            ///< the inputs with derived ones filled in
    MemorySetup memory;
    MemoryPlan plan;          ///< of a sequence of the full length
    bool fits = true;         ///< one request of the full length is admitted; what exceeds admission.capacity waits
    bool runs_split = false;  ///< what does not fit runs from host memory
    Wiring wiring;
    bool is_local = false;
    LocalSetup local;
    ServingLoad load;         ///< of one replica
    Admission admission;
    double clients = 1;       ///< of the whole deployment; infinity: as many as fit
    double busy_replicas = 1; ///< that have a client
    double rate = absent;     ///< requests/s of the whole deployment; absent: closed loop
    double gpu_hour_usd = absent;
};

/// Reads all inputs, which must have passed check_inputs(). Problems: those of memory_setup(), no device or one without
/// bandwidth or any matmul rate, several devices on an unknown fabric, layers in host memory under a serving engine.
Problem throughput_setup(const Request& request, ThroughputSetup& setup);

/// What the memory makes of the load on a replica: plan, fits, admission and the local run's part. For who changes
/// memory.load and memory.serving of a setup.
void plan_load(ThroughputSetup& setup);

Replica make_replica(const ThroughputSetup& setup);

/// The load on one replica, closed or open.
Served serve(const ThroughputSetup& setup, const Replica& replica, const ServingParameters& parameters);

}
