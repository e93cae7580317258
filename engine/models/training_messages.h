#pragma once
// Time of one message of a training step between the GPUs of a group. The one place where training asks how fast GPUs talk.
//
//     Fabrics fabrics = training_fabrics(setup, intra, inter, gpu);
//     Seconds t = message_time(Message::all_gather, 2 * weights * B, {.ranks = 8, .per_node = 8}, fabrics);

#include "engine/models/training_setup.h"
#include "engine/units/quantity.h"

namespace engine {

enum class Message { all_reduce, all_gather, reduce_scatter, all_to_all, point_to_point };

struct Fabrics {
    Link intra;
    BytesPerSecond nic;   ///< one direction, of one GPU
};

/// Ranks of a group, and how many of them share a server (a power-of-two layout fills servers in order).
struct Group {
    double ranks = 1, per_node = 1;
};

/// Fabrics of a run. Between servers, where the reader names none: 200 Gbit/s a NIC up to Ampere and CDNA 2, 800 for
/// Blackwell Ultra and Rubin, else 400.
Fabrics training_fabrics(const TrainingSetup& setup, const Link& intra, const Link& inter, const Accelerator& gpu);

/// Time of one collective whose nccl-tests size is `bytes` (the whole vector; for all-to-all what a rank sends). Launches are
/// queued: the host adds nothing. Zero for one rank.
Seconds message_time(Message message, Bytes bytes, Group group, const Fabrics& fabrics);

}
