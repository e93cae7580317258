#include "engine/models/collective.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

using units::GB, units::s, units::us;

/// All-gather and reduce-scatter over a ring through all domains, by hop between domains: NCCL's own table, tuning.cc,
/// and the 5 ms of 1,024 GPUs that SimAI's table shows.
constexpr Seconds gather_hop = 14 * us, gather_step = 3.4 * us, gather_fixed = 60 * us;
constexpr double gather_low_share = 0.35;
/// All-to-all between domains: a rank's messages get shorter and its NIC less busy as domains are added; latency by
/// rank.
constexpr double exchange_nic_efficiency = 0.93, exchange_spread = 0.17;
constexpr Seconds exchange_rank = 0.3 * us;
/// Send and receive: one peer, one channel, less than a ring sustains.
constexpr double pair_share = 0.85;
/// A tree between domains needs a domain that feeds all its NICs.
constexpr double tree_ranks = 4;
/// Network constants are of servers of eight. With one rank in each the pipeline is shorter: two H100 in two servers
/// lose 55 us where sixteen lose 140 (nccl-tests issue 232).
constexpr double full_server = 8, lone_share = 0.4;
/// Racks: a domain this large reduces in its switches and joins others over a tree of few channels: 20 racks of 72
/// reach 217 GB/s of the vector, which is 9 NICs and not 72; up to 4 racks the rack itself is the limit.
constexpr double rack_ranks = 32, rack_channels = 9, rack_many = 4;
constexpr Seconds rack_fixed = 300 * us, rack_level = 1000 * us;
/// A transfer counts as the bound when it takes half of the time.
constexpr double half = 0.5;

double ring_steps(Collective c, double ranks) { return (c == Collective::all_reduce ? 2 : 1) * (ranks - 1); }

Seconds low_latency(const Interconnect& wires, Collective c, double ranks)
{
    const FabricConstants& k = *wires.fabric;
    return (k.low_fixed + k.low_step * ring_steps(c, ranks)) / wires.relay * us;
}

CollectiveLane lane(Seconds latency, BytesPerSecond rate, CollectiveAlgorithm algorithm, CollectiveBound wire)
{
    CollectiveLane made;
    made.latency = latency;
    made.rate = rate;
    made.algorithm = algorithm;
    made.wire = wire;
    return made;
}

/// Two straight lanes over one wire.
void two_lanes(CollectiveLanes& lanes, Seconds low, double low_share, Seconds high, BytesPerSecond rate,
               CollectiveAlgorithm algorithm, CollectiveBound wire)
{
    lanes.low = lane(low, low_share * rate, CollectiveAlgorithm::low_latency, wire);
    lanes.high = lane(high, rate, algorithm, wire);
}

