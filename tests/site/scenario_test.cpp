// Texts and ids -> a request of the engine: what is read, what is refused and with which words.

#include "site/scenario/case_file.h"
#include "site/scenario/scenario.h"
#include "site/scenario/suggested_change.h"
#include "site/scenario/value_text.h"
#include "tests/loaded_catalog.h"

#include <catch2/catch_test_macros.hpp>

using namespace site;

namespace {

using test::catalog;

const engine::Calculator& memory() { return *engine::find_calculator("inference-memory"); }

Scenario scenario(std::vector<Setting> settings) { return make_scenario(memory(), catalog(), settings); }

double input(const Scenario& s, std::string_view id)
{
    return s.inputs[static_cast<std::size_t>(engine::field_index(s.calculator->inputs, id))];
}

double output(const Outcome& o, std::string_view id)
{
    return o.answer.outputs[static_cast<std::size_t>(engine::field_index(memory().outputs, id))];
}

}

TEST_CASE("a value is a number with the unit that people write")
{
    struct Row {
        const char* text;
        engine::Unit unit;
        double value;
    };
    const Row rows[] = {
        {"80GB", engine::Unit::bytes, 80e9},          {"1MiB", engine::Unit::bytes, 1048576},
        {"400Gbit/s", engine::Unit::bytes_per_second, 50e9}, {"8k", engine::Unit::tokens, 8192},
        {"1M", engine::Unit::tokens, 1048576},        {"70B", engine::Unit::parameters, 70e9},
        {"90%", engine::Unit::fraction, 0.9},         {"8,192", engine::Unit::tokens, 8192},
        {"2.5 ms", engine::Unit::seconds, 0.0025},    {"1e3", engine::Unit::none, 1000},
        {"-3", engine::Unit::none, -3},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const ParsedValue parsed = parse_quantity(row.text, row.unit);
        CHECK(parsed.error == ValueError::none);
        CHECK(parsed.value == row.value);
    }
    CHECK(parse_quantity("", engine::Unit::bytes).error == ValueError::empty);
    CHECK(parse_quantity("lots", engine::Unit::bytes).error == ValueError::not_a_number);
    for (const char* comma : {"1,5", "1,2345", ",500", "1,"})
        CHECK(parse_quantity(comma, engine::Unit::dollars).error == ValueError::not_a_number);
    CHECK(parse_quantity("1,048,576", engine::Unit::tokens).value == 1048576);
    CHECK(parse_quantity("1.2.3", engine::Unit::bytes).error == ValueError::not_a_number);
    CHECK(parse_quantity("80 GBs", engine::Unit::bytes).error == ValueError::unknown_unit);
    CHECK(parse_quantity("8 GB", engine::Unit::tokens).error == ValueError::unknown_unit);
    CHECK(parse_quantity("1e999", engine::Unit::none).error == ValueError::not_a_number);
}

TEST_CASE("defaults alone make a scenario that has an answer")
{
    for (const engine::Calculator& calculator : engine::calculators()) {
        INFO(calculator.id);
        const Scenario s = make_scenario(calculator, catalog(), {});
        CHECK(s.problems.empty());
        const Outcome outcome = run(s);
        CHECK(outcome.problems.empty());
        CHECK((outcome.derivation.steps_used > 0 || calculator.steps.empty()));
    }
}

TEST_CASE("settings choose rows by id or by the name people use")
{
    const std::vector<Setting> settings{{"model", "llama-3.1-70b"}, {"gpu", "H200"}, {"gpus", "8"}, {"context", "32k"}};
    const Scenario s = scenario(settings);
    REQUIRE(s.problems.empty());
    CHECK(value_text(s, engine::field_index(memory().inputs, "gpu")) == "h200-sxm");
    CHECK(input(s, "context") == 32768);
    CHECK(s.specs.gpu.memory_bytes == catalog().accelerators.find("h200-sxm")->spec.memory_bytes);
    CHECK(s.specs.model.layers == 80);
}

TEST_CASE("the GPUs are as many as the model is split over, unless they are given")
{
    CHECK(input(scenario({{"tensor_parallel", "4"}, {"pipeline_parallel", "2"}}), "gpus") == 8);
    CHECK(input(scenario({{"tensor_parallel", "4"}, {"gpus", "16"}}), "gpus") == 16);
}

