#include "engine/models/training_messages.h"

#include <algorithm>
#include <cmath>

namespace engine {

using namespace units;

Interconnect training_wires(const TrainingSetup& setup, const Link& intra, const Link& inter, const Accelerator& gpu)
{
    const auto a = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    const bool ultra = gpu.fp4 > 2.2 * gpu.fp8 || a == Architecture::rubin; // NaN compares false
    const bool old = !is_recent(gpu) || a == Architecture::cdna2;
    Link network = inter;
    if (!is_present(network.one_direction)) {
        network.topology = static_cast<double>(Topology::network);
        network.one_direction = old ? 25e9 : ultra ? 100e9 : 50e9;
    }
    return interconnect({.intra = intra,
                         .inter = network,
                         .gpu = gpu,
                         .gpus_per_domain = setup.gpus_per_node,
                         .nics_per_domain = setup.nics_per_node,
                         .library = default_library(gpu),
                         .in_switch_reduction = InSwitchReduction::off});
}

Seconds message_time(Collective collective, Bytes bytes, RankGroup group, const Interconnect& wires)
{
    if (group.ranks <= 1 || !(bytes > Bytes{}))
        return {};
    const double per_node = std::clamp(group.per_node, 1.0, group.ranks);
    return collective_time(
               wires, {.collective = collective, .ranks_per_domain = per_node, .domains = std::ceil(group.ranks / per_node)},
               bytes)
        .total;
}

}
