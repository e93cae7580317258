#pragma once
// Finds the parameters of the serving model on measured cases.
//
// Minimised: soft-L1 of the log errors (scale 10 % for tpot, 20 % for ttft at a quarter of the weight), a Gaussian prior on every
// log parameter, and pooling of the engines' values. The few saturated runs count three times, for they alone show large
// batches. The strong prior is the point: a loose one fits better and predicts
// models that were left out worse.

#include "tools/serving_cases.h"

#include "engine/models/serving_parameters.h"

#include <array>
#include <functional>

namespace fit {

inline constexpr int fitted_engines = 3; ///< vllm, sglang, tensorrt-llm: the first values of ServingEngine
using Parameters = std::array<engine::ServingParameters, fitted_engines>;

/// Where the priors are centred.
Parameters prior_centres();
/// The values that the engine ships with.
Parameters shipped();

/// Fits on the clean values of the cases that `use` accepts, from `start`.
Parameters fit(const std::vector<ServingCase>& cases, const std::function<bool(const ServingCase&)>& use,
               const Parameters& start, int iterations = 30);

/// Seconds, and output tokens/s of the deployment.
struct Prediction {
    double tpot = 0, ttft = 0, rate = 0;
};
Prediction predict(const ServingCase& c, const Parameters& parameters);

/// Standard deviation of each log parameter in the fit, in the order of serving_parameter_table, by engine.
using Spread = std::array<std::array<double, engine::serving_parameter_table.size()>, fitted_engines>;
Spread spread(const std::vector<ServingCase>& cases, const Parameters& parameters);

}