TEST_CASE("a release of an engine is the newest known one that is not newer")
{
    const auto version = [](const char* text) {
        const Scenario s = scenario({{"engine_version", text}});
        return s.problems.empty() ? value_text(s, engine::field_index(memory().inputs, "engine_version")) : "refused";
    };
    CHECK(version("latest") == "latest");
    CHECK(version("0.12.0") == "0.10"); // 0.10 to 0.21 share one budget; the table names the first.
    CHECK(version("v0.23.1rc0") == "0.22");
    CHECK(version("0.0.1") == "refused");
    CHECK(version("newest") == "refused");
}

TEST_CASE("what cannot be read is refused field by field, with what is allowed")
{
    const Scenario s = scenario({{"contxt", "8k"}, {"gpu", "h100-sxn"}, {"gpus", "many"}, {"engine", "vlm"}, {"context", "max"}});
    REQUIRE(s.problems.size() == 5);
    CHECK(s.problems[0].code == "unknown_field");
    CHECK(s.problems[0].allowed == "context");
    CHECK(s.problems[1].code == "not_a_number");
    CHECK(s.problems[2].code == "not_a_choice");
    CHECK(s.problems[2].allowed.find("vllm") != std::string::npos);
    CHECK(s.problems[3].code == "max_not_allowed");
    CHECK(s.problems[4].code == "unknown_id");
    CHECK(s.problems[4].allowed == "h100-sxm");
    CHECK(!evaluate(s).problems.empty());
}

TEST_CASE("the engine's own limits come back with the field's name")
{
    const Outcome outcome = evaluate(scenario({{"gpus", "0"}}));
    REQUIRE(outcome.problems.size() == 1);
    CHECK(outcome.problems[0].field == "gpus");
    CHECK(outcome.problems[0].code == "below_least");
}

TEST_CASE("a model may be given by its members")
{
    const Scenario s = scenario({{"model.layers", "32"}, {"model.hidden", "4096"}, {"model.intermediate", "14336"},
                                 {"model.heads", "32"}, {"model.kv_heads", "8"}, {"model.vocab", "128256"},
                                 {"model.attention", "GQA"}, {"model.tie_embeddings", "false"}});
    REQUIRE(s.problems.empty());
    CHECK(output(evaluate(s), "parameters") == 8030261248.); // Llama 3.1 8B, as published.
    const Scenario counted = scenario({{"model.layers", "4"}, {"model.layer_types", "full_attention,sliding_attention,linear_attention,full_attention"}});
    CHECK(counted.specs.model.full_layers == 2);
    CHECK(counted.specs.model.sliding_layers == 1);
    const Scenario wrong = scenario({{"model.layer", "4"}, {"model.attention", "XYZ"}, {"model.hidden", "-1"}});
    REQUIRE(wrong.problems.size() == 3);
    CHECK(wrong.problems[0].allowed == "layers");
    CHECK(wrong.problems[1].allowed == "MHA, GQA, MQA, MLA");
}

TEST_CASE("members that contradict each other are refused")
{
    const auto code = [](std::vector<Setting> settings) {
        settings.insert(settings.begin(), {{"model.layers", "4"}, {"model.hidden", "1024"}, {"model.vocab", "1000"}});
        const Scenario s = scenario(std::move(settings));
        return s.problems.empty() ? "" : s.problems[0].field + " " + s.problems[0].code;
    };
    CHECK(code({{"model.heads", "32"}, {"model.kv_heads", "64"}}) == "model.kv_heads inconsistent");
    CHECK(code({{"model.heads", "33"}, {"model.kv_heads", "7"}}) == "model.kv_heads inconsistent");
    CHECK(code({{"model.heads", "8"}, {"model.experts_total", "8"}, {"model.experts_active", "16"}}) == "model.experts_active inconsistent");
    CHECK(code({{"model.heads", "8.5"}}) == "model.heads not_whole");
    CHECK(code({{"model.heads", "8"}, {"model.attention", "MLA"}}) == "model.kv_lora_rank empty");
    CHECK(code({{"model.heads", "8"}, {"model.kv_heads", "2"}}).empty());
}

TEST_CASE("members on top of a named model change only themselves")
{
    const Scenario s = scenario({{"model", "llama-3.1-8b"}, {"model.max_context", "1M"}});
    REQUIRE(s.problems.empty());
    CHECK(s.specs.model.layers == 32);
    CHECK(s.specs.model.max_context == 1048576);
}

