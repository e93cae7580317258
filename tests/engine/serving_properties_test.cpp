// What must hold for every model, accelerator and load of the catalog, tried on random requests (the same ones each run).

#include "site/scenario/scenario.h"
#include "tests/loaded_catalog.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace site;

namespace {

using test::catalog;

/// What is worse by less than this is not worse: prompts hide behind reading in a smooth way that is not quite monotone.
constexpr double slack = .01;
/// Times that where more sequences run, each of them slower: 1.2 % and 2.1 % are the worst of 3,000.
constexpr double more_sequences = 2.5;

/// Random requests of a calculator that it answers.
class Requests {
public:
    explicit Requests(const char* calculator) : m_calculator(engine::find_calculator(calculator)) {}

    template<class List>
    const auto& one_of(const List& list)
    {
        return list[std::uniform_int_distribution<std::size_t>(0, std::size(list) - 1)(m_random)];
    }

    Scenario next()
    {
        static constexpr const char* engines[] = {"vllm", "sglang", "tensorrt-llm"};
        static constexpr const char* formats[] = {"bf16", "fp8", "awq-int4-g128", "nvfp4", "mxfp4"};
        static constexpr const char* lengths[] = {"2", "16", "128", "1000", "4000"};
        static constexpr const char* counts[] = {"1", "2", "4", "8", "16"};
        static constexpr const char* clients[] = {"1", "2", "3", "8", "32", "200"};
        for (;;) {
            std::vector<Setting> settings{{"model", one_of(catalog().models.rows()).id},
                                          {"gpu", one_of(catalog().accelerators.rows()).id},
                                          {"weights", one_of(formats)},
                                          {"engine", one_of(engines)},
                                          {"gpus", one_of(counts)},
                                          {"concurrency", one_of(clients)}};
            if (m_calculator->id == "throughput") {
                settings.push_back({"input_tokens", one_of(lengths)});
                settings.push_back({"output_tokens", one_of(lengths)});
            } else {
                settings.push_back({"context", one_of(lengths)});
            }
            m_text.clear();
            for (const Setting& s : settings)
                m_text += s.field + "=" + s.value + " ";
            Scenario made = make_scenario(*m_calculator, catalog(), settings);
            const Outcome outcome = evaluate(made);
            const auto fits = static_cast<std::size_t>(engine::field_index(m_calculator->outputs, "fits"));
            const bool has_times = m_calculator->id != "throughput" || outcome.answer.outputs[fits] == 1;
            if (outcome.problems.empty() && has_times)
                return made;
        }
    }
    const std::string& text() const { return m_text; }

private:
    const engine::Calculator* m_calculator;
    std::mt19937_64 m_random{20261130};
    std::string m_text;
};

double output(const Scenario& s, std::string_view id)
{
    const Outcome outcome = evaluate(s);
    REQUIRE(outcome.problems.empty());
    return outcome.answer.outputs[static_cast<std::size_t>(engine::field_index(s.calculator->outputs, id))];
}

double& input(Scenario& s, std::string_view id)
{
    return s.inputs[static_cast<std::size_t>(engine::field_index(s.calculator->inputs, id))];
}

/// Takes over what the layout was derived as, so that a changed specification does not change it.
void fix_layout(Scenario& s)
{
    const double tensor = output(s, "tensor_parallel_used"), pipeline = output(s, "pipeline_parallel_used");
    const double data = output(s, "data_parallel_used");
    input(s, "tensor_parallel") = tensor;
    input(s, "pipeline_parallel") = pipeline;
    input(s, "data_parallel") = data;
}

constexpr int tries = 1500;

}

TEST_CASE("more memory bandwidth is never slower")
{
    Requests requests("throughput");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        INFO(requests.text());
        const double rate = output(s, "output_tokens_per_s"), end = output(s, "e2e_s");
        s.specs.gpu.memory_bandwidth *= 1.3;
        CHECK(output(s, "output_tokens_per_s") >= rate * (1 - slack));
        CHECK(output(s, "e2e_s") <= end * (1 + slack));
    }
}

TEST_CASE("more context is never faster")
{
    Requests requests("throughput");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        INFO(requests.text());
        const double rate = output(s, "requests_per_s"), ttft = output(s, "ttft_s"), end = output(s, "e2e_s");
        input(s, "input_tokens") *= 1.5;
        if (output(s, "fits") == 0)
            continue;
        CHECK(output(s, "requests_per_s") <= rate * (1 + slack));
        CHECK(output(s, "ttft_s") >= ttft * (1 - slack));
        CHECK(output(s, "e2e_s") >= end * (1 - slack));
    }
}

TEST_CASE("more clients never get fewer requests answered")
{
    Requests requests("throughput");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        INFO(requests.text());
        const double rate = output(s, "requests_per_s");
        input(s, "concurrency") *= 2;
        CHECK(output(s, "requests_per_s") >= rate * (1 - more_sequences * slack));
    }
}

