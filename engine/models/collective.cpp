#include "engine/models/collective.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using units::GB, units::s, units::us;

/// All-gather and reduce-scatter over a ring through all domains, by hop between domains: NCCL's own table, tuning.cc, and
/// the 5 ms of 1,024 GPUs that SimAI's table shows.
constexpr Seconds gather_hop = 14 * us, gather_step = 3.4 * us, gather_fixed = 60 * us;
constexpr double gather_low_share = 0.35;
/// All-to-all between domains: a rank's messages get shorter and its NIC less busy as domains are added; latency by rank.
constexpr double exchange_nic_efficiency = 0.93, exchange_spread = 0.17;
constexpr Seconds exchange_rank = 0.3 * us;
/// Send and receive: one peer, one channel, less than a ring sustains.
constexpr double pair_share = 0.85;
/// A tree between domains needs a domain that feeds all its NICs.
constexpr double tree_ranks = 4;
/// Racks: a domain this large reduces in its switches and joins others over a tree of few channels: 20 racks of 72 reach
/// 217 GB/s of the vector, which is 9 NICs and not 72; up to 4 racks the rack itself is the limit.
constexpr double rack_ranks = 32, rack_channels = 9, rack_many = 4;
constexpr Seconds rack_fixed = 300 * us, rack_level = 1000 * us;
/// A transfer counts as the bound when it takes half of the time.
constexpr double half = 0.5;

Seconds never() { return absent * s; }

double ring_steps(Collective c, double ranks) { return (c == Collective::all_reduce ? 2 : 1) * (ranks - 1); }

struct Lane {
    Seconds latency;
    BytesPerSecond rate; ///< of the vector
    Seconds ramp;
    Seconds time(Bytes bytes) const { return latency + ramp + bytes / rate; }
};

void take(CollectiveTime& t, const Lane& lane, Bytes bytes, CollectiveAlgorithm algorithm, CollectiveBound wire)
{
    t.queued = lane.time(bytes);
    t.latency = lane.latency;
    t.ramp = lane.ramp;
    t.rate = lane.rate;
    t.transfer = bytes / lane.rate;
    t.algorithm = algorithm;
    t.bound = t.transfer + t.ramp >= half * t.queued ? wire : CollectiveBound::latency;
}

/// Takes the lane if it is done before what was taken so far.
Seconds offer(CollectiveTime& t, const Lane& lane, Bytes bytes, CollectiveAlgorithm algorithm, CollectiveBound wire)
{
    const Seconds time = lane.time(bytes);
    if (!(t.queued <= time)) // true for the first, whose predecessor is NaN
        take(t, lane, bytes, algorithm, wire);
    return time;
}

Lane low_ring(const Interconnect& wires, Collective c, double ranks, double weight)
{
    const FabricConstants& k = *wires.fabric;
    return {(k.low_fixed + k.low_step * ring_steps(c, ranks)) / wires.relay * us, k.low_share * bus_rate(wires, ranks) / weight, {}};
}

void in_domain(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes, CollectiveTime& t)
{
    const FabricConstants& k = *wires.fabric;
    const double n = group.ranks();
    constexpr CollectiveBound wire = CollectiveBound::intra;
    if (group.collective == Collective::all_to_all) {
        const double weight = (n - 1 + k.exchange_copy) / n;
        const BytesPerSecond rate = exchange_rate(wires, n) / weight;
        const double slow = 1 / wires.relay;
        const Lane low{(k.exchange_low_fixed + k.exchange_low_rank * n) * slow * us, k.exchange_low_share * rate, {}};
        const Lane high{(k.exchange_high_fixed + k.exchange_high_rank * n) * slow * us, rate, {}};
        t.low = offer(t, low, bytes, CollectiveAlgorithm::low_latency, wire);
        t.high = offer(t, high, bytes, CollectiveAlgorithm::direct, wire);
        return;
    }
    if (group.collective == Collective::send_recv) {
        const bool pair_has_one_link = wires.topology == Topology::mesh;
        const BytesPerSecond rate = (pair_has_one_link ? 1 : pair_share) * bus_rate(wires, 2);
        const Lane low{(k.low_fixed + k.low_step) / wires.relay * us, k.low_share * rate, {}};
        const Lane high{(k.high_fixed + k.high_step) / wires.relay * us, rate, {}};
        t.low = offer(t, low, bytes, CollectiveAlgorithm::low_latency, wire);
        t.high = offer(t, high, bytes, CollectiveAlgorithm::direct, wire);
        return;
    }
    const double weight = bus_factor(group.collective, n) + k.copy / n;
    const Lane high{(k.high_fixed + k.high_step * ring_steps(group.collective, n)) / wires.relay * us,
                    bus_rate(wires, n) / weight, {}};
    t.low = offer(t, low_ring(wires, group.collective, n, weight), bytes, CollectiveAlgorithm::low_latency, wire);
    t.high = offer(t, high, bytes, CollectiveAlgorithm::ring, wire);
    if (const BytesPerSecond rate = switch_rate(wires, n); group.collective == Collective::all_reduce && rate > BytesPerSecond{})
        t.in_switch = offer(t, {(k.switch_fixed + k.switch_rank * n) * us, rate, {}}, bytes, CollectiveAlgorithm::in_switch, wire);
}

