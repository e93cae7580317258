#include "engine/calculators/collective.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/step_list.h"
#include "engine/models/collective_constants.h"

#include <cmath>

namespace engine {

namespace {

using units::B, units::GB, units::s;

double input(const Request& request, CollectiveInput field) { return request.inputs[static_cast<std::size_t>(field)]; }

template<class Choice>
Choice chosen(const Request& request, CollectiveInput field)
{
    return static_cast<Choice>(static_cast<int>(input(request, field)));
}

struct Setup {
    Interconnect wires;
    Wiring wiring;
    CollectiveGroup group;
    Bytes bytes;
    double nics = absent;
};

Problem problem(ErrorCode code, CollectiveInput field, double limit = absent,
                CollectiveInput other = CollectiveInput::count)
{
    return {.code = code,
            .field = static_cast<int>(field),
            .limit = limit,
            .other_field = other == CollectiveInput::count ? -1 : static_cast<int>(other)};
}

bool is(const Interconnect& wires, Topology topology) { return wires.topology == topology; }

Problem set_up(const Request& request, Setup& set)
{
    if (Problem found = check_inputs(collective, request.inputs); found.code != ErrorCode::none)
        return found;
    const Specifications& specs = request.specs;
    set.wiring = {.intra = specs.intra_fabric,
                  .inter = specs.inter_fabric,
                  .gpu = specs.gpu,
                  .gpus_per_domain = input(request, CollectiveInput::gpus_per_node),
                  .nics_per_domain = input(request, CollectiveInput::nics_per_node),
                  .library = is_present(input(request, CollectiveInput::library))
                                 ? chosen<Library>(request, CollectiveInput::library)
                                 : default_library(specs.gpu),
                  .in_switch_reduction = chosen<InSwitchReduction>(request, CollectiveInput::in_switch_reduction)};
    set.group = {.collective = chosen<Collective>(request, CollectiveInput::collective),
                 .ranks_per_domain = set.wiring.gpus_per_domain,
                 .domains = input(request, CollectiveInput::nodes),
                 .launch = chosen<Launch>(request, CollectiveInput::launch)};
    set.bytes = input(request, CollectiveInput::bytes) * B;
    set.wires = interconnect(set.wiring);
    if (set.group.ranks_per_domain > 1) {
        if (set.wires.fabric == nullptr)
            return problem(ErrorCode::unsupported, CollectiveInput::intra_fabric);
        const double domain = value_or(specs.intra_fabric.domain, set.group.ranks_per_domain);
        if (set.group.ranks_per_domain > domain && !is(set.wires, Topology::host_tree))
            return problem(ErrorCode::inconsistent, CollectiveInput::gpus_per_node, domain,
                           CollectiveInput::intra_fabric);
    }
    if (set.group.domains > 1) {
        if (set.wires.network == nullptr)
            return problem(ErrorCode::missing, CollectiveInput::inter_fabric);
        set.nics = value_or(set.wiring.nics_per_domain,
                            default_nics(specs.inter_fabric, specs.gpu, set.group.ranks_per_domain));
    }
    return {};
}

struct Output {
    Answer& answer;

