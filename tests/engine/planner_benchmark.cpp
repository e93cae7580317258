// How long the planner takes over the whole catalog: not a test, since machines differ.
//
//     planner_benchmark                  natively
//     planner_benchmark --write          the same requests and answers as doubles, for planner.mjs to repeat in
//     WebAssembly
//
// A request: inputs, specifications, candidates and their rows, formats and theirs. An answer: options and their rows
// (layout, time per token, Pareto), rejections and theirs.

#include "site/scenario/plan_scenario.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

void write(double value) { std::fwrite(&value, sizeof value, 1, stdout); }

template<class Record>
void write_record(const Record& record)
{
    std::fwrite(&record, sizeof record, 1, stdout);
}

void write_run(const site::PlanScenario& plan, const site::PlanOutcome& outcome)
{
    write_record(plan.scenario.inputs);
    write_record(plan.scenario.specs);
    write(static_cast<double>(plan.candidates.size()));
    for (const engine::PlanCandidate& candidate : plan.candidates)
        write_record(candidate);
    write(static_cast<double>(plan.formats.size()));
    for (const engine::PlanFormat& format : plan.formats)
        write_record(format);
    write(static_cast<double>(outcome.options.size()));
    for (const engine::PlanOption& option : outcome.options) {
        for (const double value :
             {option.layout.tensor, option.layout.pipeline, option.layout.expert, option.layout.replicas,
              option.outputs[static_cast<std::size_t>(engine::ThroughputOutput::tpot_s)]})
            write(value);
        write(option.layout.candidate);
        write(option.layout.format);
        write(option.pareto);
    }
    write(static_cast<double>(outcome.rejections.size()));
    for (const engine::PlanRejection& rejection : outcome.rejections) {
        write(rejection.candidate);
        write(static_cast<double>(rejection.reason));
        write(rejection.value);
        write(rejection.other);
    }
}

} // namespace

int main(int count, char** arguments)
{
    const bool writes = count > 1 && std::string_view(arguments[1]) == "--write";
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog("content/data", diagnostics);
    const std::vector<std::vector<site::Setting>> loads{
        {},
        {{"requests_per_s", "10"}, {"max_tpot_s", "0.05"}},
        {{"model", "llama-3.1-405b"}, {"concurrency", "256"}, {"max_gpus", "64"}},
        {{"model", "deepseek-v3"},
         {"requests_per_s", "5"},
         {"max_ttft_s", "2"},
         {"max_tpot_s", "0.04"},
         {"max_gpus", "256"}},
        {{"model", "llama-3.1-8b"}, {"requests_per_s", "100"}, {"max_gpus", "256"}},
        {{"model", "gpt-oss-120b"}, {"concurrency", "1000"}, {"max_tpot_s", "0.02"}},
        {{"model", "qwen3-30b-a3b"}, {"concurrency", "64"}, {"objective", "latency"}},
    };
    for (const std::vector<site::Setting>& settings : loads) {
        const site::PlanScenario plan = site::make_plan_scenario(catalog, settings);
        if (writes) {
            write_run(plan, site::run(plan, engine::most_plan_options));
            continue;
        }
        double best = 1e9;
        site::PlanOutcome outcome;
        for (int i = 0; i < 15; ++i) {
            const auto start = std::chrono::steady_clock::now();
            outcome = site::run(plan);
            best = std::min(
                best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        }
        const auto front =
            std::count_if(outcome.options.begin(), outcome.options.end(), [](const auto& o) { return o.pareto; });
        std::printf("%7.2f ms  %3zu options, %3td on the front, %2zu rejected  ", best, outcome.options.size(), front,
                    outcome.rejections.size());
        for (const site::Setting& s : settings)
            std::printf(" %s=%s", s.field.c_str(), s.value.c_str());
        std::printf("\n");
    }
}
