#pragma once
// Time of the collectives inside a step: all-reduce of tensor parallelism, dispatch and combine of expert parallelism, the
// hop between pipeline stages.
//
//     AllReduce group = all_reduce(intra, inter, 8, 8);
//     Seconds t = all_reduce_time(group, 16 * 8192 * 2 * B, p.all_reduce_us * us);

#include "engine/specs/link.h"
#include "engine/units/quantity.h"

namespace engine {

using SecondsPerByte = decltype(Seconds{} / Bytes{});

/// A way to move data: a latency and a slope.
struct Lane {
    Seconds latency;
    SecondsPerByte slope;
    constexpr Seconds time(Bytes message) const { return latency + slope * message; }
};

/// The lanes an all-reduce can take; the fastest one is taken. Those a fabric lacks have infinite latency.
struct AllReduce {
    double ranks = 1;
    Lane low;                 ///< NCCL's low-latency protocols
    Lane high;                ///< NCCL's bandwidth protocol
    Lane in_switch;           ///< the switch adds (NVLS)
    SecondsPerByte own;       ///< slope of the engine's own one-shot kernel,
    double own_latency = 0;   ///< its latency in units of the one over NVLink; 0: it does not work here
    bool is_known = true;     ///< false: the fabric has no figures
};

/// Lanes of a group of `ranks` on a fabric whose domain (or server) holds `per_node` of them.
///
///     s = 2 (n - 1)      W = 2 (n - 1) / n + kappa / n
///     low  = a0 + a1 s + W M / (eps B)        high = b0 + b1 s + W M / B        in_switch = g0 + g1 n + M / A
///     own  = latency + (n - 1) M / (0.6 link)
///
/// with constants by generation of the link, B scaled by its rate; a mesh has B = 0.75 link (n - 1). Through host memory
/// (no peer-to-peer) half of B and no own kernel. Over k servers:
///
///     R = min(B g / (g - 1), g nic .95);  L = log2 k
///     low = 35 + 10 L us + f M / 8 GB/s       high = 20 + 95 L us + f M / R,  f = 2 (n - 1) / n
///
/// Source: research of this project on nccl-tests sweeps; [nccl-tests-performance] for the factors.
AllReduce all_reduce(const Link& intra, const Link& inter, double ranks, double per_node, double nics_per_device);

Seconds all_reduce_time(const AllReduce& group, Bytes message, Seconds own_latency);

/// Rate at which one device sends to all others of its domain: the effective link rate.
BytesPerSecond send_rate(const Link& link, double ranks);

/// Dispatch to and combine from experts on other replicas, one MoE layer.
///
///     4 latencies + T k h 3 (1 - 1/e) / (0.5 link)      3 bytes: FP8 there, 16 bits back
///
/// Source: DeepEP's published rates on H800 are about half the link's; [deepep].
Seconds expert_exchange_time(const Link& link, double groups, double tokens, double active, double hidden, Seconds latency);

}
