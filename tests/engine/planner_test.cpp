// The planner on the catalog: its limits and its order.

#include "tests/engine/planner_runs.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace test::planner;

TEST_CASE("planner: a table of cases worked out by hand")
{
    struct Row {
        std::string name;
        std::vector<Setting> settings;
        std::string gpu;
        bool possible;
        std::string why;
    };
    const std::vector<Setting> node{
        {"model", "llama-3.1-405b"}, {"gpus_allowed", "h100-sxm"}, {"max_gpus", "8"}, {"concurrency", "1"}};
    const std::vector<Row> rows{
        {"405B in bf16 is too much for one server of H100", with(node, {"weights", "bf16"}), "h100-sxm", false,
         "810 GB of 8 x 85.5 GB"},
        {"405B in fp8 is not", with(node, {"weights", "fp8"}), "h100-sxm", true, "410 GB of 8 x 85.5 GB"},
        {"405B in bf16 takes two servers",
         {{"model", "llama-3.1-405b"},
          {"gpus_allowed", "h100-sxm"},
          {"max_gpus", "16"},
          {"concurrency", "1"},
          {"weights", "bf16"}},
         "h100-sxm",
         true,
         "810 GB of 16 x 85.5 GB in two stages"},
        {"8B in bf16 on one 4090",
         {{"model", "llama-3.1-8b"},
          {"gpus_allowed", "rtx-4090"},
          {"max_gpus", "1"},
          {"concurrency", "1"},
          {"weights", "bf16"}},
         "rtx-4090",
         true,
         "16 GB of 24"},
        {"70B in bf16 on one B200",
         {{"gpus_allowed", "b200"}, {"max_gpus", "1"}, {"concurrency", "1"}, {"weights", "bf16"}},
         "b200",
         true,
         "141 GB of 190"},
        {"a token of 70B in bf16 cannot take 5 ms on four A100",
         {{"gpus_allowed", "a100-80-sxm"},
          {"max_gpus", "4"},
          {"concurrency", "1"},
          {"weights", "bf16"},
          {"max_tpot_s", "0.005"}},
         "a100-80-sxm",
         false,
         "141 GB / (4 x 2.04 TB/s) = 17 ms"},
    };
    for (const Row& row : rows) {
        INFO(row.name << ": " << row.why);
        const Run run(row.settings);
        REQUIRE(run.outcome.problems.empty());
        CHECK((run.rejection(row.gpu) == nullptr) == row.possible);
        CHECK(run.outcome.options.empty() != row.possible);
    }
    const Run small(with(node, {"weights", "bf16"}));
    REQUIRE(small.rejection("h100-sxm"));
    CHECK(small.rejection("h100-sxm")->reason == PlanReason::memory);
    CHECK(small.rejection("h100-sxm")->value == 16); // two stages of eight
    const Run slow(rows.back().settings);
    REQUIRE(slow.rejection("a100-80-sxm"));
    CHECK(slow.rejection("a100-80-sxm")->reason == PlanReason::tpot);
    CHECK(slow.rejection("a100-80-sxm")->value > .017);
}

TEST_CASE("planner: every accelerator has an option or a reason, never both")
{
    for (const auto& settings : loads()) {
        const Run run(settings);
        std::set<int> with_option, without;
        for (const PlanOption& option : run.outcome.options)
            with_option.insert(option.layout.candidate);
        for (const PlanRejection& r : run.outcome.rejections) {
            CHECK(without.insert(r.candidate).second);
            CHECK(!with_option.contains(r.candidate));
        }
        INFO(run.request.input_tokens << " " << run.outcome.options.size() << " options");
        CHECK(with_option.size() + without.size() == run.plan.gpus.size());
    }
}

