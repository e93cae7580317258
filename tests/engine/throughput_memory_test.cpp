// One memory model: what inference-memory and throughput say of the same deployment, over the catalog; and what an answer
// holds where nothing fits.

#include "engine/calculators/billing.h"
#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "site/scenario/scenario.h"
#include "tests/loaded_catalog.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace site;

namespace {

using test::catalog;

Outcome run(const char* calculator, const std::vector<Setting>& settings)
{
    return evaluate(make_scenario(*engine::find_calculator(calculator), catalog(), settings));
}

double memory(const Outcome& o, engine::MemoryOutput field) { return o.answer.outputs[static_cast<std::size_t>(field)]; }
double speed(const Outcome& o, engine::ThroughputOutput field) { return o.answer.outputs[static_cast<std::size_t>(field)]; }

std::vector<std::string> warnings(const char* calculator, const std::vector<Setting>& settings)
{
    const engine::Calculator& c = *engine::find_calculator(calculator);
    const Outcome outcome = run(calculator, settings);
    REQUIRE(outcome.problems.empty());
    std::vector<std::string> ids;
    for (int i = 0; i < outcome.answer.warnings_used; ++i) {
        const engine::Warning& w = outcome.answer.warnings[static_cast<std::size_t>(i)];
        std::string id(c.warnings[static_cast<std::size_t>(w.code)]);
        if (id == "no_effect")
            id += " " + std::string(std::string_view(c.inputs[static_cast<std::size_t>(w.arguments[0])].id));
        ids.push_back(id);
    }
    return ids;
}

bool has(const std::vector<std::string>& ids, const std::string& id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}

TEST_CASE("the memory and the throughput calculator agree on what fits")
{
    int compared = 0, fitting = 0;
    std::size_t turn = 0;
    for (const ModelRow& model : catalog().models.rows())
        for (const AcceleratorRow& gpu : catalog().accelerators.rows())
            for (const char* format : {"bf16", "fp8", "mxfp4", "awq-int4-g128", "gguf-q4_k_m"}) {
                static constexpr const char* engines[] = {"vllm", "sglang", "tensorrt-llm"};
                static constexpr const char* counts[] = {"1", "2", "8"};
                static constexpr double clients[] = {1, 7, 64, 500}, lengths[] = {64, 1024, 15000};
                if (++turn % 3 != 0) // a third of 22,000 pairs
                    continue;
                const double c = clients[turn / 3 % 4], length = lengths[turn / 12 % 3];
                const bool local = std::string(format) == "gguf-q4_k_m";
                const auto settings = [&](double concurrency) {
                    return std::vector<Setting>{{"model", model.id}, {"gpu", gpu.id}, {"weights", format},
                                                {"engine", local ? "llama.cpp" : engines[turn / 36 % 3]},
                                                {"gpus", counts[turn / 108 % 3]}, {"concurrency", std::to_string(static_cast<int>(concurrency))}};
                };
                std::vector<Setting> times = settings(c), space = times;
                times.push_back({"input_tokens", std::to_string(static_cast<int>(length))});
                times.push_back({"output_tokens", std::to_string(static_cast<int>(length))});
                space.push_back({"context", std::to_string(static_cast<int>(2 * length))});
                const Outcome t = run("throughput", times), m = run("inference-memory", space);
                if (!t.problems.empty() || !m.problems.empty())
                    continue;
                INFO(model.id << " " << gpu.id << " " << format << " c " << c << " length " << length << " turn " << turn);
                ++compared;
                const bool fits = memory(m, engine::MemoryOutput::fits) == 1;
                fitting += fits ? 1 : 0;
                const bool runs = speed(t, engine::ThroughputOutput::fits) == 1;
                const double replicas = memory(m, engine::MemoryOutput::data_parallel_used);
                const auto data = static_cast<std::size_t>(engine::MemoryInput::data_parallel);
                CHECK((runs || local || !fits));
                if (t.answer.inputs[data] != replicas)
                    continue; // derived layouts differ: throughput lets requests wait rather than add stages
                const double each = std::ceil(c / replicas);
                // What throughput calls fitting is that requests run; more of them than the cache admits wait.
                const bool all_run = runs && (local || each <= speed(t, engine::ThroughputOutput::capacity_sequences) / replicas * (1 + 1e-9));
                CHECK(all_run == fits);
                if (!runs && !local)
                    for (const auto field : {engine::ThroughputOutput::tpot_s, engine::ThroughputOutput::ttft_s,
                                             engine::ThroughputOutput::output_tokens_per_s, engine::ThroughputOutput::power_w,
                                             engine::ThroughputOutput::bound, engine::ThroughputOutput::requests_per_s})
                        CHECK(std::isnan(speed(t, field)));
            }
    CHECK(compared > 5000);
    CHECK(fitting > compared / 5);
}

TEST_CASE("gpt-oss-120b runs on one H100, with settings that its operators use")
{
    const std::vector<Setting> one{{"model", "gpt-oss-120b"}, {"gpu", "h100-sxm"}, {"gpus", "1"}, {"weights", "mxfp4"}, {"concurrency", "64"}};
    CHECK(speed(run("throughput", one), engine::ThroughputOutput::fits) == 1);
    CHECK(has(warnings("throughput", one), "bold_settings"));
    std::vector<Setting> memory_of = one;
    memory_of.push_back({"context", "2048"});
    CHECK(memory(run("inference-memory", memory_of), engine::MemoryOutput::fits) == 1);
    memory_of.push_back({"memory_utilization", "0.9"}); // what vLLM of that time did on its own: -2.14 GiB left (vllm #23278)
    CHECK(memory(run("inference-memory", memory_of), engine::MemoryOutput::fits) == 0);
}

TEST_CASE("inputs that change nothing are said to")
{
    struct Row {
        const char* calculator;
        std::vector<Setting> settings;
        const char* field;
    };
    const Row rows[] = {
        {"throughput", {{"expert_parallel", "2"}}, "expert_parallel"},
        {"inference-memory", {{"expert_parallel", "2"}}, "expert_parallel"},
        {"inference-memory", {{"engine", "sglang"}, {"engine_version", "0.8"}}, "engine_version"},
        {"inference-memory", {{"engine", "llama.cpp"}, {"weights", "gguf-q4_k_m"}, {"max_sequences", "4"}}, "max_sequences"},
        {"throughput", {{"mean_context", "1000"}}, "mean_context"},
        {"throughput", {{"requests_per_s", "1"}, {"concurrency", "7"}}, "concurrency"},
        {"throughput", {{"engine", "llama.cpp"}, {"weights", "gguf-q4_k_m"}, {"draft_tokens", "3"}}, "draft_tokens"},
        {"throughput", {{"host_bandwidth", "30e9"}}, "host_bandwidth"},
        {"training-memory", {{"gpus", "8"}, {"expert_parallel", "2"}}, "expert_parallel"},
        {"training-time", {{"gpus", "8"}, {"expert_parallel", "2"}}, "expert_parallel"},
        {"training-memory", {{"gpus", "8"}, {"lora_rank", "64"}}, "lora_rank"},
        {"training-time", {{"gpus", "8"}, {"pipeline_parallel", "1"}, {"virtual_stages", "4"}}, "virtual_stages"},
        {"billing", {{"electricity_usd_per_kwh", "0.1"}}, "electricity_usd_per_kwh"},
    };
    for (const Row& row : rows) {
        INFO(row.calculator << " " << row.field);
        CHECK(has(warnings(row.calculator, row.settings), std::string("no_effect ") + row.field));
        CHECK_FALSE(has(warnings(row.calculator, {}), std::string("no_effect ") + row.field));
    }
    // Layers on the host slow a serving engine down in a way that nothing here describes: refused.
    CHECK_FALSE(run("throughput", {{"gpu_layers", "40"}}).problems.empty());
}

TEST_CASE("the monthly price that billing begins with is the provider's published one")
{
    const auto& facts = catalog().provider.row.facts;
    const auto price = std::find_if(facts.begin(), facts.end(), [](const Fact& fact) { return fact.key == "pricing.monthly_usd"; });
    REQUIRE(price != facts.end());
    CHECK(engine::billing_inputs[static_cast<std::size_t>(engine::BillingInput::monthly_usd)].initial == price->number());
}
