#pragma once
// A fabric between devices: inside a server or rack (`intra`) or between servers (`inter`).
// Every bandwidth is ONE direction of one device; data sheets of NVLink and Infinity Fabric print both summed.

#include "engine/specs/record.h"

#include <array>

namespace engine {

/// switched: any pair at the full rate. mesh: a link to each other device, a pair has just one. bridge: pairs.
/// host_tree: PCIe through the host's root complex. network: NICs and switches between servers.
enum class Topology { switched, mesh, bridge, host_tree, network };
inline constexpr std::array<std::string_view, 5> topology_ids{"switched", "mesh", "bridge", "host-tree", "network"};

struct Link {
    double topology = absent;              ///< index into topology_ids
    double one_direction = absent;         ///< bytes/s a device can send (a NIC's port for a network)
    double per_link_one_direction = absent; ///< bytes/s of one link of a mesh
    double domain = absent;                ///< devices that one domain can hold
    double peer_to_peer = 1;               ///< 0: data passes through host memory
    double in_switch_reduction = 0;        ///< 1: switches add (NVLS, SHARP)
};

inline constexpr std::array link_members{
    Member<Link>{"topology", &Link::topology},
    Member<Link>{"one_direction", &Link::one_direction},
    Member<Link>{"per_link_one_direction", &Link::per_link_one_direction},
    Member<Link>{"domain", &Link::domain},
    Member<Link>{"peer_to_peer", &Link::peer_to_peer},
    Member<Link>{"in_switch_reduction", &Link::in_switch_reduction},
};
static_assert(describes<Link>(link_members));

}