TEST_CASE("cases are read with their units, drawn lengths and inline models")
{
    Diagnostics diagnostics;
    const auto cases = read_cases(R"({"schema": 1, "cases": [
{"id": "a", "calculator": "inference-memory", "input": {"model": {"layers": 56, "hidden": 6144, "intermediate": 16384, "heads": 48, "kv_heads": 8, "head_dim": 128, "vocab": 32768, "tie_embeddings": false, "attention": "GQA"}, "gpu": "rtx-4090", "gpus": 1, "kv_cache": "gguf-q8_0", "context": 49152, "concurrency": 1, "engine": "llama.cpp"}, "measured": {"kv_cache_bytes": {"value": 5712.0, "unit": "MiB"}}, "source": {"url": "u", "where": "w"}, "notes": ""},
{"id": "b", "calculator": null, "input": {}, "measured": {"x": {"value": 1, "unit": "us"}}, "source": {}, "notes": ""},
{"id": "c", "calculator": "inference-memory", "input": {"gpu": "unheard-of"}, "measured": {"weights_bytes": {"value": 1, "unit": "GiB"}}, "source": {}, "notes": "prompt lengths drawn up to input_tokens"},
{"id": "d", "input": []}
]})", "x.json", diagnostics);
    REQUIRE(cases.size() == 3);
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].where.line == 5);
    const auto exact = predict(cases[0], catalog());
    REQUIRE(exact.size() == 1);
    CHECK(exact[0].skipped.empty());
    CHECK(exact[0].predicted == 5712.0); // 56 layers, 8 heads of 128, K and V at 8.5 bits, 49,152 cells: what the log says.
    CHECK(predict(cases[1], catalog())[0].skipped == "no_calculator");
    CHECK(predict(cases[2], catalog())[0].problem->code == "unknown_id");
    CHECK(cases[2].lengths_are_upper_ends);
}

TEST_CASE("quantiles stand between neighbours")
{
    const double sorted[] = {0, 1, 2, 3};
    CHECK(quantile(sorted, 0.5) == 1.5);
    CHECK(quantile(sorted, 0) == 0);
    CHECK(quantile(sorted, 1) == 3);
    CHECK(!engine::is_present(quantile({}, 0.5)));
}

TEST_CASE("the inputs of an answer are those that were used")
{
    const Outcome outcome = evaluate(scenario({{"gpus", "4"}, {"context", "4k"}}));
    const auto used = [&](std::string_view id) {
        return outcome.answer.inputs[static_cast<std::size_t>(engine::field_index(memory().inputs, id))];
    };
    CHECK(used("gpus") == 4);
    CHECK(used("context") == 4096);
    CHECK(output(outcome, "tensor_parallel_used") == 4);
}

TEST_CASE("no more prompts are answered than the device can compute")
{
    // Llama 3.1 8B: 2 FLOP a weight of the layers and token, without attention; an H100 has 989 TFLOP/s in BF16.
    const double floor_s = 2 * 6.98e9 * 8192 / 989e12;
    const engine::Calculator& throughput = *engine::find_calculator("throughput");
    const int rate = engine::field_index(throughput.outputs, "requests_per_s");
    for (const char* clients : {"1", "2", "8", "16", "64"}) {
        INFO(clients);
        const std::vector<Setting> load{{"model", "llama-3.1-8b"}, {"gpu", "h100-sxm"}, {"gpus", "1"}, {"weights", "bf16"},
                                        {"input_tokens", "8192"}, {"output_tokens", "2"}, {"concurrency", clients}};
        const Outcome outcome = evaluate(make_scenario(throughput, catalog(), load));
        REQUIRE(outcome.problems.empty());
        CHECK(outcome.answer.outputs[static_cast<std::size_t>(rate)] * floor_s < 1);
    }
}

