#pragma once
// How long a collective takes over a fabric, and at which bus bandwidth in the sense of nccl-tests.
// The model: models/collective.h over models/topology.h.

#include "engine/calculators/calculator.h"
#include "engine/models/collective.h"

namespace engine {

/// Index of each field in collective_inputs.
enum class CollectiveInput {
    collective,
    bytes,
    gpu,
    gpus_per_node,
    nodes,
    intra_fabric,
    inter_fabric,
    nics_per_node,
    library,
    in_switch_reduction,
    launch,
    count
};

/// Absent defaults are derived:
///
///     intra_fabric      what the accelerator has (the caller fills it in)
///     nics_per_node     the network's usual number for each GPU; half of one for the first EFA (eight A100)
///     library           RCCL on AMD's devices, NCCL elsewhere
///
/// On NVL72 a node is the rack. bytes is the nccl-tests size: the vector, the gathered vector, or all that a rank
/// sends.
inline constexpr std::array<Field, static_cast<std::size_t>(CollectiveInput::count)> collective_inputs{{
    {.id = "collective", .kind = Kind::choice, .initial = 0, .group = Group::load, .choices = collective_ids},
    {.id = "bytes", .unit = Unit::bytes, .initial = 268435456, .least = 1, .most = 1e13, .group = Group::load},
    {.id = "gpu", .kind = Kind::accelerator, .group = Group::hardware, .initial_id = "h100-sxm"},
    {.id = "gpus_per_node",
     .kind = Kind::count,
     .unit = Unit::gpus,
     .initial = 8,
     .least = 1,
     .most = 1024,
     .group = Group::hardware},
    {.id = "nodes", .kind = Kind::count, .initial = 1, .least = 1, .most = 65536, .group = Group::hardware},
    {.id = "intra_fabric", .kind = Kind::link, .group = Group::hardware},
    {.id = "inter_fabric", .kind = Kind::link, .group = Group::hardware, .initial_id = "infiniband-ndr400"},
    {.id = "nics_per_node", .kind = Kind::count, .least = 1, .most = 1024, .group = Group::hardware, .advanced = true},
    {.id = "library", .kind = Kind::choice, .group = Group::engine, .advanced = true, .choices = library_ids},
    {.id = "in_switch_reduction",
     .kind = Kind::choice,
     .initial = 0,
     .group = Group::engine,
     .advanced = true,
     .choices = in_switch_reduction_ids},
    {.id = "launch",
     .kind = Kind::choice,
     .initial = 0,
     .group = Group::engine,
     .advanced = true,
     .choices = launch_ids},
}};

/// Index of each output in collective_outputs.
enum class CollectiveOutput {
    time_s,
    algbw_bytes_per_s,
    busbw_bytes_per_s,
    bound,
    algorithm,
    latency_s,
    busbw_limit_bytes_per_s,
    crossover_bytes,
    half_bandwidth_bytes,
    wire_one_direction_bytes_per_s,
    wire_both_directions_bytes_per_s,
    nic_one_direction_bytes_per_s,
    ranks,
    count
};

/// latency_s: what the lane taken costs however few bytes there are. busbw_limit: of an endless message. crossover:
/// from here the low-latency lane is not taken; absent where it never is. wire: one GPU inside the domain; nic: one
/// GPU's share.
inline constexpr std::array<Field, static_cast<std::size_t>(CollectiveOutput::count)> collective_outputs{{
    {.id = "time_s", .unit = Unit::seconds},
    {.id = "algbw_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "busbw_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "bound", .kind = Kind::choice, .choices = collective_bound_ids},
    {.id = "algorithm", .kind = Kind::choice, .choices = collective_algorithm_ids},
    {.id = "latency_s", .unit = Unit::seconds},
    {.id = "busbw_limit_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "crossover_bytes", .unit = Unit::bytes},
    {.id = "half_bandwidth_bytes", .unit = Unit::bytes},
    {.id = "wire_one_direction_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "wire_both_directions_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "nic_one_direction_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "ranks", .unit = Unit::gpus},
}};

enum class CollectiveWarning {
    one_rank,            ///< nothing to do
    extrapolated,        ///< no measured case is comparable: ranges are absent
    above_wire,          ///< bus bandwidth, one direction of the wire, in GB/s: the switches add
    pair_has_one_link,   ///< one link, all links of a GPU, in GB/s
    through_host_memory, ///< no peer-to-peer
    nics_shared,         ///< GPUs, NICs
    beyond_host,         ///< GPUs on one host, what hosts hold
    generation_not_measured,
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(CollectiveWarning::count)> collective_warnings{
    "one_rank",    "extrapolated",           "above_wire", "pair_has_one_link", "through_host_memory", "nics_shared",
    "beyond_host", "generation_not_measured"};

enum class CollectiveStep {
    collective_ranks,
    bus_factor_all_reduce,
    bus_factor_shards,
    bus_factor_whole,
    wire_nvlink,
    wire_mesh,
    wire_pcie,
    rate_switched,
    rate_mesh,
    rate_host,
    rate_bridge,
    rate_exchange,
    rate_switch,
    nic_share,
    lane_low,
    lane_high,
    lane_in_switch,
    lane_between,
    collective_queued,
    collective_time,
    algbw,
    busbw,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(CollectiveStep::count)> collective_steps{{
    {"collective_ranks", "n = m k", "m k", Unit::gpus, "nccl"},
    {"bus_factor_all_reduce", "f = 2 (n - 1) / n", "n", Unit::ratio, "all-reduce"},
    {"bus_factor_shards", "f = (n - 1) / n", "n", Unit::ratio, "nccl"},
    {"bus_factor_whole", "f = 1", "", Unit::ratio, "nccl"},
    {"wire_nvlink", "w = w_both / 2", "w_both", Unit::bytes_per_second, "nvlink"},
    {"wire_mesh", "w = w_both / 2", "w_both", Unit::bytes_per_second, "infinity-fabric"},
    {"wire_pcie", "w = w_both / 2", "w_both", Unit::bytes_per_second, "pcie-gen5"},
    {"rate_switched", "R = e w", "e w", Unit::bytes_per_second, "nvswitch"},
    {"rate_mesh", "R = e min(w, (m - 1) l)", "e w m l", Unit::bytes_per_second, "infinity-fabric"},
    {"rate_host", "R = r min(e w, h)", "r e w", Unit::bytes_per_second, "pcie-gen5"},
    {"rate_bridge", "R = e w", "e w", Unit::bytes_per_second, "nvlink"},
    {"rate_exchange", "R_x", "", Unit::bytes_per_second, "expert-parallelism"},
    {"rate_switch", "A = e_s w", "e_s w", Unit::bytes_per_second, "nvswitch"},
    {"nic_share", "N = c p / g", "c p g", Unit::bytes_per_second, "rdma"},
    {"lane_low", "t_1 = a_1 + S / q_1", "a_1 S q_1", Unit::seconds, "nccl"},
    {"lane_high", "t_2 = a_2 + S / q_2", "a_2 S q_2", Unit::seconds, "nccl"},
    {"lane_in_switch", "t_3 = a_3 + S / A", "a_3 S A", Unit::seconds, "nvswitch"},
    {"lane_between", "t_2 = a_2 + u + S / q_2", "a_2 u S q_2", Unit::seconds, "infiniband"},
    {"collective_queued", "t = min(t_1, t_2, t_3)", "t_1 t_2 t_3", Unit::seconds, "nccl"},
    {"collective_time", "T = (t^4 + h^4)^(1/4)", "t h", Unit::seconds, "nccl"},
    {"algbw", "v = S / T", "S T", Unit::bytes_per_second, "all-reduce"},
    {"busbw", "b = f v", "f v", Unit::bytes_per_second, "all-reduce"},
}};

Problem evaluate_collective(const Request& request, Answer& answer);
Problem derive_collective(const Request& request, Derivation& derivation);

inline constexpr Calculator collective{.id = "collective",
                                       .inputs = collective_inputs,
                                       .outputs = collective_outputs,
                                       .steps = collective_steps,
                                       .warnings = collective_warnings,
                                       .evaluate = evaluate_collective,
                                       .derive = derive_collective};

} // namespace engine
