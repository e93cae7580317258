#pragma once
// Wires as content/data/links.json has them, and short names for what the tests of collectives ask.

#include "engine/calculators/collective.h"

#include <vector>

namespace test::collectives {

using namespace engine;
using namespace engine::units;

constexpr double of(Topology topology) { return static_cast<double>(topology); }

inline Link nvlink(double generation, double one_direction, double domain = 8)
{
    return {.topology = of(Topology::switched),
            .one_direction = one_direction,
            .domain = domain,
            .in_switch_reduction = generation >= 4 ? 1.0 : 0.0,
            .generation = generation};
}

inline const Link nvlink3 = nvlink(3, 300e9), nvlink4 = nvlink(4, 450e9), nvlink5 = nvlink(5, 900e9),
           nvl72 = nvlink(5, 900e9, 72);
inline const Link infinity3{.topology = of(Topology::mesh),
                     .one_direction = 448e9,
                     .per_link_one_direction = 64e9,
                     .domain = 8,
                     .generation = 3};
inline const Link infinity4{.topology = of(Topology::mesh),
                     .one_direction = 537.6e9,
                     .per_link_one_direction = 76.8e9,
                     .domain = 8,
                     .generation = 4};
inline const Link pcie5{.topology = of(Topology::host_tree), .one_direction = 64e9, .domain = 8, .generation = 5};
inline const Link pcie4_no_p2p{
    .topology = of(Topology::host_tree), .one_direction = 32e9, .domain = 8, .peer_to_peer = 0, .generation = 4};
inline const Link bridge{.topology = of(Topology::bridge), .one_direction = 300e9, .domain = 2};

inline Link network(Transport transport, double port, double nics = 1)
{
    return {.topology = of(Topology::network),
            .one_direction = port,
            .transport = static_cast<double>(transport),
            .nics_per_device = nics};
}
inline const Link ndr400 = network(Transport::infiniband, 50e9), roce800 = network(Transport::roce, 100e9);
inline const Link efa100 = network(Transport::efa, 12.5e9, 4), efa400 = network(Transport::efa, 50e9);

inline Accelerator device(Architecture architecture)
{
    Accelerator gpu;
    gpu.architecture = static_cast<double>(architecture);
    return gpu;
}

inline Interconnect wires_of(const Link& intra, const Link& inter = {}, double gpus = 8,
                      Architecture architecture = Architecture::hopper,
                      InSwitchReduction in_switch = InSwitchReduction::automatic)
{
    return interconnect({.intra = intra,
                         .inter = inter,
                         .gpu = device(architecture),
                         .gpus_per_domain = gpus,
                         .library = default_library(device(architecture)),
                         .in_switch_reduction = in_switch});
}

inline double busbw(const Interconnect& wires, const CollectiveGroup& group, Bytes bytes)
{
    return bus_bandwidth(group.collective, group.ranks(), bytes, collective_time(wires, group, bytes).total).in(GB / s);
}

inline const std::vector<Link> all_fabrics{nvlink3, nvlink4, nvlink5, nvl72, infinity3, infinity4, pcie5, pcie4_no_p2p};
inline const std::vector<Collective> all_collectives{Collective::all_reduce,     Collective::all_gather,
                                              Collective::reduce_scatter, Collective::all_to_all,
                                              Collective::broadcast,      Collective::send_recv};

inline double output(const Answer& answer, CollectiveOutput field) { return answer.outputs[static_cast<std::size_t>(field)]; }

inline bool warned(const Answer& answer, CollectiveWarning code)
{
    for (int i = 0; i < answer.warnings_used; ++i)
        if (answer.warnings[static_cast<std::size_t>(i)].code == static_cast<int>(code))
            return true;
    return false;
}

inline void set(Inputs& inputs, CollectiveInput field, double value) { inputs[static_cast<std::size_t>(field)] = value; }

}