TEST_CASE("what cannot be built is refused with what can")
{
    struct Row {
        std::vector<Setting> settings;
        const char* calculator;
        const char* field;
        const char* code;
        const char* allowed;      // part of it
        const char* not_allowed;  // no part of it
    };
    const Row rows[] = {
        {{{"gpu", "mi300x"}, {"engine", "tensorrt-llm"}}, "throughput", "engine", "unsupported", "vllm", "tensorrt-llm"},
        {{{"gpu", "apple-m4-max"}, {"engine", "tensorrt-llm"}}, "inference-memory", "engine", "unsupported", "llama.cpp", "tensorrt-llm"},
        {{{"gpu", "mi300x"}, {"intra_fabric", "nvlink4"}}, "throughput", "intra_fabric", "not_a_choice", "infinity-fabric-mi300", "nvlink"},
        {{{"gpu", "h100-sxm"}, {"intra_fabric", "infinity-fabric-mi300"}}, "throughput", "intra_fabric", "not_a_choice", "nvlink2", "infinity"},
        {{{"intra_fabric", "infiniband-ndr400"}}, "throughput", "intra_fabric", "not_a_choice", "nvlink4", "infiniband"},
        {{{"inter_fabric", "nvlink4"}}, "throughput", "inter_fabric", "not_a_choice", "infiniband-ndr400", "nvlink"},
        {{{"kv_cache", "awq-int4-g128"}}, "inference-memory", "kv_cache", "not_a_choice", "fp8", "awq"},
        {{{"value_cache", "gguf-q4_k_m"}}, "inference-memory", "value_cache", "not_a_choice", "gguf-q8_0", "q4_k_m"},
        {{{"kv_cache", "exl2-4.1bpw"}}, "inference-memory", "kv_cache", "not_a_choice", "fp8", "exl2"},
        {{{"context", "100"}, {"mean_context", "200"}}, "inference-memory", "mean_context", "inconsistent", "context = 100", "200"},
        {{{"engine", "llama.cpp"}, {"gpus", "1000"}}, "inference-memory", "gpus", "above_most", "1 - 80", "1024"},
        {{{"gpus", "100"}, {"pipeline_parallel", "100"}}, "inference-memory", "pipeline_parallel", "above_most", "1 - 80", "1024"},
        {{{"model", "deepseek-v3"}, {"gpus", "8"}, {"expert_parallel", "100"}}, "inference-memory", "expert_parallel", "above_most", "1 - 8", "4096"},
        {{{"gpu", "gb10"}, {"gpus", "2"}}, "throughput", "intra_fabric", "unknown_fabric", "pcie5", "infiniband"},
        {{{"gpus_per_node", "1024"}}, "collective", "gpus_per_node", "inconsistent", "8", "intra_fabric"},
        {{{"requests_each", "1e-300"}}, "throughput", "requests_each", "not_whole", "0 - ", "1e-300"},
        {{{"hourly_usd", "1e-300"}}, "billing", "hourly_usd", "below_least", "1e-06", "1e-300"},
        {{{"model.layers", "32"}}, "inference-memory", "model.hidden", "missing", "1 - ", "0 - "},
    };
    for (const Row& row : rows) {
        INFO(row.settings.back().field << "=" << row.settings.back().value);
        const Outcome outcome = run(make_scenario(*engine::find_calculator(row.calculator), catalog(), row.settings));
        REQUIRE(!outcome.problems.empty());
        const FieldProblem& problem = outcome.problems.front();
        CHECK(problem.field == row.field);
        CHECK(problem.code == row.code);
        CHECK(problem.allowed.find(row.allowed) != std::string::npos);
        CHECK(problem.allowed.find(row.not_allowed) == std::string::npos);
    }
    const std::vector<Setting> many{{"gpus", "16384"}};
    CHECK(run(scenario(many)).problems.empty()); // replicas, not thousands of stages
}

TEST_CASE("a suggestion names a value, and with it the model fits")
{
    const std::vector<Setting> settings{{"model", "gemma-3-12b"}, {"gpu", "rtx-3090"}, {"engine", "sglang"}, {"weights", "bf16"}};
    const Scenario tight = scenario(settings);
    const Outcome outcome = run(tight);
    REQUIRE(output(outcome, "fits") == 0);
    const std::vector<SuggestedChange> changes = suggested_changes(tight, outcome, catalog());
    REQUIRE(changes.size() >= 4);
    bool has_format = false;
    for (const SuggestedChange& change : changes) {
        INFO(change.field << "=" << change.value);
        has_format |= !change.is_number;
        std::vector<Setting> changed = settings;
        changed.push_back({change.field, change.value});
        CHECK(output(run(scenario(changed)), "fits") == 1);
    }
    CHECK(has_format);
}

TEST_CASE("a case file of another schema, a calculator that is none and a case without measurements are errors")
{
    Diagnostics diagnostics;
    const auto cases = read_cases(R"({"schema": 99, "cases": [
{"id": "a", "calculator": "inference-memry", "input": {}, "measured": {"x": {"value": 1}}},
{"id": "b", "calculator": "throughput", "input": {}, "measured": {}}]})", "x.json", diagnostics);
    REQUIRE(diagnostics.size() == 3);
    CHECK(diagnostics[0].where.line == 1);
    CHECK(diagnostics[1].where.line == 2);
    CHECK(diagnostics[2].where.line == 3);
    REQUIRE(cases.size() == 1);
    CHECK(predict(cases[0], catalog())[0].skipped == "unknown_calculator");
}
