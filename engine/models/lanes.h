#pragma once
// The constants of the collective model: for each kind of fabric how long a message takes to start and which share of
// the wire it sustains. All are fitted, none belongs to one case, one GPU or one message size; tools/fit_collective
// writes the values (collective_constants.h). A lane is a protocol: few bytes travel in flagged words that need no
// handshake (NCCL's LL and LL128), many in chunks at the full rate (Simple); the library takes whichever is done first.

#include <array>
#include <string_view>

namespace engine {

/// A fabric inside a domain. Times in microseconds, shares as fractions.
struct FabricConstants {
    // Ring: all-reduce, all-gather, reduce-scatter, broadcast.
    double low_fixed, low_step;   ///< low lane: once, and for each step around the ring
    double low_share;             ///< of the sustained rate that the low lane reaches
    double high_fixed, high_step; ///< high lane
    double efficiency;            ///< sustained bus rate / one direction of the wire
    double copy;                  ///< cost of moving a rank's own shard, in units of what crosses the wire
    // All-to-all: everybody sends to everybody.
    double exchange_low_fixed, exchange_low_rank, exchange_low_share;
    double exchange_high_fixed, exchange_high_rank;
    double exchange_efficiency, exchange_copy;
    // All-reduce that the switches add up (NVLS).
    double switch_ranks; ///< least ranks for which the library takes it; 0: the fabric cannot
    double switch_fixed, switch_rank;
    double switch_efficiency; ///< bytes of the vector a second / one direction of the wire
};

/// A network between domains, by tree levels L = log2(domains). Times in microseconds.
struct NetworkConstants {
    double low_fixed, low_level;       ///< low lane, on top of the low lane inside the domain
    double low_rate;                   ///< bus rate of the low lane, GB/s
    double middle_fixed, middle_level; ///< what the high lane costs for a few bytes
    double ramp_fixed, ramp_level;     ///< what more it costs until its pipeline is full
    double efficiency;                 ///< sustained / the port's rate
};

/// The fabrics that have constants of their own; others take their nearest, scaled by the wire.
enum class FabricKind { nvlink3, nvlink4, nvlink5, infinity3, infinity4, pcie };
inline constexpr std::array<std::string_view, 6> fabric_kind_ids{"nvlink3",   "nvlink4",   "nvlink5",
                                                                 "infinity3", "infinity4", "pcie"};

/// efa1: Amazon's first, of the A100 servers. rccl: RCCL on CDNA3 and before, whose tables do not tune networks.
enum class NetworkKind { infiniband, roce, efa, efa1, tcpxo, rccl };
inline constexpr std::array<std::string_view, 6> network_kind_ids{"infiniband", "roce", "efa", "efa1", "tcpxo", "rccl"};

struct CollectiveConstants {
    std::array<FabricConstants, fabric_kind_ids.size()> fabrics;
    std::array<NetworkConstants, network_kind_ids.size()> networks;
    double host_time;  ///< us between launches that wait for each other
    double ramp_slope; ///< how much slower than full the high lane starts between domains
    double tree_share; ///< of in-switch reduction's rate that is left when a tree joins two domains
};

template<class Constants>
struct Constant {
    std::string_view id;
    double Constants::*member;
};

inline constexpr std::array fabric_constants{
    Constant<FabricConstants>{"low_fixed", &FabricConstants::low_fixed},
    Constant<FabricConstants>{"low_step", &FabricConstants::low_step},
    Constant<FabricConstants>{"low_share", &FabricConstants::low_share},
    Constant<FabricConstants>{"high_fixed", &FabricConstants::high_fixed},
    Constant<FabricConstants>{"high_step", &FabricConstants::high_step},
    Constant<FabricConstants>{"efficiency", &FabricConstants::efficiency},
    Constant<FabricConstants>{"copy", &FabricConstants::copy},
    Constant<FabricConstants>{"exchange_low_fixed", &FabricConstants::exchange_low_fixed},
    Constant<FabricConstants>{"exchange_low_rank", &FabricConstants::exchange_low_rank},
    Constant<FabricConstants>{"exchange_low_share", &FabricConstants::exchange_low_share},
    Constant<FabricConstants>{"exchange_high_fixed", &FabricConstants::exchange_high_fixed},
    Constant<FabricConstants>{"exchange_high_rank", &FabricConstants::exchange_high_rank},
    Constant<FabricConstants>{"exchange_efficiency", &FabricConstants::exchange_efficiency},
    Constant<FabricConstants>{"exchange_copy", &FabricConstants::exchange_copy},
    Constant<FabricConstants>{"switch_ranks", &FabricConstants::switch_ranks},
    Constant<FabricConstants>{"switch_fixed", &FabricConstants::switch_fixed},
    Constant<FabricConstants>{"switch_rank", &FabricConstants::switch_rank},
    Constant<FabricConstants>{"switch_efficiency", &FabricConstants::switch_efficiency},
};

inline constexpr std::array network_constants{
    Constant<NetworkConstants>{"low_fixed", &NetworkConstants::low_fixed},
    Constant<NetworkConstants>{"low_level", &NetworkConstants::low_level},
    Constant<NetworkConstants>{"low_rate", &NetworkConstants::low_rate},
    Constant<NetworkConstants>{"middle_fixed", &NetworkConstants::middle_fixed},
    Constant<NetworkConstants>{"middle_level", &NetworkConstants::middle_level},
    Constant<NetworkConstants>{"ramp_fixed", &NetworkConstants::ramp_fixed},
    Constant<NetworkConstants>{"ramp_level", &NetworkConstants::ramp_level},
    Constant<NetworkConstants>{"efficiency", &NetworkConstants::efficiency},
};

} // namespace engine