TEST_CASE("a token takes at least the reading of the weights that every token needs and at least its multiplications")
{
    Requests requests("throughput");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        if (engine::is_present(s.specs.model.experts_total) && s.specs.model.experts_total > 0)
            continue;
        INFO(requests.text());
        const engine::Accelerator& gpu = s.specs.gpu;
        Scenario memory = make_scenario(*engine::find_calculator("inference-memory"), catalog(), {});
        memory.specs = s.specs;
        for (const char* field : {"gpus", "engine"})
            input(memory, field) = input(s, field);
        input(memory, "concurrency") = 1;
        const engine::Answer used = evaluate(s).answer;
        for (const char* field : {"tensor_parallel", "pipeline_parallel", "data_parallel"})
            input(memory, field) = used.inputs[static_cast<std::size_t>(engine::field_index(s.calculator->inputs, field))];
        const double stages = input(memory, "pipeline_parallel");
        // The embedding table is looked up, not read.
        const double embedding = s.specs.model.vocab * s.specs.model.hidden * 2 / input(memory, "tensor_parallel");
        const double read = output(memory, "weights_bytes") * stages - embedding;
        const double tpot = output(s, "tpot_s");
        CHECK(tpot >= read / gpu.memory_bandwidth * .99);
        const double peak = std::max({engine::value_or(gpu.bf16, 0), engine::value_or(gpu.fp16, 0), engine::value_or(gpu.fp8, 0),
                                      engine::value_or(gpu.fp4, 0), engine::value_or(gpu.int8, 0)});
        CHECK(tpot >= 2 * (output(memory, "parameters") - embedding) / peak / input(memory, "tensor_parallel") * .99);
    }
}

TEST_CASE("more memory is never slower")
{
    Requests requests("throughput");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        INFO(requests.text());
        // An engine's defaults step up with the device: larger steps are another setting.
        const engine::Inputs used = evaluate(s).answer.inputs;
        for (const char* field : {"batch_tokens", "max_sequences", "tensor_parallel", "pipeline_parallel", "data_parallel"})
            input(s, field) = used[static_cast<std::size_t>(engine::field_index(s.calculator->inputs, field))];
        const double rate = output(s, "output_tokens_per_s");
        s.specs.gpu.memory_bytes *= 1.5;
        CHECK(output(s, "output_tokens_per_s") >= rate * (1 - more_sequences * slack));
    }
}

TEST_CASE("half the bits never need more memory")
{
    Requests requests("inference-memory");
    for (int i = 0; i < tries; ++i) {
        Scenario s = requests.next();
        s.specs.weights = *catalog().format("bf16");
        s.specs.kv_cache = s.specs.value_cache = s.specs.weights;
        INFO(requests.text());
        fix_layout(s);
        const double total = output(s, "total_bytes"), cache = output(s, "kv_cache_bytes");
        for (const char* narrower : {"fp8", "nvfp4"}) {
            s.specs.weights = *catalog().format(narrower);
            CHECK(output(s, "total_bytes") <= total);
        }
        if (s.specs.model.linear_layers > 0)
            continue; // vLLM's blocks grow to hold a state: more tokens in each, more of them empty
        s.specs.kv_cache = s.specs.value_cache = *catalog().format("fp8");
        CHECK(output(s, "kv_cache_bytes") <= cache);
    }
}

TEST_CASE("the fewest GPUs fit, and fewer do not")
{
    Requests requests("inference-memory");
    for (int i = 0; i < tries / 4; ++i) {
        Scenario s = requests.next();
        const double fewest = output(s, "min_gpus");
        if (!engine::is_present(fewest))
            continue;
        INFO(requests.text() << "min_gpus " << fewest);
        input(s, "gpus") = fewest;
        CHECK(output(s, "fits") == 1);
        for (double fewer = 1; fewer < fewest; ++fewer) {
            input(s, "gpus") = fewer;
            CHECK(output(s, "fits") == 0);
        }
    }
}

TEST_CASE("a suggested number of GPUs fits with the rest of the request as it is")
{
    for (const char* calculator : {"inference-memory", "throughput"}) {
        Requests requests(calculator);
        for (int i = 0; i < tries / 4; ++i) {
            Scenario s = requests.next();
            if (const double least = output(s, "fits"); least == 1 && calculator == std::string("throughput"))
                s.specs.gpu.memory_bytes /= 8; // most then lack memory, and some are suggested more GPUs
            INFO(calculator << " " << requests.text());
            const engine::Answer answer = evaluate(s).answer;
            const int gpus = engine::field_index(s.calculator->inputs, "gpus");
            for (int k = 0; k < answer.suggestions_used; ++k) {
                if (answer.suggestions[static_cast<std::size_t>(k)].field != gpus)
                    continue;
                const double fewest = answer.suggestions[static_cast<std::size_t>(k)].value;
                input(s, "gpus") = fewest;
                CHECK(output(s, "fits") == 1);
                if (fewest > 1) {
                    input(s, "gpus") = fewest - 1;
                    if (evaluate(s).problems.empty()) // a pair needs a fabric that three stages do not
                        CHECK(output(s, "fits") == 0);
                }
            }
        }
    }
}
