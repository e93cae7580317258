#pragma once
// Time of the collectives inside a step: all-reduce of tensor parallelism, dispatch and combine of expert parallelism.
// NCCL's part is the collective model (collective.h), reduced to straight lines so that a step costs nanoseconds; an engine's
// own all-reduce kernel is added here.
//
//     ReduceLanes group = reduce_lanes({.intra = nvlink4, .gpu = h100}, 8);
//     Seconds t = all_reduce_time(group, 16 * 8192 * 2 * B, p.all_reduce_us * us);

#include "engine/models/topology.h"

namespace engine {

using SecondsPerByte = decltype(Seconds{} / Bytes{});

/// A way to move data: a latency and a slope.
struct MessageLane {
    Seconds latency;
    SecondsPerByte slope;
    constexpr Seconds time(Bytes message) const { return latency + slope * message; }
};

/// The lanes an all-reduce can take; the fastest one is taken. Those a fabric lacks have infinite latency.
struct ReduceLanes {
    double ranks = 1;
    MessageLane low;          ///< NCCL's low-latency protocols
    MessageLane high;         ///< NCCL's bandwidth protocol
    MessageLane in_switch;    ///< the switch adds (NVLS)
    SecondsPerByte own;       ///< slope of the engine's own one-shot kernel,
    double own_latency = 0;   ///< its latency in units of the one over NVLink; 0: it does not work here
    bool is_known = true;     ///< false: the fabric has no figures
};

/// Lanes of a group of `ranks`.
///
///     one domain       the lanes of collective_time(), exactly;     own = latency + (n - 1) M / (0.6 link)
///     several domains  lines through collective_time() at small and at large messages; no own kernel
///
/// The own kernel needs peer-to-peer; over PCIe its latency is twice that over NVLink.
ReduceLanes reduce_lanes(const Wiring& wiring, double ranks);

Seconds all_reduce_time(const ReduceLanes& group, Bytes message, Seconds own_latency);

/// Rate at which one device sends to all others of its domain: a mesh has one link to each, PCIe carries .86 of its
/// signalling rate.
BytesPerSecond send_rate(const Link& link, double ranks);

/// Dispatch to and combine from experts on other replicas, one MoE layer.
///
///     4 latencies + T k h 3 (1 - 1/e) / (0.5 link)      3 bytes: FP8 there, 16 bits back
///
/// Source: [deepep], whose published rates on H800 are about half the link's.
Seconds expert_exchange_time(const Link& link, double groups, double tokens, double active, double hidden, Seconds latency);

}