/// The low lane inside each domain, which a low lane between domains comes on top of; nothing for one rank in each.
Seconds domain_latency(const Interconnect& wires, Collective c, double ranks)
{
    if (ranks <= 1)
        return {};
    return (wires.fabric->low_fixed + wires.fabric->low_step * ring_steps(c, ranks)) / wires.relay * us;
}

/// The ring through all domains: within a domain, or through its NICs.
struct Ring {
    BytesPerSecond rate;
    CollectiveBound wire;
};

Ring ring_between(const Interconnect& wires, double ranks_per_domain)
{
    const BytesPerSecond out = ranks_per_domain * wires.network->efficiency * wires.nic;
    if (ranks_per_domain <= 1)
        return {out, CollectiveBound::inter};
    const BytesPerSecond within = bus_rate(wires, ranks_per_domain) * (ranks_per_domain / (ranks_per_domain - 1));
    return out <= within ? Ring{out, CollectiveBound::inter} : Ring{within, CollectiveBound::intra};
}

/// Filling the pipeline between domains: bytes first move `ramp_slope` times slower, until that has cost `full`.
Seconds ramp(const Interconnect& wires, Seconds full, BytesPerSecond rate, Bytes bytes)
{
    const double y = wires.constants->ramp_slope * (bytes / rate / full);
    return full * (y / std::sqrt(1 + y * y));
}

void all_reduce_between(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes, CollectiveTime& t)
{
    const NetworkConstants& k = *wires.network;
    const double m = group.ranks_per_domain, levels = tree_levels(group.domains);
    const double factor = bus_factor(Collective::all_reduce, group.ranks());
    const BytesPerSecond nics = m * k.efficiency * wires.nic;
    const Ring ring = ring_between(wires, m);
    const BytesPerSecond added = m > 1 ? wires.constants->tree_share * switch_rate(wires, m) : BytesPerSecond{};
    const bool switches = added > BytesPerSecond{};

    Lane high{(k.middle_fixed + k.middle_level * levels) * us, ring.rate / factor, {}};
    Seconds full = (k.ramp_fixed + k.ramp_level * levels) * us;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::ring;
    CollectiveBound wire = ring.wire;
    const auto use = [&](BytesPerSecond inside, BytesPerSecond outside) {
        high.rate = std::min(inside, outside);
        wire = outside < inside ? CollectiveBound::inter : CollectiveBound::intra;
        algorithm = switches ? CollectiveAlgorithm::in_switch_tree : CollectiveAlgorithm::tree;
    };
    if (switches && m >= rack_ranks) {
        const double channels = group.domains > rack_many ? std::min(rack_channels, m) : m;
        use(added, channels * k.efficiency / 2 * wires.nic);
        full = rack_fixed + rack_level * levels;
    } else if (group.domains == 2 && m >= tree_ranks && wires.topology != Topology::mesh) {
        const BytesPerSecond inside = switches ? added : bus_rate(wires, m) / 2;
        if (std::min(inside, nics) > high.rate)
            use(inside, nics);
    }
    high.ramp = ramp(wires, full, high.rate, bytes);

    const Lane low{domain_latency(wires, Collective::all_reduce, m) + (k.low_fixed + k.low_level * levels) * us,
                   k.low_rate / factor * (GB / s), {}};
    t.low = offer(t, low, bytes, CollectiveAlgorithm::low_latency, CollectiveBound::inter);
    t.high = offer(t, high, bytes, algorithm, wire);
}

