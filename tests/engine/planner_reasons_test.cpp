// Why the planner rejects an accelerator: each reason is true of what was tried.

#include "tests/engine/planner_runs.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace test::planner;

TEST_CASE("planner: a reason is true of every layout that is tried again")
{
    int again_tried = 0;
    std::set<PlanReason> reasons;
    std::vector<std::vector<Setting>> named = loads(); // formats that are named are tried on every device
    for (auto& settings : named) {
        settings.push_back({"weights", "fp8"});
        settings.push_back({"kv_cache", "fp8"});
    }
    named.push_back({{"weights", "bf16"}, {"kv_cache", "bf16"}, {"requests_per_s", "2"}, {"max_ttft_s", "0.12"}});
    named.push_back({{"weights", "bf16"}, {"kv_cache", "bf16"}, {"max_tpot_s", "0.012"}, {"max_ttft_s", "0.25"}});
    for (const auto& settings : named) {
        const Run run(settings);
        for (const PlanRejection& r : run.outcome.rejections) {
            const PlanCandidate& candidate = run.candidate(r.candidate);
            INFO(run.plan.gpus[static_cast<std::size_t>(r.candidate)]->id
                 << " " << plan_reason_ids[static_cast<std::size_t>(r.reason)] << " " << r.value);
            reasons.insert(r.reason);
            if (r.reason == PlanReason::format) {
                CHECK(candidate.gpu.architecture == static_cast<double>(Architecture::apple)); // llama.cpp has no FP8
                continue;
            }
            if (r.reason == PlanReason::no_data) {
                CHECK(!(candidate.gpu.memory_bytes > 0 && candidate.gpu.memory_bandwidth > 0 &&
                        sustained_rates(candidate.gpu).bf16 > FlopPerSecond{}));
                continue;
            }
            if (r.reason == PlanReason::memory && is_present(r.value))
                CHECK(r.value > run.request.max_gpus);
            if (r.reason == PlanReason::load)
                CHECK(r.value > run.request.max_gpus);
            if (r.reason == PlanReason::tpot)
                CHECK(r.value > run.request.max_tpot_s);
            if (r.reason == PlanReason::ttft)
                CHECK(r.value > run.request.max_ttft_s);
            // No format of the list, no number of GPUs, keeps the limits.
            for (std::size_t f = 0; f < run.plan.formats.size(); ++f) {
                for (double t = 1; t <= plan_domain(candidate) && t <= run.request.max_gpus; t *= 2)
                    for (double n = 1; n * t <= run.request.max_gpus; ++n) {
                        const PlanThroughput again =
                            plan_throughput(run.request, candidate, run.format(static_cast<int>(f)),
                                            {.candidate = r.candidate, .tensor = t, .replicas = n});
                        Answer answer;
                        if (throughput.evaluate({again.inputs, again.specs}, answer).code != ErrorCode::none)
                            continue;
                        const auto out = [&](ThroughputOutput o) {
                            return answer.outputs[static_cast<std::size_t>(o)];
                        };
                        ThroughputSetup setup;
                        const bool keeps = fitting_setup(run.request, candidate, run.format(static_cast<int>(f)),
                                                         {.candidate = r.candidate, .tensor = t}, setup) &&
                                           !(out(ThroughputOutput::tpot_s) > run.request.max_tpot_s) &&
                                           out(ThroughputOutput::ttft_s) < value_or(run.request.max_ttft_s, 1e9) &&
                                           (is_present(run.request.requests_per_s) ||
                                            out(ThroughputOutput::capacity_sequences) >= run.request.concurrency);
                        CHECK(!keeps);
                        ++again_tried;
                    }
            }
        }
    }
    CHECK(again_tried > 1000);
    for (const PlanReason reason : {PlanReason::memory, PlanReason::load, PlanReason::tpot, PlanReason::ttft})
        CHECK(reasons.contains(reason));
}

TEST_CASE("planner: enough GPUs, as many as the reason says, are enough to hold the model")
{
    int seen = 0;
    for (const char* id : {"llama-3.1-405b", "deepseek-v3", "llama-3.3-70b"}) {
        const std::vector<Setting> settings{{"model", id}, {"max_gpus", "1"}, {"concurrency", "1"}};
        const Run run(settings);
        for (const PlanRejection& r : run.outcome.rejections) {
            if (r.reason != PlanReason::memory || !is_present(r.value) || r.value > 64)
                continue;
            const std::string& gpu = run.plan.gpus[static_cast<std::size_t>(r.candidate)]->id;
            INFO(id << " on " << gpu << " " << r.value);
            const std::vector<Setting> one{{"model", id},
                                           {"concurrency", "1"},
                                           {"gpus_allowed", gpu},
                                           {"max_gpus", std::to_string(static_cast<int>(r.value))}};
            CHECK(!Run(one).outcome.options.empty());
            const std::vector<Setting> fewer{{"model", id},
                                             {"concurrency", "1"},
                                             {"gpus_allowed", gpu},
                                             {"max_gpus", std::to_string(static_cast<int>(r.value) - 1)}};
            CHECK(Run(fewer).outcome.options.empty());
            ++seen;
        }
    }
    CHECK(seen > 20);
}
