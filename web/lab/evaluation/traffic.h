#pragma once
// Who sends what to whom in each step of a collective: the algorithm that the engine says the library takes, drawn out.
//
// Rings and direct exchanges are those of the textbooks: of n ranks each sends S / n a step. What the engine's time includes
// beyond it (protocol lanes, launches) is no traffic and is not here; the sums are: over all steps a rank of a ring all-reduce
// sends 2 (n - 1) S / n, which is the factor of bus bandwidth.

#include "web/lab/evaluation/scenario.h"

namespace lab {

inline constexpr int the_switch = -1;    ///< as a sender or receiver: the domain's switch

struct Flow {
    int from = 0, to = 0;                ///< ranks, or the_switch
    double bytes = 0;
};

struct Traffic {
    int ranks = 1, ranks_per_node = 1;
    int steps = 0;
    double bytes = 0;                    ///< of the collective, as nccl-tests counts them
    engine::Answer answer;               ///< of the collective calculator
    bool answered = false;

    /// The flows of step 1 to `steps`.
    std::vector<Flow> flows(int step) const;
    /// Bytes that the busiest rank has sent after this step.
    double sent_after(int step) const;

    enum class Pattern { none, ring_all_reduce, ring_gather, ring_scatter, through_switch, exchange, chain, tree, pair } pattern = Pattern::none;
};

Traffic make_traffic(const Scenario& collective, const Catalog&);

}
