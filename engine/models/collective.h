#pragma once
// How long a collective takes: latency and bandwidth of each protocol lane, the switch's own reduction, rings and trees
// between domains. The library takes whatever is done first, so the time is a minimum of straight lines in the message
// size.
//
// Recipe: 1. interconnect() (topology.h); 2. collective_lanes(): one domain has ring lanes, in-switch lane or
// all-to-all lanes, several have a low lane and a high lane with its ramp; 3. collective_time() takes the one that is
// done first;
// 4. launches that wait for each other set a floor.
//
//     CollectiveTime t = collective_time(wires, {.collective = Collective::all_reduce, .ranks_per_domain = 8}, 1 *
//     GiB); bus_bandwidth(Collective::all_reduce, 8, 1 * GiB, t.total)   // as nccl-tests prints it
//
// Sizes are those of nccl-tests: the vector (all-reduce, broadcast, send/recv), the gathered vector of n shards
// (all-gather, reduce-scatter), all that a rank sends, its own chunk included (all-to-all).
// Left out: SHARP in InfiniBand switches, congestion and oversubscription, symmetric memory, custom all-reduce kernels
// of serving engines, and what a collective takes from the arithmetic beside it (10 % is usual).

#include "engine/models/topology.h"

#include <cstddef>

namespace engine {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, send_recv };
inline constexpr std::array<std::string_view, 6> collective_ids{"all_reduce", "all_gather", "reduce_scatter",
                                                                "all_to_all", "broadcast",  "send_recv"};

/// queued: launches follow each other on the device. synchronous: the host waits for each, or one process drives all
/// GPUs.
enum class Launch { queued, synchronous };
inline constexpr std::array<std::string_view, 2> launch_ids{"queued", "synchronous"};

enum class CollectiveAlgorithm { none, low_latency, ring, in_switch, direct, tree, in_switch_tree };
inline constexpr std::array<std::string_view, 7> collective_algorithm_ids{
    "none", "low_latency", "ring", "in_switch", "direct", "tree", "in_switch_tree"};

/// What takes most of the time: starting, the fabric inside domains, the network between them.
enum class CollectiveBound { latency, intra, inter };
inline constexpr std::array<std::string_view, 3> collective_bound_ids{"latency", "intra", "inter"};

struct CollectiveGroup {
    Collective collective = Collective::all_reduce;
    double ranks_per_domain = 8;
    double domains = 1;
    Launch launch = Launch::queued;

    double ranks() const { return ranks_per_domain * domains; }
};

/// One way of doing it: latency + bytes / rate, and between domains the filling of the pipeline: bytes first move
/// `slope` times slower, until that has cost `fill`.
struct CollectiveLane {
    Seconds latency;     ///< what it costs however few bytes there are
    BytesPerSecond rate; ///< of the vector; zero: there is no such lane
    Seconds fill;
    double slope = 0;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
    CollectiveBound wire = CollectiveBound::intra; ///< what limits its rate

    bool exists() const { return rate > BytesPerSecond{}; }
    Seconds ramp(Bytes bytes) const;
    Seconds time(Bytes bytes) const { return latency + bytes / rate + ramp(bytes); }
};

/// All ways that a group has, whatever the size of its messages.
struct CollectiveLanes {
    CollectiveLane low, high, in_switch;
    Seconds host; ///< between launches; zero where they are queued
};

struct CollectiveTime {
    Seconds total;
    Seconds queued;  ///< total without the host's floor
    Seconds latency; ///< of the lane that is done first
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
    CollectiveBound bound = CollectiveBound::latency;
};

/// Time of one collective; 0 for one rank.
///
///     one domain        W = f + c / n
///       low lane        a0 + a1 s + W S / (x R)             s = 2 (n - 1) for all-reduce, n - 1 for the others of a
///       ring high lane       b0 + b1 s + W S / R in-switch       g0 + g1 n + S / A                   all-reduce from
///       five or six ranks behind NVSwitch
///     several domains   L = log2 k
///       low lane        a0 + a1 s(m) + l0 + l1 L + f S / R0
///       high lane       d (m0 + m1 L) + S / Q + ramp,       ramp = h y / sqrt(1 + y^2),  h = d (h0 + h1 L),
///                       y = v S / (Q h),                    d = 0.4 + 0.6 (m - 1) / 7 up to eight ranks in a domain
///       all-reduce      Q = min(R m / (m - 1), m N) / f     a ring over all domains: one hop in m leaves by a NIC
///                       two domains: at least min(0.93 A or R / 2, m N), a tree that sends the vector once
///       all-to-all      max(S (m - 1) / n / R_x, S (n - m) / n / N_x)
///     launches that wait for each other    (t^4 + h^4)^(1/4)
///
///     n ranks = m per domain x k domains      f  bus factor    c  a rank's own shard      x, a, b, g, l, m, h, v
///     fitted R  bus_rate()   A  switch_rate()   N  one GPU's share of the NICs
///
/// Source: structure of [nccl-tuning] (latency + bytes / bandwidth, least over algorithms and protocols); measured
/// constants, see collective_constants.h. wires.fabric must be present for more than one rank in a domain,
/// wires.network for more than one domain.
CollectiveTime collective_time(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes);

/// The same in two steps, for many sizes of one group. No lane exists for one rank, and its time is 0.
CollectiveLanes collective_lanes(const Interconnect& wires, const CollectiveGroup& group);
CollectiveTime collective_time(const CollectiveLanes& lanes, Bytes bytes);

/// Which measured cases are comparable: the fabric (0 NVLink, 1 Infinity Fabric, 2 PCIe) or 3 for several domains; 0
/// all-reduce, 1 others; size 0 to 64 KiB, 1 up to 64 MiB, 2 from there.
struct SpreadKind {
    std::size_t place = 0, operation = 0, size = 0;
};
SpreadKind spread_kind(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes);

/// Sizes where the picture changes, found by halving; infinite where none up to 16 TiB does.
struct CollectiveSizes {
    Bytes crossover;      ///< from here the low lane is no longer taken
    Bytes half_bandwidth; ///< from here the vector moves at half of `limit` or faster
    BytesPerSecond limit; ///< rate of an endless vector
};
CollectiveSizes collective_sizes(const CollectiveLanes& lanes);

/// nccl-tests' factor between the rate of the vector and the bus: 2 (n - 1) / n for all-reduce; (n - 1) / n for
/// all-gather, reduce-scatter and all-to-all; 1 for the others. Source: [nccl-tests-performance].
double bus_factor(Collective collective, double ranks);

/// f S / t. It may pass the wire's rate where switches add: they send each byte once, the factor counts it twice.
BytesPerSecond bus_bandwidth(Collective collective, double ranks, Bytes bytes, Seconds time);

} // namespace engine