void in_domain(const Interconnect& wires, const CollectiveGroup& group, CollectiveLanes& lanes)
{
    const FabricConstants& k = *wires.fabric;
    const Collective c = group.collective;
    const double n = group.ranks(), slow = 1 / wires.relay;
    constexpr CollectiveBound wire = CollectiveBound::intra;
    if (c == Collective::all_to_all)
        return two_lanes(lanes, (k.exchange_low_fixed + k.exchange_low_rank * n) * slow * us, k.exchange_low_share,
                         (k.exchange_high_fixed + k.exchange_high_rank * n) * slow * us,
                         exchange_rate(wires, n) / ((n - 1 + k.exchange_copy) / n), CollectiveAlgorithm::direct, wire);
    if (c == Collective::send_recv) {
        const double share = wires.topology == Topology::mesh ? 1 : pair_share;
        return two_lanes(lanes, (k.low_fixed + k.low_step) * slow * us, k.low_share,
                         (k.high_fixed + k.high_step) * slow * us, share * bus_rate(wires, 2),
                         CollectiveAlgorithm::direct, wire);
    }
    const double weight = bus_factor(c, n) + k.copy / n;
    two_lanes(lanes, low_latency(wires, c, n), k.low_share, (k.high_fixed + k.high_step * ring_steps(c, n)) * slow * us,
              bus_rate(wires, n) / weight, CollectiveAlgorithm::ring, wire);
    if (c == Collective::all_reduce)
        lanes.in_switch = lane((k.switch_fixed + k.switch_rank * n) * us, switch_rate(wires, n),
                               CollectiveAlgorithm::in_switch, wire);
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

void all_reduce_between(const Interconnect& wires, const CollectiveGroup& group, CollectiveLanes& lanes)
{
    const NetworkConstants& k = *wires.network;
    const double m = group.ranks_per_domain, levels = tree_levels(group.domains);
    const double factor = bus_factor(Collective::all_reduce, group.ranks());
    const BytesPerSecond nics = m * k.efficiency * wires.nic;
    const BytesPerSecond added = m > 1 ? wires.constants->tree_share * switch_rate(wires, m) : BytesPerSecond{};
    const bool switches = added > BytesPerSecond{};

    const Ring ring = ring_between(wires, m);
    CollectiveLane& high = lanes.high;
    const double depth = lone_share + (1 - lone_share) * std::min(m - 1, full_server - 1) / (full_server - 1);
    high = lane(depth * (k.middle_fixed + k.middle_level * levels) * us, ring.rate / factor, CollectiveAlgorithm::ring,
                ring.wire);
    high.fill = depth * (k.ramp_fixed + k.ramp_level * levels) * us;
    high.slope = wires.constants->ramp_slope;
    const auto use_tree = [&](BytesPerSecond inside, BytesPerSecond outside) {
        high.rate = std::min(inside, outside);
        high.wire = outside < inside ? CollectiveBound::inter : CollectiveBound::intra;
        high.algorithm = switches ? CollectiveAlgorithm::in_switch_tree : CollectiveAlgorithm::tree;
    };
    if (switches && m >= rack_ranks) {
        const double channels = group.domains > rack_many ? std::min(rack_channels, m) : m;
        use_tree(added, channels * k.efficiency / 2 * wires.nic);
        high.fill = rack_fixed + rack_level * levels;
    } else if (group.domains == 2 && m >= tree_ranks && wires.topology != Topology::mesh) {
        const BytesPerSecond inside = switches ? added : bus_rate(wires, m) / 2;
        if (std::min(inside, nics) > high.rate)
            use_tree(inside, nics);
    }
    const Seconds inside = m > 1 ? low_latency(wires, Collective::all_reduce, m) : Seconds{};
    lanes.low = lane(inside + (k.low_fixed + k.low_level * levels) * us, k.low_rate / factor * (GB / s),
                     CollectiveAlgorithm::low_latency, CollectiveBound::inter);
}

/// All-gather, reduce-scatter, broadcast: rings only.
void gather_between(const Interconnect& wires, const CollectiveGroup& group, CollectiveLanes& lanes)
{
    const NetworkConstants& k = *wires.network;
    const double n = group.ranks(), domains = group.domains;
    const Ring ring = ring_between(wires, group.ranks_per_domain);
    // Hops between domains cost half a level of a tree, which goes up and down.
    const Seconds between = (k.low_fixed + k.low_level / 2 * domains) * us;
    const Seconds inside = group.ranks_per_domain > 1
                               ? (wires.fabric->low_fixed + wires.fabric->low_step * (n - domains)) / wires.relay * us
                               : Seconds{};
    two_lanes(lanes, inside + between, gather_low_share,
              gather_fixed + (n - domains) * gather_step + domains * gather_hop,
              ring.rate / bus_factor(group.collective, n), CollectiveAlgorithm::ring, ring.wire);
}

void exchange_between(const Interconnect& wires, const CollectiveGroup& group, CollectiveLanes& lanes)
{
    const NetworkConstants& k = *wires.network;
    const double n = group.ranks(), m = group.ranks_per_domain;
    const double spread = exchange_nic_efficiency / (1 + exchange_spread * (tree_levels(group.domains) - 1));
    const double start = m > 1 ? wires.fabric->exchange_low_fixed : 0;
    lanes.high = lane((k.low_fixed + start) * us + n * exchange_rank, spread * wires.nic / ((n - m) / n),
                      CollectiveAlgorithm::direct, CollectiveBound::inter);
    if (m > 1)
        if (const BytesPerSecond within = exchange_rate(wires, m) / ((m - 1) / n); within < lanes.high.rate) {
            lanes.high.rate = within;
            lanes.high.wire = CollectiveBound::intra;
        }
}

void between_domains(const Interconnect& wires, const CollectiveGroup& group, CollectiveLanes& lanes)
{
    switch (group.collective) {
    case Collective::all_reduce:
        return all_reduce_between(wires, group, lanes);
    case Collective::all_to_all:
        return exchange_between(wires, group, lanes);
    case Collective::send_recv:
        lanes.high = lane(wires.network->low_fixed * us, wires.network->efficiency * wires.nic,
                          CollectiveAlgorithm::direct, CollectiveBound::inter);
        return;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::broadcast:
        return gather_between(wires, group, lanes);
    }
}

/// Launches that wait for each other: the host's time hides under a long collective and covers a short one.
Seconds with_host(Seconds queued, Seconds host)
{
    const double a = queued.in(us), b = host.in(us);
    return std::sqrt(std::sqrt(a * a * a * a + b * b * b * b)) * us;
}

} // namespace