TEST_CASE("planner: an option keeps every limit, and is what throughput says")
{
    for (const auto& settings : loads()) {
        const Run run(settings);
        CHECK(!run.outcome.options.empty());
        for (const PlanOption& option : run.outcome.options) {
            INFO(run.gpu(option.layout) << " tp " << option.layout.tensor << " x " << option.layout.replicas);
            CHECK(option.layout.gpus() <= run.request.max_gpus);
            CHECK(!(value(option, ThroughputOutput::tpot_s) > run.request.max_tpot_s));
            CHECK(!(value(option, ThroughputOutput::ttft_s) > run.request.max_ttft_s));
            CHECK(value(option, ThroughputOutput::fits) == 1);
            if (is_present(run.request.requests_per_s))
                CHECK(std::abs(value(option, ThroughputOutput::requests_per_s) / run.request.requests_per_s - 1) <
                      1e-9);
            else
                CHECK(value(option, ThroughputOutput::capacity_sequences) >= run.request.concurrency);
            // The search's short cut and the calculator agree.
            ThroughputSetup setup;
            PlanLayout one = option.layout;
            one.replicas = 1;
            const PlanCandidate& candidate = run.candidate(option.layout.candidate);
            const PlanFormat& format = run.format(option.layout.format);
            REQUIRE(fitting_setup(run.request, candidate, format, one, setup));
            spread_load(run.request, one, option.layout.replicas, setup);
            const ThroughputEstimate e = estimate_throughput(setup, setup.is_local ? Replica{} : make_replica(setup));
            CHECK(e.tpot.in(units::s) == value(option, ThroughputOutput::tpot_s));
            CHECK(e.ttft.in(units::s) == value(option, ThroughputOutput::ttft_s));
            CHECK(e.output_tokens_per_s == value(option, ThroughputOutput::output_tokens_per_s));
        }
    }
}

TEST_CASE("planner: what it does not ask for has the defaults of throughput")
{
    const PlanRequest request;
    const PlanThroughput run = plan_throughput(request, {}, {}, {});
    const Inputs usual = default_inputs(throughput);
    for (std::size_t i = 0; i < throughput_inputs.size(); ++i) {
        const Field& field = throughput_inputs[i];
        INFO(field.id);
        if (is_present(usual[i]) && field.id != "gpus")
            CHECK(run.inputs[i] == usual[i]);
    }
}

TEST_CASE("planner: options are ranked, ties by fewer GPUs")
{
    for (const auto& load : loads())
        for (const std::string_view objective : plan_objective_ids) {
            const Run run(with(load, {"objective", std::string(objective)}));
            const auto& options = run.outcome.options;
            for (std::size_t i = 1; i < options.size(); ++i) {
                const double better = ranked(options[i - 1], run.request.objective),
                             worse = ranked(options[i], run.request.objective);
                CHECK(better <= worse * (1 + 1e-12));
                if (better == worse)
                    CHECK(options[i - 1].layout.gpus() <= options[i].layout.gpus());
            }
        }
}

TEST_CASE("planner: the Pareto front is what its definition says")
{
    const auto figures = [](const PlanOption& o) {
        return std::array{value(o, ThroughputOutput::cost_per_million_output_tokens_usd), o.layout.gpus(),
                          value(o, ThroughputOutput::ttft_s), value(o, ThroughputOutput::tpot_s),
                          value(o, ThroughputOutput::energy_per_million_output_tokens_kwh)};
    };
    for (const auto& settings : loads()) {
        const Run run(settings);
        const auto& options = run.outcome.options;
        std::array<bool, 5> known{};
        for (const PlanOption& o : options)
            for (std::size_t k = 0; k < known.size(); ++k)
                known[k] = known[k] || is_present(figures(o)[k]);
        int front = 0;
        for (const PlanOption& b : options) {
            bool beaten = false;
            for (const PlanOption& a : options) {
                bool no_worse = true, better = false;
                for (std::size_t k = 0; k < known.size(); ++k) {
                    const double x = figures(a)[k], y = figures(b)[k];
                    if (is_present(x) && is_present(y)) {
                        no_worse = no_worse && x <= y;
                        better = better || x < y;
                    } else if (is_present(x) != is_present(y) ||
                               (known[k] && a.layout.candidate != b.layout.candidate)) {
                        no_worse = false;
                    }
                }
                beaten = beaten || (no_worse && better);
            }
            CHECK(b.pareto == !beaten);
            front += b.pareto;
        }
        CHECK(front > 0);
    }
}

