#pragma once
// The ways to cut a model over its GPUs, each with what a GPU must hold and how long things take.

#include "web/lab/evaluation/state.h"

namespace lab {

struct LayoutOption {
    double tensor = 1, pipeline = 1, data = 1, expert = 1;
    bool fits = false;
    double total_bytes = engine::absent, usable_bytes = engine::absent; ///< of the fullest GPU
    double time = engine::absent;  ///< s: per token (serving), of a step (training)
    double rate = engine::absent;  ///< tokens/s of the deployment
};

/// Parts of a GPU's memory, in the order that the bar shows them.
struct MemoryPart {
    std::string_view output;
    double bytes = 0;
};

struct Layouts {
    LayoutOption chosen;                 ///< the state's own, derived values filled in
    bool answered = false;
    engine::Problem problem;
    double gpus = 1, gpus_per_node = 8;
    std::vector<MemoryPart> parts;
    std::vector<LayoutOption> options;   ///< powers of two whose product is the GPUs; those that fit first, fastest first
};

Layouts make_layouts(const State&, const Catalog&);

/// Writes an option into the scenario of the state's job.
void take_layout(State&, const LayoutOption&);

/// Where a GPU of the cluster stands: tensor ranks are neighbours, then stages, then replicas.
struct RankPlace {
    int replica = 0, stage = 0, tensor = 0, expert = 0;
};
RankPlace place_of_rank(const LayoutOption&, int rank);

}
