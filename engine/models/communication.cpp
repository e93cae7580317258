#include "engine/models/communication.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

using namespace units;

constexpr double never = std::numeric_limits<double>::infinity();

/// Constants of the two lanes inside a domain: us, shares and GB/s one way; NVLS from `first` ranks on.
struct Fabric {
    double a0, a1, eps, b0, b1, bandwidth, kappa;
    double first, g0, g1, in_switch;
    double nominal; ///< GB/s, one direction, that the bandwidths were measured at
};
constexpr Fabric nvlink3{9.3, .87, .38, 25, 4.3, 233, .58, never, 0, 0, 1, 300};
constexpr Fabric nvlink4{5.2, .80, .46, 17, 1.1, 370, .55, 5, 72, 0, 270, 450};
constexpr Fabric nvlink5{8.1, 1.28, .41, 14, 5.0, 722, .64, 6, 40, 9, 462, 900};
constexpr Fabric mesh{12, .1, .30, 30, 0, .75, 0, never, 0, 0, 1, 1}; // bandwidth: share of the peers' links together
constexpr Fabric pcie4{4, 1.3, .45, 12, 4, 18, 0, never, 0, 0, 1, 32};
constexpr Fabric pcie5{4, 1.45, .45, 12, 4, 25, 0, never, 0, 0, 1, 64};
/// On PCIe two ranks do not share the root complex: 38 instead of 25 GB/s (Gen 5), 20 instead of 18 (Gen 4).
constexpr double pcie5_pair = 38.0 / 25, pcie4_pair = 20.0 / 18;
/// Through host memory: latency a step, of the bandwidth lane, and the share of the rate that two crossings leave.
constexpr double host_a1 = 2, host_b0 = 20, host_b1 = 6, host_share = .5;

constexpr double one_shot_share = .6;       ///< of the link, that an engine's own all-reduce reaches
constexpr double own_latency_off_nvlink = 2; ///< its latency over PCIe relative to NVLink
constexpr double pcie_payload = .86;        ///< of the nominal rate (55 of 64 GB/s)
constexpr double exchange_share = .5;       ///< of the link, that an exchange between experts reaches
constexpr double exchange_latencies = 4;    ///< two kernels each way
constexpr double dispatch_and_combine = 3;  ///< bytes of a routed value

// Over servers.
constexpr double nic_share = .95, low_rate = 8, l0 = 35, l1 = 10, h0 = 20, h1 = 95;

bool is_kind(const Link& link, Topology kind) { return link.topology == static_cast<double>(kind); }

Fabric fabric_of(const Link& link, double ranks)
{
    const double rate = value_or(link.one_direction, 0) / 1e9;
    if (is_kind(link, Topology::mesh)) {
        Fabric f = mesh;
        f.bandwidth *= value_or(link.per_link_one_direction, 0) / 1e9 * (ranks - 1);
        return f;
    }
    Fabric f = nvlink3;
    if (is_kind(link, Topology::host_tree) || (is_kind(link, Topology::bridge) && ranks > 2)) {
        f = rate > pcie4.nominal ? pcie5 : pcie4; // a bridge joins two cards, the others meet on the host's PCIe
        if (is_kind(link, Topology::bridge))
            return f;
        if (ranks <= 2)
            f.bandwidth *= rate > pcie4.nominal ? pcie5_pair : pcie4_pair;
    } else if (rate > 1.2 * nvlink4.nominal) {
        f = nvlink5;
    } else if (link.in_switch_reduction > 0) {
        f = nvlink4;
    }
    f.bandwidth *= rate / f.nominal;
    f.in_switch *= rate / f.nominal;
    if (!(link.peer_to_peer > 0)) {
        f.a1 = host_a1, f.b0 = host_b0, f.b1 = host_b1;
        f.bandwidth *= host_share;
    }
    return f;
}

AllReduce inside(const Link& link, double n)
{
    AllReduce group;
    group.ranks = n;
    group.is_known = is_present(link.topology) && is_present(link.one_direction);
    if (!group.is_known)
        return group;
    const Fabric f = fabric_of(link, n);
    const double steps = 2 * (n - 1), passes = steps / n + f.kappa / n;
    const SecondsPerByte per_gigabyte = 1 * s / (1 * GB);
    group.low = {(f.a0 + f.a1 * steps) * us, passes / (f.eps * f.bandwidth) * per_gigabyte};
    group.high = {(f.b0 + f.b1 * steps) * us, passes / f.bandwidth * per_gigabyte};
    group.in_switch = {n >= f.first ? (f.g0 + f.g1 * n) * us : never * s, 1 / f.in_switch * per_gigabyte};
    group.own = (n - 1) / (one_shot_share * send_rate(link, n));
    const bool over_nvlink = !is_kind(link, Topology::host_tree);
    group.own_latency = !(link.peer_to_peer > 0) ? 0 : over_nvlink ? 1 : own_latency_off_nvlink;
    return group;
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

AllReduce all_reduce(const Link& intra, const Link& inter, double ranks, double per_node, double nics_per_device)
{
    if (ranks <= per_node)
        return inside(intra, ranks);
    AllReduce group;
    group.ranks = ranks;
    group.is_known = is_present(inter.one_direction);
    if (!group.is_known)
        return group;
    const double nodes = ranks / per_node, levels = std::log2(nodes), factor = 2 * (ranks - 1) / ranks;
    const double nic = inter.one_direction / 1e9 * nics_per_device * nic_share;
    const bool alone = per_node <= 1 || !is_present(intra.one_direction);
    const double inner = alone ? never : fabric_of(intra, per_node).bandwidth * per_node / (per_node - 1);
    const double rate = std::min(inner, nic * std::max(per_node, 1.0));
    const SecondsPerByte per_gigabyte = 1 * s / (1 * GB);
    group.low = {(l0 + l1 * levels) * us, factor / low_rate * per_gigabyte};
    group.high = {(h0 + h1 * levels) * us, factor / rate * per_gigabyte};
    group.in_switch.latency = never * s;
    return group;
}

Seconds all_reduce_time(const AllReduce& group, Bytes message, Seconds own_latency)
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
