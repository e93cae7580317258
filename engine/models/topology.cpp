#include "engine/models/topology.h"

#include "engine/models/collective_constants.h"

#include <algorithm>

namespace engine {

namespace {

using units::GB, units::s;

/// See bus_rate(). All-to-all loads it with more streams.
constexpr BytesPerSecond root_complex = 25 * GB / s, root_complex_exchange = 21 * GB / s;
/// The hosts that were measured have PCIe Gen5; a later one is taken to grow with its wire.
constexpr BytesPerSecond measured_bus = 64 * GB / s;
constexpr double bridge_efficiency = 0.54;
/// A GPU's channels use the ports beside it: fewer GPUs than this do not feed a whole server's. One H100 in each of two
/// servers reaches 41 GB/s over four ports of 50 (nccl-tests issues 232 and 267).
constexpr double feeding_gpus = 4;
/// Without peer-to-peer a byte crosses the host's memory, twice over the bus. Not measured on a clean host.
constexpr double through_host = 0.5;

bool before_hopper(const Accelerator& gpu)
{
    return gpu.architecture == static_cast<double>(Architecture::ampere) ||
           gpu.architecture == static_cast<double>(Architecture::volta);
}

bool is_amd(const Accelerator& gpu)
{
    return gpu.architecture >= static_cast<double>(Architecture::cdna2) &&
           gpu.architecture <= static_cast<double>(Architecture::rdna4);
}

FabricKind fabric_kind(const Link& intra, Topology topology)
{
    const double generation = value_or(intra.generation, 3);
    switch (topology) {
    case Topology::mesh:
        return generation >= 4 ? FabricKind::infinity4 : FabricKind::infinity3;
    case Topology::host_tree:
        return FabricKind::pcie;
    case Topology::bridge:
        return FabricKind::nvlink3;
    case Topology::switched:
    case Topology::network:
        break;
    }
    return generation >= 5 ? FabricKind::nvlink5 : generation >= 4 ? FabricKind::nvlink4 : FabricKind::nvlink3;
}

NetworkKind network_kind(const Wiring& wiring)
{
    const auto transport = static_cast<Transport>(static_cast<int>(value_or(wiring.inter.transport, 0)));
    if (wiring.library == Library::rccl && wiring.gpu.architecture <= static_cast<double>(Architecture::cdna3))
        return NetworkKind::rccl;
    switch (transport) {
    case Transport::roce:
        return NetworkKind::roce;
    case Transport::efa:
        return before_hopper(wiring.gpu) ? NetworkKind::efa1 : NetworkKind::efa;
    case Transport::tcpxo:
        return NetworkKind::tcpxo;
    case Transport::infiniband:
    case Transport::none:
        break;
    }
    return NetworkKind::infiniband;
}

} // namespace

Library default_library(const Accelerator& gpu) { return is_amd(gpu) ? Library::rccl : Library::nccl; }

double default_nics(const Link& inter, const Accelerator& gpu, double gpus_per_domain)
{
    const bool first_efa = inter.transport == static_cast<double>(Transport::efa) && before_hopper(gpu);
    return gpus_per_domain * (first_efa ? 0.5 : value_or(inter.nics_per_device, 1));
}

Interconnect interconnect(const Wiring& wiring, const CollectiveConstants& constants)
{
    Interconnect wires;
    wires.constants = &constants;
    const Link& intra = wiring.intra;
    if (is_present(intra.topology) && is_present(intra.one_direction)) {
        wires.topology = static_cast<Topology>(static_cast<int>(intra.topology));
        wires.fabric = &constants.fabrics[static_cast<std::size_t>(fabric_kind(intra, wires.topology))];
        wires.wire = intra.one_direction * units::B / s;
        wires.link = value_or(intra.per_link_one_direction, intra.one_direction) * units::B / s;
        wires.relay = value_or(intra.peer_to_peer, 1) > 0 ? 1 : through_host;
        wires.switches_add = intra.in_switch_reduction > 0 && wiring.library == Library::nccl &&
                             wiring.in_switch_reduction == InSwitchReduction::automatic;
    }
    if (is_present(wiring.inter.one_direction)) {
        wires.network = &constants.networks[static_cast<std::size_t>(network_kind(wiring))];
        const double usual = default_nics(wiring.inter, wiring.gpu, wiring.gpus_per_domain);
        double nics = value_or(wiring.nics_per_domain, usual);
        if (wiring.gpus_per_domain < feeding_gpus)
            nics = std::min(nics, usual);
        wires.nic = wiring.inter.one_direction * nics / wiring.gpus_per_domain * units::B / s;
    }
    return wires;
}

Interconnect interconnect(const Wiring& wiring) { return interconnect(wiring, collective_constants); }

namespace {

BytesPerSecond sustained(const Interconnect& wires, double ranks, double efficiency, BytesPerSecond ceiling)
{
    switch (wires.topology) {
    case Topology::mesh:
        return efficiency * std::min(wires.wire, wires.link * std::max(ranks - 1, 1.0));
    case Topology::host_tree: {
        const BytesPerSecond pair = efficiency * wires.wire;
        const BytesPerSecond host = ceiling * std::max(wires.wire / measured_bus, 1.0);
        return wires.relay * (ranks > 2 ? std::min(pair, host) : pair);
    }
    case Topology::bridge:
        return bridge_efficiency * wires.wire;
    case Topology::switched:
    case Topology::network:
        break;
    }
    return efficiency * wires.wire;
}

} // namespace

BytesPerSecond bus_rate(const Interconnect& wires, double ranks)
{
    return sustained(wires, ranks, wires.fabric->efficiency, root_complex);
}

BytesPerSecond exchange_rate(const Interconnect& wires, double ranks)
{
    return sustained(wires, ranks, wires.fabric->exchange_efficiency, root_complex_exchange);
}

BytesPerSecond switch_rate(const Interconnect& wires, double ranks)
{
    const bool taken = wires.switches_add && wires.fabric->switch_ranks > 0 && ranks >= wires.fabric->switch_ranks;
    return taken ? wires.fabric->switch_efficiency * wires.wire : BytesPerSecond{};
}

double tree_levels(double domains)
{
    double levels = 0;
    for (; domains >= 2; domains /= 2)
        levels += 1;
    return levels + std::max(domains - 1, 0.0);
}

} // namespace engine
