#include "engine/models/expert_routing.h"

#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// Medians of eight equal slices of a standard normal distribution.
constexpr std::array<double, 8> normal_slices{-1.53, -.89, -.49, -.16, .16, .49, .89, 1.53};
/// Logarithm of a chance that adds nothing to a double.
constexpr double surely_busy = -40;
/// No expert is chosen by every token for certain.
constexpr double most_likely = 0.999;

}

ExpertRouting expert_routing(double experts, double active, double sigma)
{
    ExpertRouting routing{.experts = experts, .active = active};
    if (experts <= 0)
        return routing;
    std::array<double, 8> weight{};
    double mean = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
        weight[i] = exponential(sigma * normal_slices[i]);
        mean += weight[i] / static_cast<double>(weight.size());
    }
    for (std::size_t i = 0; i < weight.size(); ++i)
        routing.log_idle[i] = natural_log(1 - std::min(weight[i] / mean * active / experts, most_likely));
    return routing;
}

double touched_experts(const ExpertRouting& routing, double tokens)
{
    if (routing.experts <= 0)
        return 0;
    double idle = 0;
    for (const double log_idle : routing.log_idle) { // The least popular come first: behind one that is never idle none is.
        if (log_idle * tokens < surely_busy)
            break;
        idle += exponential(log_idle * tokens);
    }
    return routing.experts * (1 - idle / static_cast<double>(routing.log_idle.size()));
}

double busiest_group(const ExpertRouting& routing, double groups, double sigma)
{
    if (groups <= 1 || routing.experts <= 0)
        return 1;
    return 1 + sigma * std::sqrt(2 * natural_log(groups) * groups / routing.experts);
}

}