TEST_CASE("planner: a larger budget never makes the best option worse")
{
    for (const auto& load : loads())
        for (const std::string_view objective : plan_objective_ids) {
            double last = std::numeric_limits<double>::infinity();
            for (const char* gpus : {"1", "2", "4", "5", "8", "12", "16", "32", "48", "64"}) {
                const Run run(with(with(load, {"objective", std::string(objective)}), {"max_gpus", gpus}));
                if (run.outcome.options.empty()) {
                    CHECK(std::isinf(last));
                    continue;
                }
                const double best = ranked(run.outcome.options.front(), run.request.objective);
                INFO(objective << " with " << gpus << " GPUs");
                CHECK((std::isinf(last) || best <= last * (1 + 1e-12)));
                last = best;
            }
        }
}

TEST_CASE("planner: a looser limit never makes the best option worse")
{
    for (const std::string_view objective : plan_objective_ids) {
        double last = std::numeric_limits<double>::infinity();
        for (const char* limit : {"0.005", "0.01", "0.02", "0.03", "0.05", "0.1", "1"}) {
            const Run run({{"requests_per_s", "4"},
                           {"objective", std::string(objective)},
                           {"prices", some_prices},
                           {"max_tpot_s", limit}});
            if (run.outcome.options.empty())
                continue;
            const double best = ranked(run.outcome.options.front(), run.request.objective);
            CHECK((std::isinf(last) || best <= last * (1 + 1e-12)));
            last = best;
        }
    }
}

TEST_CASE("planner: without the winner's accelerator the next one wins")
{
    for (const auto& settings : loads()) {
        const Run run(settings);
        const std::string& winner = run.gpu(run.outcome.options.front().layout);
        const auto next = std::find_if(run.outcome.options.begin(), run.outcome.options.end(),
                                       [&](const PlanOption& o) { return run.gpu(o.layout) != winner; });
        if (next == run.outcome.options.end())
            continue;
        std::string others;
        for (const site::AcceleratorRow* row : run.plan.gpus)
            if (row->id != winner)
                others += (others.empty() ? "" : ",") + row->id;
        const Run without(with(settings, {"gpus_allowed", others}));
        const PlanOption& promoted = without.outcome.options.front();
        CHECK(without.gpu(promoted.layout) == run.gpu(next->layout));
        CHECK(ranked(promoted, run.request.objective) == ranked(*next, run.request.objective));
    }
}

TEST_CASE("planner: lists say which item is wrong")
{
    const PlanScenario plan =
        site::make_plan_scenario(catalog(), std::vector<Setting>{{"gpus_allowed", "h100-sxm, h200-sxn"},
                                                                 {"prices", "h100-sxm:2.5,b200,h200-sxm:cheap"},
                                                                 {"prices.a100-80-sxm", "1.5"}});
    REQUIRE(plan.scenario.problems.size() == 3);
    CHECK(plan.scenario.problems[0].field == "gpus_allowed");
    CHECK(plan.scenario.problems[0].code == "unknown_id");
    CHECK(plan.scenario.problems[0].value == "h200-sxn");
    CHECK(plan.scenario.problems[0].allowed == "h200-sxm");
    CHECK(plan.scenario.problems[1].code == "not_a_price");
    CHECK(plan.scenario.problems[1].value == "b200");
    CHECK(plan.scenario.problems[2].value == "h200-sxm:cheap");
}

TEST_CASE("planner: a device without a price is never said to be cheaper, and stands behind")
{
    const Run run({{"gpus_allowed", "h100-sxm,h200-sxm"}, {"prices", "h200-sxm:4"}});
    REQUIRE(!run.outcome.options.empty());
    bool unpriced = false;
    for (const PlanOption& option : run.outcome.options) {
        const bool has_price = is_present(value(option, ThroughputOutput::cost_per_million_output_tokens_usd));
        CHECK(!(unpriced && has_price));
        unpriced = unpriced || !has_price;
        CHECK(has_price == (run.gpu(option.layout) == "h200-sxm"));
    }
    REQUIRE(run.outcome.answer.warnings_used > 0);
    CHECK(run.outcome.answer.warnings[0].code == static_cast<int>(PlanWarning::some_unpriced));
}
