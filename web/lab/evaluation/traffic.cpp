#include "web/lab/evaluation/traffic.h"

#include "engine/calculators/collective.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

namespace {

using Pattern = Traffic::Pattern;
using engine::Collective;
using engine::CollectiveAlgorithm;

Pattern pattern_of(Collective collective, CollectiveAlgorithm algorithm, int ranks)
{
    if (ranks < 2)
        return Pattern::none;
    const bool in_switch = algorithm == CollectiveAlgorithm::in_switch;
    switch (collective) {
    case Collective::all_reduce:
        return in_switch                                                                                       ? Pattern::through_switch
               : algorithm == CollectiveAlgorithm::tree || algorithm == CollectiveAlgorithm::in_switch_tree ? Pattern::tree
                                                                                                              : Pattern::ring_all_reduce;
    case Collective::all_gather: return Pattern::ring_gather;
    case Collective::reduce_scatter: return Pattern::ring_scatter;
    case Collective::all_to_all: return Pattern::exchange;
    case Collective::broadcast: return Pattern::chain;
    default: return Pattern::pair;
    }
}

int levels(int ranks)
{
    int count = 0;
    while ((1 << count) < ranks)
        ++count;
    return count;
}

int steps_of(Pattern pattern, int ranks)
{
    switch (pattern) {
    case Pattern::none: return 0;
    case Pattern::ring_all_reduce: return 2 * (ranks - 1);
    case Pattern::through_switch: return 2;
    case Pattern::tree: return 2 * levels(ranks);
    case Pattern::pair: return 1;
    default: return ranks - 1;
    }
}

}

std::vector<Flow> Traffic::flows(int step) const
{
    std::vector<Flow> all;
    if (step < 1 || step > steps)
        return all;
    switch (pattern) {
    case Pattern::ring_all_reduce:
    case Pattern::ring_gather:
    case Pattern::ring_scatter:
        for (int rank = 0; rank < ranks; ++rank)
            all.push_back({rank, (rank + 1) % ranks, bytes / ranks});
        break;
    case Pattern::through_switch:
        for (int rank = 0; rank < ranks; ++rank)
            all.push_back(step == 1 ? Flow{rank, the_switch, bytes} : Flow{the_switch, rank, bytes});
        break;
    case Pattern::exchange: // In round k every rank sends its chunk to the k-th after it.
        for (int rank = 0; rank < ranks; ++rank)
            all.push_back({rank, (rank + step) % ranks, bytes / ranks});
        break;
    case Pattern::chain:
        all.push_back({step - 1, step, bytes});
        break;
    case Pattern::tree: { // Sums go up a binary tree, the result comes down.
        const int depth = levels(ranks), level = step <= depth ? step - 1 : 2 * depth - step;
        const int stride = 1 << level;
        for (int parent = 0; parent + stride < ranks; parent += 2 * stride)
            all.push_back(step <= depth ? Flow{parent + stride, parent, bytes} : Flow{parent, parent + stride, bytes});
        break;
    }
    case Pattern::pair:
        for (int rank = 0; rank + 1 < ranks; rank += 2) {
            all.push_back({rank, rank + 1, bytes});
            all.push_back({rank + 1, rank, bytes});
        }
        break;
    case Pattern::none: break;
    }
    return all;
}

double Traffic::sent_after(int step) const
{
    if (pattern == Pattern::ring_all_reduce || pattern == Pattern::ring_gather || pattern == Pattern::ring_scatter || pattern == Pattern::exchange)
        return bytes / ranks * std::min(step, steps);
    std::map<int, double> sent;
    for (int i = 1; i <= std::min(step, steps); ++i)
        for (const Flow& flow : flows(i))
            if (flow.from != the_switch)
                sent[flow.from] += flow.bytes;
    double most = 0;
    for (const auto& [rank, total] : sent)
        most = std::max(most, total);
    return most;
}

Traffic make_traffic(const Scenario& collective, const Catalog& catalog)
{
    constexpr double most_drawn_ranks = 4096;
    Traffic made;
    const Evaluated evaluated = evaluate(collective, catalog);
    made.answered = evaluated.is_sound();
    if (!made.answered)
        return made;
    made.answer = evaluated.answer;
    const double ranks = std::min(evaluated.output(engine::collective, "ranks"), most_drawn_ranks);
    made.ranks = static_cast<int>(ranks);
    made.ranks_per_node = static_cast<int>(std::min(collective["gpus_per_node"], ranks));
    made.bytes = collective["bytes"];
    made.pattern = pattern_of(static_cast<Collective>(static_cast<int>(collective["collective"])),
                              static_cast<CollectiveAlgorithm>(static_cast<int>(evaluated.output(engine::collective, "algorithm"))), made.ranks);
    made.steps = steps_of(made.pattern, made.ranks);
    return made;
}

}
