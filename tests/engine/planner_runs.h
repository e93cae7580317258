#pragma once
// Runs of the planner over the real catalog, as its tests look at them.

#include "engine/planner/plan_layouts.h"
#include "site/scenario/plan_scenario.h"
#include "tests/loaded_catalog.h"

#include <limits>
#include <string>
#include <vector>

namespace test::planner {

using namespace engine;
using site::PlanOutcome;
using site::PlanScenario;
using site::Setting;
using test::catalog;

struct Run {
    PlanScenario plan;
    PlanOutcome outcome;
    PlanRequest request;

    explicit Run(const std::vector<Setting>& settings)
        : plan(site::make_plan_scenario(catalog(), settings)), outcome(site::run(plan)),
          request(plan_request(plan.scenario.inputs, plan.scenario.specs.model))
    {
    }
    const std::string& gpu(const PlanLayout& layout) const
    {
        return plan.gpus[static_cast<std::size_t>(layout.candidate)]->id;
    }
    const PlanCandidate& candidate(int index) const { return plan.candidates[static_cast<std::size_t>(index)]; }
    const PlanFormat& format(int index) const { return plan.formats[static_cast<std::size_t>(index)]; }
    const PlanRejection* rejection(std::string_view id) const
    {
        for (const PlanRejection& r : outcome.rejections)
            if (plan.gpus[static_cast<std::size_t>(r.candidate)]->id == id)
                return &r;
        return nullptr;
    }
};

inline double value(const PlanOption& option, ThroughputOutput output)
{
    return option.outputs[static_cast<std::size_t>(output)];
}

/// The quantity that an objective ranks by, as the options show it.
inline double ranked(const PlanOption& option, PlanObjective objective)
{
    const auto last = [](double x) { return value_or(x, std::numeric_limits<double>::infinity()); };
    switch (objective) {
    case PlanObjective::cost:
        return last(value(option, ThroughputOutput::cost_per_million_output_tokens_usd));
    case PlanObjective::gpus:
        return option.layout.gpus();
    case PlanObjective::latency:
        return value(option, ThroughputOutput::e2e_s);
    default:
        return last(value(option, ThroughputOutput::energy_per_million_output_tokens_kwh));
    }
}

inline const std::string some_prices = "h100-sxm:2.5,h200-sxm:3.2,b200:5,l40s:0.9,mi300x:2.2,a100-80-sxm:1.4,rtx-4090:0.4";

/// Loads that reach every branch: open and closed, dense and experts, limits that bind and none.
inline const std::vector<std::vector<Setting>>& loads()
{
    static const std::vector<std::vector<Setting>> all{
        {{"prices", some_prices}},
        {{"requests_per_s", "10"}, {"max_tpot_s", "0.05"}, {"prices", some_prices}},
        {{"requests_per_s", "3"}, {"max_ttft_s", "0.3"}, {"objective", "energy"}},
        {{"model", "deepseek-v3"}, {"concurrency", "64"}, {"max_tpot_s", "0.03"}, {"objective", "latency"}},
        {{"model", "llama-3.1-405b"}, {"max_gpus", "16"}, {"objective", "gpus"}},
        {{"model", "llama-3.1-8b"},
         {"requests_per_s", "40"},
         {"max_ttft_s", "0.1"},
         {"max_tpot_s", "0.01"},
         {"max_gpus", "16"}},
        {{"model", "gpt-oss-120b"},
         {"concurrency", "200"},
         {"max_tpot_s", "0.02"},
         {"max_gpus", "8"},
         {"prices", some_prices}},
    };
    return all;
}

inline std::vector<Setting> with(std::vector<Setting> settings, const Setting& more)
{
    settings.push_back(more);
    return settings;
}

}
