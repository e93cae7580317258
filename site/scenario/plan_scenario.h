#pragma once
// A run of the planner from texts: the catalog's accelerators with their fabrics and prices, and the formats to try.
//
//     PlanScenario scenario = make_plan_scenario(catalog, {{"model", "llama-3.3-70b"}, {"gpus_allowed",
//     "h100-sxm,h200-sxm"}}); PlanOutcome outcome = run(scenario); outcome.options[0].layout                 // the
//     best one; scenario.gpus[layout.candidate] is its row

#include "engine/planner/plan.h"
#include "site/scenario/scenario.h"

namespace site {

struct FormatPair {
    std::string weights, kv_cache; ///< catalog ids
};

struct PlanScenario {
    Scenario scenario; ///< of engine::plan_calculator, with the problems of all texts
    std::vector<const AcceleratorRow*> gpus;
    std::vector<engine::PlanCandidate> candidates; ///< of gpus
    std::vector<FormatPair> format_ids;
    std::vector<engine::PlanFormat> formats; ///< of format_ids
};

struct PlanFormats {
    std::vector<FormatPair> ids;
    std::vector<engine::PlanFormat> formats; ///< of ids
};
/// What is tried for a model published in `native` (empty: 16 bits), with any cache.
PlanFormats usual_plan_formats(const Catalog&, std::string_view native);
/// The caches that are tried for weights of this format.
std::vector<std::string_view> usual_caches(std::string_view weights);

/// `gpus_allowed` empty: all accelerators. Absent formats:
///
///     weights    what the model is published in; then BF16, FP8, NVFP4 and AWQ as far as they are narrower than that,
///     FP8
///                and NVFP4 where the device has units for them; for llama.cpp Q8_0 and Q4_K_M instead
///     kv_cache   16 bits, and FP8 where the device has it
PlanScenario make_plan_scenario(const Catalog&, std::span<const Setting>);

struct PlanOutcome {
    engine::Answer answer;                         ///< inputs and warnings
    std::vector<engine::PlanOption> options;       ///< best first
    std::vector<engine::PlanRejection> rejections; ///< in the order of candidates
    std::vector<FieldProblem> problems;
};

/// The engine that serves an option.
engine::ServingEngine engine_of(const PlanScenario&, const engine::PlanOption&);

/// At most `most` options, the Pareto front first.
PlanOutcome run(const PlanScenario&, std::size_t most = 256);

} // namespace site
