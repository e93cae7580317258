#pragma once
// How ranks are joined: a domain of GPUs behind one fabric, and a network between domains. From the catalog's figures
// to the rates and constants that a collective needs, once for many messages.
//
//     Interconnect wires = interconnect({.intra = nvlink4, .inter = ndr400, .gpu = h100, .gpus_per_domain = 8});
//     bus_rate(wires, 8).in(GB / s)      // 370: what a ring of eight sustains, of 450 one way (and 900 both ways
//     summed)
//
// Everything here is ONE direction of one GPU. The usual slips, each a test: NVLink's 900 GB/s and Infinity Fabric's
// 153.6 GB/s a link are both directions summed, PCIe Gen5 x16's 64 GB/s and a 400 Gbit/s port are one; a pair in a mesh
// has one link, behind NVSwitch all of them.

#include "engine/models/lanes.h"
#include "engine/specs/accelerator.h"
#include "engine/specs/link.h"
#include "engine/units/quantity.h"

namespace engine {

enum class Library { nccl, rccl };
inline constexpr std::array<std::string_view, 2> library_ids{"nccl", "rccl"};

/// Whether switches may add: off is NCCL_NVLS_ENABLE=0, which training frameworks often set.
enum class InSwitchReduction { automatic, off };
inline constexpr std::array<std::string_view, 2> in_switch_reduction_ids{"auto", "off"};

struct Wiring {
    Link intra, inter;               ///< inter is absent for one domain
    Accelerator gpu;                 ///< its architecture tells generations that a link's figures do not
    double gpus_per_domain = 8;      ///< GPUs that share the domain's NICs, of this group or not
    double nics_per_domain = absent; ///< absent: default_nics()
    Library library = Library::nccl;
    InSwitchReduction in_switch_reduction = InSwitchReduction::automatic;
};

struct Interconnect {
    const CollectiveConstants* constants = nullptr;
    const FabricConstants* fabric = nullptr;   ///< null: no data for this fabric
    const NetworkConstants* network = nullptr; ///< null: no network
    Topology topology = Topology::switched;
    BytesPerSecond wire; ///< inside the domain, one direction of one GPU
    BytesPerSecond link; ///< of it, one link of a mesh
    double relay = 1;    ///< share that is left when data crosses host memory, and 1 / what latency grows by
    bool switches_add = false;
    BytesPerSecond nic; ///< between domains, one direction, one GPU's share of the ports
};

/// RCCL on AMD's devices, NCCL elsewhere.
Library default_library(const Accelerator& gpu);

/// NICs of a server: nics_per_device of the network for each GPU, but half of that device count for the first EFA (four
/// ports of 100 Gbit/s for eight A100).
/// Source: [ml-engineering-network], AWS p4d.
double default_nics(const Link& inter, const Accelerator& gpu, double gpus_per_domain);

Interconnect interconnect(const Wiring& wiring, const CollectiveConstants& constants);
Interconnect interconnect(const Wiring& wiring); ///< with the shipped constants

/// Sustained bus rate of a ring of n ranks in one domain.
///
///     switched      e w
///     mesh          e l min(n - 1, w / l)
///     host tree     min(e w, 25 GB/s from three ranks), halved without peer-to-peer
///     bridge        0.54 w
///
///     e  efficiency   fitted      w  wire   one direction      l  link   one of the mesh, one direction
///
/// 25 GB/s is what a host's root complex passes on for each GPU when more than a pair talks: 8 RTX PRO 6000 on Gen5
/// reach 25, 4 RTX 4090 on Gen4 24.7. 0.54 w: two 2080 Ti reach 21.9 of 50 GB/s in an all-reduce (nccl-tests issue 44),
/// two H100 PCIe 116 of 300 (nccl issue 1161).
BytesPerSecond bus_rate(const Interconnect& wires, double ranks);

/// The same for all-to-all, which loads the links of a mesh and the root complex differently.
BytesPerSecond exchange_rate(const Interconnect& wires, double ranks);

/// Rate of the vector when the switches add; zero where they do not.
BytesPerSecond switch_rate(const Interconnect& wires, double ranks);

/// Depth of a binary tree over this many domains: log2, straight between powers of two; 0 for one.
double tree_levels(double domains);

} // namespace engine