SpreadKind spread_kind(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes)
{
    SpreadKind kind;
    kind.operation = group.collective == Collective::all_reduce ? 0 : 1;
    kind.size = bytes <= 64 * units::KiB ? 0 : bytes < 64 * units::MiB ? 1 : 2;
    if (group.domains > 1)
        kind.place = 3;
    else if (wires.topology == Topology::mesh)
        kind.place = 1;
    else
        kind.place = wires.topology == Topology::host_tree ? 2 : 0;
    return kind;
}

double bus_factor(Collective collective, double n)
{
    switch (collective) {
    case Collective::all_reduce:
        return 2 * (n - 1) / n;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
        return (n - 1) / n;
    case Collective::broadcast:
    case Collective::send_recv:
        break;
    }
    return 1;
}

BytesPerSecond bus_bandwidth(Collective collective, double ranks, Bytes bytes, Seconds time)
{
    return bus_factor(collective, ranks) * (bytes / time);
}

Seconds CollectiveLane::ramp(Bytes bytes) const
{
    if (slope <= 0)
        return {};
    const double y = slope * (bytes / rate / fill);
    return fill * (y / std::sqrt(1 + y * y));
}

CollectiveLanes collective_lanes(const Interconnect& wires, const CollectiveGroup& group)
{
    CollectiveLanes lanes;
    if (group.ranks() <= 1)
        return lanes;
    if (group.launch == Launch::synchronous)
        lanes.host = wires.constants->host_time * us;
    if (group.domains > 1)
        between_domains(wires, group, lanes);
    else
        in_domain(wires, group, lanes);
    return lanes;
}

CollectiveTime collective_time(const CollectiveLanes& lanes, Bytes bytes)
{
    CollectiveTime t;
    for (const CollectiveLane* way : {&lanes.low, &lanes.high, &lanes.in_switch}) {
        if (!way->exists())
            continue;
        const Seconds time = way->time(bytes);
        if (t.algorithm != CollectiveAlgorithm::none && t.queued <= time)
            continue;
        t.queued = time;
        t.latency = way->latency;
        t.algorithm = way->algorithm;
        t.bound = time - way->latency >= half * time ? way->wire : CollectiveBound::latency;
    }
    t.total = lanes.host > Seconds{} && t.queued > Seconds{} ? with_host(t.queued, lanes.host) : t.queued;
    return t;
}

CollectiveTime collective_time(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes)
{
    return collective_time(collective_lanes(wires, group), bytes);
}

namespace {

/// The least size for which something holds that holds for all larger ones: squeezed until its ends differ by 0.1 %.
template<class Holds>
Bytes least_size(Holds holds)
{
    constexpr double largest = 0x1p44;
    constexpr int halvings = 15;
    double from = 1, to = largest;
    if (!holds(to * units::B))
        return std::numeric_limits<double>::infinity() * units::B;
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(from * to);
        (holds(middle * units::B) ? to : from) = middle;
    }
    return to * units::B;
}

} // namespace

CollectiveSizes collective_sizes(const CollectiveLanes& lanes)
{
    CollectiveSizes sizes;
    sizes.limit = std::max({lanes.low.rate, lanes.high.rate, lanes.in_switch.rate});
    sizes.crossover = least_size([&](Bytes bytes) {
        const Seconds low = lanes.low.time(bytes);
        return !lanes.low.exists() || lanes.high.time(bytes) < low ||
               (lanes.in_switch.exists() && lanes.in_switch.time(bytes) < low);
    });
    sizes.half_bandwidth =
        least_size([&](Bytes bytes) { return bytes / collective_time(lanes, bytes).total >= half * sizes.limit; });
    return sizes;
}

} // namespace engine
