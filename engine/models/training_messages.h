#pragma once
// Time of one message of a training step between the GPUs of a group: collective.h with what is usual in training.
//
//     Interconnect wires = training_wires(setup, intra, inter, gpu);
//     Seconds t = message_time(Collective::all_gather, 2 * weights * B, {.ranks = 8, .per_node = 8}, wires);

#include "engine/models/collective.h"
#include "engine/models/training_setup.h"

namespace engine {

/// Ranks of a group, and how many of them share a server (layouts fill servers in order).
struct RankGroup {
    double ranks = 1, per_node = 1;
};

/// Fabrics of a run. Between servers, where the reader names none: InfiniBand of 200 Gbit/s a NIC up to Ampere and CDNA 2, of
/// 800 for Blackwell Ultra and Rubin, else of 400. Switches do not add: training frameworks turn that off (MLPerf's configs).
Interconnect training_wires(const TrainingSetup& setup, const Link& intra, const Link& inter, const Accelerator& gpu);

/// Time of one collective whose nccl-tests size is `bytes` (the whole vector; for all-to-all what a rank sends). Launches are
/// queued: the host adds nothing. Zero for one rank.
Seconds message_time(Collective collective, Bytes bytes, RankGroup group, const Interconnect& wires);

}