/// All-gather, reduce-scatter, broadcast: rings only.
void gather_between(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes, CollectiveTime& t)
{
    const NetworkConstants& k = *wires.network;
    const double n = group.ranks(), domains = group.domains;
    const Ring ring = ring_between(wires, group.ranks_per_domain);
    const BytesPerSecond rate = ring.rate / bus_factor(group.collective, n);
    // Hops between domains cost half a level of a tree, which goes up and down.
    const Seconds inside = group.ranks_per_domain > 1
                               ? (wires.fabric->low_fixed + wires.fabric->low_step * (n - domains)) / wires.relay * us
                               : Seconds{};
    const Lane low{inside + (k.low_fixed + k.low_level / 2 * domains) * us, gather_low_share * rate, {}};
    const Lane high{gather_fixed + (n - domains) * gather_step + domains * gather_hop, rate, {}};
    t.low = offer(t, low, bytes, CollectiveAlgorithm::low_latency, ring.wire);
    t.high = offer(t, high, bytes, CollectiveAlgorithm::ring, ring.wire);
}

void exchange_between(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes, CollectiveTime& t)
{
    const NetworkConstants& k = *wires.network;
    const double n = group.ranks(), m = group.ranks_per_domain;
    const double spread = exchange_nic_efficiency / (1 + exchange_spread * (tree_levels(group.domains) - 1));
    const BytesPerSecond out = spread * wires.nic / ((n - m) / n);
    const double start = m > 1 ? wires.fabric->exchange_low_fixed : 0;
    Lane lane{(k.low_fixed + start) * us + n * exchange_rank, out, {}};
    CollectiveBound wire = CollectiveBound::inter;
    if (m > 1)
        if (const BytesPerSecond within = exchange_rate(wires, m) / ((m - 1) / n); within < out) {
            lane.rate = within;
            wire = CollectiveBound::intra;
        }
    t.high = offer(t, lane, bytes, CollectiveAlgorithm::direct, wire);
}

void between_domains(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes, CollectiveTime& t)
{
    switch (group.collective) {
    case Collective::all_reduce: return all_reduce_between(wires, group, bytes, t);
    case Collective::all_to_all: return exchange_between(wires, group, bytes, t);
    case Collective::send_recv: {
        const NetworkConstants& k = *wires.network;
        t.high = offer(t, {k.low_fixed * us, k.efficiency * wires.nic, {}}, bytes, CollectiveAlgorithm::direct,
                       CollectiveBound::inter);
        return;
    }
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::broadcast: return gather_between(wires, group, bytes, t);
    }
}

/// Launches that wait for each other: the host's time hides under a long collective and covers a short one.
Seconds with_host(Seconds queued, Seconds host)
{
    const double a = queued.in(us), b = host.in(us);
    return std::sqrt(std::sqrt(a * a * a * a + b * b * b * b)) * us;
}

}

double bus_factor(Collective collective, double n)
{
    switch (collective) {
    case Collective::all_reduce: return 2 * (n - 1) / n;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all: return (n - 1) / n;
    case Collective::broadcast:
    case Collective::send_recv: break;
    }
    return 1;
}

BytesPerSecond bus_bandwidth(Collective collective, double ranks, Bytes bytes, Seconds time)
{
    return bus_factor(collective, ranks) * (bytes / time);
}

CollectiveTime collective_time(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes)
{
    CollectiveTime t;
    t.low = t.high = t.in_switch = never();
    if (group.ranks() <= 1)
        return t;
    t.queued = never();
    if (group.domains > 1)
        between_domains(wires, group, bytes, t);
    else
        in_domain(wires, group, bytes, t);
    t.total = t.queued;
    if (group.launch == Launch::synchronous)
        t.total = with_host(t.queued, wires.constants->host_time * us);
    return t;
}

}
