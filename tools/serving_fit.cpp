#include "tools/serving_fit.h"

#include "tools/least_squares.h"

#include <cmath>

namespace fit {

namespace {

constexpr double tpot_scale = .10, ttft_scale = .20;
const double ttft_weight = std::sqrt(.25), rate_weight = std::sqrt(3.);
constexpr double prior_sigma = .07, habit_sigma = .25, pooling_sigma = .05;

constexpr auto& table = engine::serving_parameter_table;

Vector pack(const Parameters& parameters)
{
    Vector x;
    for (const auto& row : table)
        for (int e = 0; e < (row.by_engine ? fitted_engines : 1); ++e)
            x.push_back(std::log(parameters[static_cast<std::size_t>(e)].*row.member));
    return x;
}

Parameters unpack(const Vector& x)
{
    Parameters parameters{};
    std::size_t i = 0;
    for (const auto& row : table) {
        for (std::size_t e = 0; e < fitted_engines; ++e)
            parameters[e].*row.member = std::exp(x[row.by_engine ? i + e : i]);
        i += row.by_engine ? fitted_engines : 1;
    }
    return parameters;
}

/// How a scheduler takes up requests is its own, and no physics tells it: these are not pooled and have a wide prior. What
/// kernels reach should be alike.
bool is_pooled(const engine::ServingParameter& row)
{
    return row.member != &engine::ServingParameters::pickup_steps && row.member != &engine::ServingParameters::pickup_prefills;
}

Vector prior_residuals(const Vector& x, const Vector& centre)
{
    Vector r;
    std::size_t i = 0;
    for (const auto& row : table) {
        for (std::size_t k = i; k < i + (row.by_engine ? fitted_engines : 1); ++k)
            r.push_back((x[k] - centre[k]) / (is_pooled(row) ? prior_sigma : habit_sigma));
        if (!row.by_engine) {
            ++i;
            continue;
        }
        double mean = 0; // of the deviations: engines whose priors differ keep their distance
        for (std::size_t e = 0; e < fitted_engines; ++e)
            mean += (x[i + e] - centre[i + e]) / fitted_engines;
        for (std::size_t e = 0; e < fitted_engines && is_pooled(row); ++e)
            r.push_back((x[i + e] - centre[i + e] - mean) / pooling_sigma);
        i += fitted_engines;
    }
    return r;
}

Residuals residuals_at(const std::vector<const ServingCase*>& used, const Vector& x, const Vector& centre)
{
    const Parameters parameters = unpack(x);
    Residuals r;
    r.data.reserve(2 * used.size());
    for (const ServingCase* c : used) {
        const Prediction p = predict(*c, parameters);
        if (c->tpot.is_clean && engine::is_present(c->tpot.value))
            r.data.push_back(std::log(p.tpot / c->tpot.value) / tpot_scale);
        if (c->ttft.is_clean && engine::is_present(c->ttft.value))
            r.data.push_back(std::log(p.ttft / c->ttft.value) / ttft_scale * ttft_weight);
        if (engine::is_present(c->rate.value))
            r.data.push_back(std::log(p.rate / c->rate.value) / tpot_scale * rate_weight);
    }
    r.prior = prior_residuals(x, centre);
    return r;
}

}

Parameters prior_centres()
{
    const engine::ServingParameters common{.bandwidth = .8, .matmul = .76, .kernel_us = 4.2, .launch_us = 42,
        .pickup_steps = 3, .pickup_prefills = 2, .front_end_ms = 8,
        .all_reduce_us = 7, .sequence_us = 8, .cache_bandwidth = .78, .finish_spread = .25, .expert_skew = 1.2,
        .token_us = 3, .expert_passes = 9, .layer_passes = 12, .grouped_matmul = .55, .narrow_bandwidth = .7,
        .block_matmul = .75, .moe_kernels = 5, .mla_kernels = 7, .mla_prefill_kernels = 20, .block_kernels = 4,
        .dequantised_bytes = 3, .launch_share = .6};
    Parameters p{common, common, common};
    p[1].pickup_steps = 6;
    p[1].pickup_prefills = 4;
    p[2].pickup_steps = 4;
    p[2].matmul = .78;
    p[2].launch_us = 25;
    return p;
}

Parameters shipped()
{
    using engine::ServingEngine;
    return {engine::serving_parameters(ServingEngine::vllm), engine::serving_parameters(ServingEngine::sglang),
            engine::serving_parameters(ServingEngine::tensorrt_llm)};
}

Prediction predict(const ServingCase& c, const Parameters& parameters)
{
    const engine::Served served = engine::serve(c.setup, c.replica, parameters[static_cast<std::size_t>(c.engine())]);
    return {served.tpot.in(engine::units::s), served.ttft.in(engine::units::s),
            served.requests_per_s * c.setup.busy_replicas * c.setup.load.lengths.output};
}

Parameters fit(const std::vector<ServingCase>& cases, const std::function<bool(const ServingCase&)>& use,
               const Parameters& start, int iterations)
{
    std::vector<const ServingCase*> used;
    for (const ServingCase& c : cases)
        if (use(c))
            used.push_back(&c);
    const Vector centre = pack(prior_centres());
    return unpack(least_squares([&](const Vector& x) { return residuals_at(used, x, centre); }, pack(start), iterations));
}

Spread spread(const std::vector<ServingCase>& cases, const Parameters& parameters)
{
    // Diagonal of the inverse of J'J at the minimum, one unknown at a time: the spread with the others held.
    std::vector<const ServingCase*> used;
    for (const ServingCase& c : cases)
        used.push_back(&c);
    const Vector centre = pack(prior_centres()), x = pack(parameters);
    const Residuals r = residuals_at(used, x, centre);
    constexpr double h = 1e-3;
    Spread result{};
    std::size_t i = 0, row_index = 0;
    for (const auto& row : table) {
        for (std::size_t e = 0; e < (row.by_engine ? fitted_engines : 1); ++e, ++i) {
            Vector moved = x;
            moved[i] += h;
            const Residuals m = residuals_at(used, moved, centre);
            double curvature = 0;
            for (std::size_t k = 0; k < r.data.size(); ++k)
                curvature += std::pow((m.data[k] - r.data[k]) / h, 2) / std::sqrt(1 + r.data[k] * r.data[k]);
            for (std::size_t k = 0; k < r.prior.size(); ++k)
                curvature += std::pow((m.prior[k] - r.prior[k]) / h, 2);
            for (std::size_t k = 0; k < fitted_engines; ++k)
                if (!row.by_engine || k == e)
                    result[k][row_index] = 1 / std::sqrt(curvature);
        }
        ++row_index;
    }
    return result;
}

}
