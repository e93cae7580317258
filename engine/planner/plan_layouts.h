#pragma once
// The ways to cut a model over one kind of accelerator, and one layout as a set-up request of `throughput`.

#include "engine/calculators/throughput_estimate.h"
#include "engine/planner/plan.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

/// What was seen while looking for layouts.
struct Layouts {
    double fewest_gpus = std::numeric_limits<double>::infinity(); ///< that hold one replica, be they allowed or not
    bool alone = false; ///< only single devices were tried: nothing is known of what joins several
};

/// The setup of a layout with one replica; false where it does not hold the weights and one whole request, or has no
/// answer.
bool fitting_setup(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                   const PlanLayout& layout, ThroughputSetup& setup);

/// Requests that one replica admits at once.
double admits(const ThroughputSetup& setup);

/// Changes the setup to this many replicas: what throughput_setup() makes of data_parallel. Everything else stays.
void spread_load(const PlanRequest& request, const PlanLayout& layout, double replicas, ThroughputSetup& setup);

/// Devices that the candidate's fabric joins: 1 where nothing is known of it.
double plan_domain(const PlanCandidate& candidate);

/// Calls visit(setup, layout) for each layout of one replica that fits on max_gpus.
///
///     t   1, 2, 4 ... inside the domain, dividing the heads; llama.cpp splits by layers only: t = 1
///     e   1 or t where t divides the experts
///     p   1; where no t holds the model: the fewest stages of the widest t that do, and what was tried on the way to
///     them
template<class Visit>
Layouts for_each_layout(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                        PlanLayout layout, Visit visit)
{
    constexpr double most_ranks = 1024;
    Layouts seen;
    ThroughputSetup setup;
    const double domain = plan_domain(candidate);
    const bool by_layer = splits_by_layer(plan_engine(request, candidate.gpu, format.weights));
    // Not inlined: its three copies would be kilobytes of the WebAssembly module.
    const auto try_experts = [&]() __attribute__((noinline)) {
        bool fits = false;
        const double experts = value_or(request.model.experts_total, 0);
        for (const double e : {1.0, layout.tensor}) {
            if (e > 1 && (experts < e || !is_multiple(experts, e)))
                continue;
            layout.expert = e;
            if (fitting_setup(request, candidate, format, layout, setup)) {
                fits = true;
                const double gpus = layout.tensor * layout.pipeline;
                seen.fewest_gpus = std::min(seen.fewest_gpus, gpus);
                if (gpus <= request.max_gpus)
                    visit(setup, layout);
            }
            if (layout.tensor == 1)
                break;
        }
        return fits;
    };
    double widest = 1;
    bool held = false;
    for (double t = 1; t <= (by_layer ? 1 : domain) && is_multiple(request.model.heads, t); t *= 2) {
        layout.tensor = widest = t;
        held = try_experts() || held;
    }
    if (held)
        return seen;
    // Stages: of llama.cpp inside one machine, of the others whole domains over the network.
    const bool networked = is_present(candidate.inter.one_direction);
    const double most = std::min(request.model.layers, by_layer                  ? domain
                                                       : domain > 1 && networked ? most_ranks / widest
                                                                                 : 1);
    seen.alone = domain <= 1;
    layout.tensor = widest;
    double misses = 1, fewest = 1; // doubled until they hold it, then bisected
    while (!held && fewest < most) {
        layout.pipeline = fewest = std::min(2 * fewest, most);
        held = try_experts();
        misses = held ? misses : fewest;
    }
    if (!held)
        return seen;
    while (fewest - misses > 1) {
        layout.pipeline = std::floor((misses + fewest) / 2);
        (try_experts() ? fewest : misses) = layout.pipeline;
    }
    return seen;
}

} // namespace engine
