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

/// How a network moves a message between servers: it decides the fixed cost of each, which the rate does not tell.
/// none: not a network. efa: Amazon's, over its own protocol. tcpxo: Google's GPUDirect over TCP.
enum class Transport { none, infiniband, roce, efa, tcpxo };
inline constexpr std::array<std::string_view, 5> transport_ids{"none", "infiniband", "roce", "efa", "tcpxo"};

struct Link {
    double topology = absent;              ///< index into topology_ids
    double one_direction = absent;         ///< bytes/s a device can send (a NIC's port for a network)
    double per_link_one_direction = absent; ///< bytes/s of one link of a mesh
    double domain = absent;                ///< devices that one domain can hold
    double peer_to_peer = 1;               ///< 0: data passes through host memory
    double in_switch_reduction = 0;        ///< 1: switches add (NVLS, SHARP)
    double generation = absent;            ///< of NVLink (2 to 6), PCIe (3 to 6), Infinity Fabric (of the CDNA: 2 to 4)
    double transport = 0;                  ///< index into transport_ids
    double nics_per_device = absent;       ///< of a network: usual NICs of a server by GPU (efa-100g: 32 for 8)
};

inline constexpr std::array link_members{
    Member<Link>{"topology", &Link::topology},
    Member<Link>{"one_direction", &Link::one_direction},
    Member<Link>{"per_link_one_direction", &Link::per_link_one_direction},
    Member<Link>{"domain", &Link::domain},
    Member<Link>{"peer_to_peer", &Link::peer_to_peer},
    Member<Link>{"in_switch_reduction", &Link::in_switch_reduction},
    Member<Link>{"generation", &Link::generation},
    Member<Link>{"transport", &Link::transport},
    Member<Link>{"nics_per_device", &Link::nics_per_device},
};
static_assert(describes<Link>(link_members));

}
