#pragma once
// Which routed experts a batch of tokens needs.

#include <array>

namespace engine {

/// Popularity of a MoE layer's experts: lognormal, in eight equal slices.
struct ExpertRouting {
    double experts = 0;                 ///< E
    double active = 0;                  ///< k
    std::array<double, 8> log_idle{};   ///< ln(1 - w_i k / E) of each slice: that a token leaves such an expert alone
};

/// Routing with w_i = lognormal(sigma) at the slices' quantiles, mean 1.
ExpertRouting expert_routing(double experts, double active, double sigma);

/// Experts with work when `tokens` tokens choose k each.
///
///     E mean_i [1 - (1 - w_i k / E)^tokens]
///
/// Uniform routing (sigma 0) is the usual E (1 - (1 - k/E)^B). Source: fitted on served runs; skewed loads are also what
/// aiconfigurator's power-law tables show.
double touched_experts(const ExpertRouting& routing, double tokens);

/// How much more the busiest of `groups` groups of experts has to do than the mean one.
///
///     1 + sigma sqrt(2 ln(e) e / E)
double busiest_group(const ExpertRouting& routing, double groups, double sigma);

}