    [[gnu::noinline]] void operator()(CollectiveOutput field, double value) const
    {
        answer.outputs[static_cast<std::size_t>(field)] = value;
    }
    void range(CollectiveOutput field, double low, double high) const
    {
        answer.low[static_cast<std::size_t>(field)] = low;
        answer.high[static_cast<std::size_t>(field)] = high;
    }
};

void warn(Answer& answer, CollectiveWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

/// Generations without one case: theirs are the constants of the nearest.
bool is_measured_generation(const Setup& set)
{
    const double generation = value_or(set.wiring.intra.generation, 0);
    switch (set.wires.topology) {
    case Topology::switched:
        return generation >= 3 && generation <= 5;
    case Topology::mesh:
        return generation == 3;
    case Topology::host_tree:
        return generation >= 4 && generation <= 5 && set.wires.relay == 1;
    case Topology::bridge:
    case Topology::network:
        break;
    }
    return false;
}

/// `busbw` and all rates of warnings in GB/s.
void add_warnings(const Setup& set, double busbw, double cases, Answer& answer)
{
    const CollectiveGroup& group = set.group;
    const double m = group.ranks_per_domain;
    if (group.ranks() <= 1)
        return warn(answer, CollectiveWarning::one_rank);
    if (cases <= 0)
        warn(answer, CollectiveWarning::extrapolated);
    if (m > 1) {
        if (!is_measured_generation(set))
            warn(answer, CollectiveWarning::generation_not_measured);
        if (const double wire = set.wires.wire.in(GB / s); group.domains == 1 && busbw > wire)
            warn(answer, CollectiveWarning::above_wire, busbw, wire);
        if (m == 2 && is(set.wires, Topology::mesh))
            warn(answer, CollectiveWarning::pair_has_one_link, set.wires.link.in(GB / s), set.wires.wire.in(GB / s));
        if (set.wires.relay < 1)
            warn(answer, CollectiveWarning::through_host_memory);
        if (const double hosts = set.wiring.intra.domain; is(set.wires, Topology::host_tree) && m > hosts)
            warn(answer, CollectiveWarning::beyond_host, m, hosts);
    }
    if (group.domains > 1 && set.nics < m)
        warn(answer, CollectiveWarning::nics_shared, m, set.nics);
}

using Steps = StepList<CollectiveStep>;

double per_second(BytesPerSecond rate) { return rate.in(B / s); }

void derive_factor(const Setup& set, const Steps& add)
{
    const double n = set.group.ranks(), factor = bus_factor(set.group.collective, n);
    switch (set.group.collective) {
    case Collective::all_reduce:
        return add(CollectiveStep::bus_factor_all_reduce, factor, n);
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
        return add(CollectiveStep::bus_factor_shards, factor, n);
    case Collective::broadcast:
    case Collective::send_recv:
        return add(CollectiveStep::bus_factor_whole, factor);
    }
}

void derive_fabric(const Setup& set, const Steps& add)
{
    const Interconnect& wires = set.wires;
    const FabricConstants& k = *wires.fabric;
    const double wire = per_second(wires.wire), m = set.group.ranks_per_domain, rate = per_second(bus_rate(wires, m));
    const bool mesh = is(wires, Topology::mesh), host = is(wires, Topology::host_tree);
    add(mesh   ? CollectiveStep::wire_mesh
        : host ? CollectiveStep::wire_pcie
               : CollectiveStep::wire_nvlink,
        wire, 2 * wire);
    if (set.group.collective == Collective::all_to_all)
        add(CollectiveStep::rate_exchange, per_second(exchange_rate(wires, m)));
    else if (mesh)
        add(CollectiveStep::rate_mesh, rate, k.efficiency, wire, m, per_second(wires.link));
    else if (host)
        add(CollectiveStep::rate_host, rate, wires.relay, k.efficiency, wire);
    else
        add(is(wires, Topology::bridge) ? CollectiveStep::rate_bridge : CollectiveStep::rate_switched, rate,
            rate / wire, wire);
    if (const BytesPerSecond added = switch_rate(wires, m);
        set.group.collective == Collective::all_reduce && added > BytesPerSecond{})
        add(CollectiveStep::rate_switch, per_second(added), k.switch_efficiency, wire);
}

} // namespace

Problem evaluate_collective(const Request& request, Answer& answer)
{
    Setup set;
    if (Problem found = set_up(request, set); found.code != ErrorCode::none)
        return found;
    const CollectiveGroup& group = set.group;
    const double n = group.ranks();
    const CollectiveLanes lanes = collective_lanes(set.wires, group);
    const CollectiveTime t = collective_time(lanes, set.bytes);

    blank(answer, request.inputs);
    answer.inputs[static_cast<std::size_t>(CollectiveInput::library)] = static_cast<double>(set.wiring.library);
    answer.inputs[static_cast<std::size_t>(CollectiveInput::nics_per_node)] = set.nics;
    const Output output{answer};
    output(CollectiveOutput::time_s, t.total.in(s));
    output(CollectiveOutput::algorithm, static_cast<double>(t.algorithm));
    output(CollectiveOutput::ranks, n);
    if (set.wires.fabric != nullptr) {
        output(CollectiveOutput::wire_one_direction_bytes_per_s, per_second(set.wires.wire));
        output(CollectiveOutput::wire_both_directions_bytes_per_s, 2 * per_second(set.wires.wire));
    }
    if (n <= 1) {
        add_warnings(set, 0, 0, answer);
        return {};
    }
    const double seconds = t.total.in(s), algbw = (set.bytes / t.total).in(B / s),
                 factor = bus_factor(group.collective, n);
    output(CollectiveOutput::algbw_bytes_per_s, algbw);
    output(CollectiveOutput::busbw_bytes_per_s, factor * algbw);
    output(CollectiveOutput::bound, static_cast<double>(t.bound));
    output(CollectiveOutput::latency_s, t.latency.in(s));
    const CollectiveSizes sizes = collective_sizes(lanes);
    output(CollectiveOutput::busbw_limit_bytes_per_s, factor * per_second(sizes.limit));
    output(CollectiveOutput::half_bandwidth_bytes, sizes.half_bandwidth.in(B));
    if (lanes.low.exists() && std::isfinite(sizes.crossover.in(B)))
        output(CollectiveOutput::crossover_bytes, sizes.crossover.in(B));
    if (group.domains > 1)
        output(CollectiveOutput::nic_one_direction_bytes_per_s, per_second(set.wires.nic));

    const SpreadKind kind = spread_kind(set.wires, group, set.bytes);
    const ErrorSpread& spread = collective_spread[kind.place][kind.operation][kind.size];
    const bool comparable = spread.high > 0 && (group.ranks_per_domain <= 1 || is_measured_generation(set));
    if (comparable) {
        output.range(CollectiveOutput::time_s, spread.low * seconds, spread.high * seconds);
        output.range(CollectiveOutput::algbw_bytes_per_s, algbw / spread.high, algbw / spread.low);
        output.range(CollectiveOutput::busbw_bytes_per_s, factor * algbw / spread.high, factor * algbw / spread.low);
    }
    add_warnings(set, (factor * (set.bytes / t.total)).in(GB / s), comparable ? spread.cases : 0, answer);
    return {};
}

Problem derive_collective(const Request& request, Derivation& derivation)
{
    Setup set;
    if (Problem found = set_up(request, set); found.code != ErrorCode::none)
        return found;
    derivation.steps_used = 0;
    const Steps add{derivation};
    const CollectiveGroup& group = set.group;
    const double bytes = set.bytes.in(B), n = group.ranks();
    add(CollectiveStep::collective_ranks, n, group.ranks_per_domain, group.domains);
    if (n <= 1)
        return {};
    derive_factor(set, add);
    if (group.ranks_per_domain > 1)
        derive_fabric(set, add);
    if (group.domains > 1)
        add(CollectiveStep::nic_share, per_second(set.wires.nic),
            set.nics, set.wiring.inter.one_direction, group.ranks_per_domain);

    const CollectiveLanes lanes = collective_lanes(set.wires, group);
    const CollectiveTime t = collective_time(lanes, set.bytes);
    const auto seconds = [&](const CollectiveLane& lane) {
        return lane.exists() ? lane.time(set.bytes).in(s) : absent;
    };
    const auto add_lane = [&](CollectiveStep step, const CollectiveLane& lane) {
        if (lane.slope > 0)
            add(CollectiveStep::lane_between, seconds(lane),
                lane.latency.in(s), lane.ramp(set.bytes).in(s), bytes, per_second(lane.rate));
        else if (lane.exists())
            add(step, seconds(lane), lane.latency.in(s), bytes, per_second(lane.rate));
    };
    add_lane(CollectiveStep::lane_low, lanes.low);
    add_lane(CollectiveStep::lane_high, lanes.high);
    add_lane(CollectiveStep::lane_in_switch, lanes.in_switch);
    add(CollectiveStep::collective_queued, t.queued.in(s),
        seconds(lanes.low), seconds(lanes.high), seconds(lanes.in_switch));
    if (group.launch == Launch::synchronous)
        add(CollectiveStep::collective_time, t.total.in(s), t.queued.in(s), lanes.host.in(s));
    const double algorithm_rate = (set.bytes / t.total).in(B / s), factor = bus_factor(group.collective, n);
    add(CollectiveStep::algbw, algorithm_rate, bytes, t.total.in(s));
    add(CollectiveStep::busbw, factor * algorithm_rate, factor, algorithm_rate);
    return {};
}

} // namespace engine
