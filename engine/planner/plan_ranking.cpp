#include "engine/planner/plan_ranking.h"

#include <algorithm>
#include <array>
#include <limits>

namespace engine {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

double objective_of(const PlanPoint& p, PlanObjective objective)
{
    switch (objective) {
    case PlanObjective::cost:
        return value_or(p.cost, unlimited);
    case PlanObjective::gpus:
        return p.gpus;
    case PlanObjective::latency:
        return p.e2e;
    default:
        return value_or(p.energy, unlimited);
    }
}

struct Known {
    bool cost = false, energy = false; ///< some option has it
};

/// Whether a is at least as good as b in everything and better in something.
bool dominates(const PlanPoint& a, const PlanPoint& b, Known known)
{
    if (a.gpus > b.gpus || a.ttft > b.ttft || a.tpot > b.tpot)
        return false;
    bool better = a.gpus < b.gpus || a.ttft < b.ttft || a.tpot < b.tpot;
    const auto compare = [&](double of_a, double of_b, bool is_known) {
        if (is_present(of_a) && is_present(of_b)) {
            better = better || of_a < of_b;
            return of_a <= of_b;
        }
        const bool neither = !is_present(of_a) && !is_present(of_b);
        return neither && (!is_known || a.layout.candidate == b.layout.candidate);
    };
    return compare(a.cost, b.cost, known.cost) && compare(a.energy, b.energy, known.energy) && better;
}

bool same_weights(const NumberFormat& a, const NumberFormat& b)
{
    return a.bits_per_weight == b.bits_per_weight && a.arithmetic == b.arithmetic && a.gguf == b.gguf;
}

}

void Points::add(const PlanPoint& point)
{
    constexpr Known all{true, true};
    for (std::size_t i = m_group; i < m_used; ++i)
        if (dominates(m_room[i], point, all))
            return;
    const auto end = std::remove_if(m_room.begin() + static_cast<std::ptrdiff_t>(m_group),
                                    m_room.begin() + static_cast<std::ptrdiff_t>(m_used),
                                    [&](const PlanPoint& other) { return dominates(point, other, all); });
    m_used = static_cast<std::size_t>(end - m_room.begin());
    if (m_used < m_room.size())
        m_room[m_used++] = point;
    else
        ++m_lost;
}

void mark_pareto(std::span<PlanPoint> points)
{
    Known known;
    for (const PlanPoint& p : points) {
        known.cost = known.cost || is_present(p.cost);
        known.energy = known.energy || is_present(p.energy);
    }
    for (PlanPoint& p : points) {
        p.pareto = true;
        for (const PlanPoint& other : points)
            if (dominates(other, p, known)) {
                p.pareto = false;
                break;
            }
    }
}

bool before(const PlanPoint& a, const PlanPoint& b, PlanObjective objective)
{
    const auto key = [objective](const PlanPoint& p) {
        return std::array{objective_of(p, objective), p.gpus, value_or(p.cost, unlimited), p.e2e, static_cast<double>(p.layout.candidate),
                          static_cast<double>(p.layout.format), p.layout.tensor, p.layout.expert};
    };
    return key(a) < key(b);
}

int choose(std::span<PlanPoint> points, std::span<const PlanFormat> formats, std::size_t room)
{
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        PlanPoint& p = points[i];
        bool first = true, first_weights = true;
        for (const PlanPoint& better : points.first(i)) {
            if (better.layout.candidate != p.layout.candidate)
                continue;
            first = false;
            if (same_weights(formats[static_cast<std::size_t>(better.layout.format)].weights,
                             formats[static_cast<std::size_t>(p.layout.format)].weights))
                first_weights = false;
        }
        p.claim = first ? best_of_accelerator : p.pareto ? on_front : first_weights ? best_of_weights : no_claim;
        chosen += p.claim != no_claim ? 1 : 0;
    }
    const std::size_t wanted = chosen;
    for (int claim = best_of_weights; claim <= best_of_accelerator; ++claim)
        for (std::size_t i = points.size(); i-- > 0 && chosen > room;)
            if (points[i].claim == claim) {
                points[i].claim = no_claim;
                --chosen;
            }
    return static_cast<int>(wanted - chosen);
}

}
