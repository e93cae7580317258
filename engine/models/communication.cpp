#include "engine/models/communication.h"

#include "engine/models/collective.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

using namespace units;

constexpr Seconds never = std::numeric_limits<double>::infinity() * s;
constexpr double one_shot_share = .6;        ///< of the link, that an engine's own all-reduce reaches
constexpr double own_latency_off_nvlink = 2; ///< its latency over PCIe relative to NVLink
constexpr double pcie_payload = .86;         ///< of the signalling rate: 55 of 64 GB/s
constexpr double exchange_share = .5;        ///< of the link, that an exchange between experts reaches
constexpr double exchange_latencies = 4;     ///< two kernels each way
constexpr double dispatch_and_combine = 3;   ///< bytes of a routed value

bool is_kind(const Link& link, Topology kind) { return link.topology == static_cast<double>(kind); }

void inside(const Interconnect& wires, const Link& link, ReduceLanes& group)
{
    const FabricConstants& f = *wires.fabric;
    const double n = group.ranks, steps = 2 * (n - 1);
    const double passes = bus_factor(Collective::all_reduce, n) + f.copy / n;
    const BytesPerSecond rate = bus_rate(wires, n), added = switch_rate(wires, n);
    // What latencies grow by without peer-to-peer is the inverse of what is left of the rate (topology.h).
    group.low = {(f.low_fixed + f.low_step * steps) * us / wires.relay, passes / (f.low_share * rate)};
    group.high = {(f.high_fixed + f.high_step * steps) * us / wires.relay, passes / rate};
    if (added > BytesPerSecond{})
        group.in_switch = {(f.switch_fixed + f.switch_rank * n) * us, 1 / added};
    group.own = (n - 1) / (one_shot_share * send_rate(link, n));
    group.own_latency = !(link.peer_to_peer > 0) ? 0 : is_kind(link, Topology::host_tree) ? own_latency_off_nvlink : 1;
}

/// The line through the collective model at two sizes.
MessageLane line(const Interconnect& wires, const CollectiveGroup& group, Bytes small, Bytes large)
{
    const Seconds first = collective_time(wires, group, small).total, last = collective_time(wires, group, large).total;
    const SecondsPerByte slope = (last - first) / (large - small);
    return {first - slope * small, slope};
}

}

BytesPerSecond send_rate(const Link& link, double ranks)
{
    double rate = value_or(link.one_direction, 0);
    if (is_kind(link, Topology::mesh))
        rate = std::min(rate, value_or(link.per_link_one_direction, rate) * std::max(1.0, ranks - 1));
    if (is_kind(link, Topology::host_tree))
        rate *= pcie_payload;
    return rate * B / s;
}

ReduceLanes reduce_lanes(const Wiring& wiring, double ranks)
{
    ReduceLanes group{};
    group.ranks = ranks;
    group.in_switch.latency = never;
    if (ranks <= 1)
        return group;
    const Interconnect wires = interconnect(wiring);
    const double domains = ranks / wiring.gpus_per_domain;
    group.is_known = domains > 1 ? wires.network && (wires.fabric || wiring.gpus_per_domain <= 1) : wires.fabric != nullptr;
    if (!group.is_known)
        return group;
    if (domains <= 1) {
        inside(wires, wiring.intra, group);
        return group;
    }
    const CollectiveGroup spread{.collective = Collective::all_reduce, .ranks_per_domain = wiring.gpus_per_domain,
                                 .domains = domains};
    group.low = line(wires, spread, 8 * KiB, 64 * KiB);
    group.high = line(wires, spread, 16 * MiB, 64 * MiB);
    return group;
}

Seconds all_reduce_time(const ReduceLanes& group, Bytes message, Seconds own_latency)
{
    if (group.ranks <= 1)
        return {};
    Seconds t = std::min({group.low.time(message), group.high.time(message), group.in_switch.time(message)});
    if (group.own_latency > 0)
        t = std::min(t, own_latency * group.own_latency + group.own * message);
    return t;
}

Seconds expert_exchange_time(const Link& link, double groups, double tokens, double active, double hidden, Seconds latency)
{
    const Bytes sent = tokens * active * hidden * dispatch_and_combine * (1 - 1 / groups) * B;
    return exchange_latencies * latency + sent / (exchange_share * send_rate(link, groups));
}

}
