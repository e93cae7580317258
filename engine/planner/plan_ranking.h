#pragma once
// Which of the layouts that keep a request's limits are worth showing: those that none beats, in the order of the objective.
// Part of the planner; plan.h is what others see.

#include "engine/planner/plan.h"

#include <span>

namespace engine {

/// The points found so far.
class Points {
public:
    explicit Points(std::span<PlanPoint> room) : m_room(room) {}

    void begin_group() { m_group = m_used; }
    /// Keeps the point unless another of its group beats it; those that it beats go.
    void add(const PlanPoint& point);
    std::size_t size() const { return m_used; }
    int lost() const { return m_lost; }
    std::span<PlanPoint> all() const { return m_room.first(m_used); }

private:
    std::span<PlanPoint> m_room;
    std::size_t m_used = 0, m_group = 0;
    int m_lost = 0;
};

/// Marks the points that no other dominates: at least as good in everything, better in something.
void mark_pareto(std::span<PlanPoint> points);

/// What comes first is better; equal in the objective, the fewer GPUs, then the cheaper, then the faster.
bool before(const PlanPoint& a, const PlanPoint& b, PlanObjective objective);

/// Why a point is an option; where there is no room for all, the first go first.
enum Claim { no_claim, best_of_weights, on_front, best_of_accelerator };

/// Marks which of the ranked points become options: the best of each accelerator and weight format, and the front.
/// Returns for how many there was no room.
int choose(std::span<PlanPoint> points, std::span<const PlanFormat> formats, std::size_t room);

}
