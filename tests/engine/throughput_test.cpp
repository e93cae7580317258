// Properties of the throughput calculator: what must hold whatever the constants are.

#include "engine/calculators/throughput.h"
#include "tests/engine/models.h"
#include "tests/engine/serving_devices.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace engine;

struct Setting {
    std::string name;
    Specifications specs;
    Inputs inputs;
};

Inputs defaults()
{
    Inputs inputs;
    inputs.fill(absent);
    for (std::size_t i = 0; i < throughput_inputs.size(); ++i)
        inputs[i] = throughput_inputs[i].initial;
    return inputs;
}

double& input(Inputs& inputs, std::string_view id)
{
    return inputs[static_cast<std::size_t>(field_index(throughput_inputs, id))];
}

double output(const Answer& answer, ThroughputOutput field) { return answer.outputs[static_cast<std::size_t>(field)]; }

Answer answer_of(const Setting& setting)
{
    Answer answer;
    const Problem problem = evaluate_throughput({setting.inputs, setting.specs}, answer);
    INFO(setting.name << ": " << error_ids[static_cast<std::size_t>(problem.code)] << " field " << problem.field);
    REQUIRE(problem.code == ErrorCode::none);
    return answer;
}

double seconds(const Setting& setting, ThroughputOutput field) { return output(answer_of(setting), field); }

/// Models, devices, formats, engines, lengths and loads, crossed.
std::vector<Setting> settings()
{
    struct Model { std::string name; LanguageModel shape; double tensor; };
    const std::vector<Model> models{{"llama-8b", test::llama_8b(), 1}, {"llama-70b", test::llama_70b(), 4},
                                    {"deepseek-v3", test::deepseek_v3(), 8}, {"gpt-oss-120b", test::gpt_oss_120b(), 2},
                                    {"qwen-27b-hybrid", test::qwen_27b_hybrid(), 2}};
    struct Device { std::string name; Accelerator gpu; Link link; };
    const std::vector<Device> devices{{"h100", test::serving_h100(), test::serving_nvlink(450e9)}, {"b200", test::serving_b200(), test::serving_nvlink(900e9)}};
    std::vector<Setting> all;
    for (const Model& model : models)
        for (const Device& device : devices)
            for (double engine : {0.0, 1.0, 2.0})
                for (double concurrency : {1.0, 16.0, 200.0})
                    for (double length : {128.0, 6000.0}) {
                        Setting s{model.name + " " + device.name + " engine " + std::to_string(static_cast<int>(engine)) + " c " +
                                      std::to_string(static_cast<int>(concurrency)) + " i " + std::to_string(static_cast<int>(length)),
                                  {.model = model.shape, .gpu = device.gpu, .weights = test::serving_format(8, Arithmetic::fp8),
                                   .kv_cache = test::serving_format(8, Arithmetic::fp8), .value_cache = {}, .intra_fabric = device.link,
                                   .inter_fabric = {}},
                                  defaults()};
                        if (model.name == "deepseek-v3") // 671 GB
                            s.specs.gpu.memory_bytes = std::max(s.specs.gpu.memory_bytes, 141e9);
                        input(s.inputs, "gpus") = model.tensor;
                        input(s.inputs, "tensor_parallel") = model.tensor;
                        input(s.inputs, "engine") = engine;
                        input(s.inputs, "concurrency") = concurrency;
                        input(s.inputs, "input_tokens") = length;
                        input(s.inputs, "output_tokens") = 500;
                        all.push_back(s);
                    }
    return all;
}

/// Not slower, up to rounding.
constexpr double tolerance = 1 + 1e-9;

void never_slower(const Setting& better, const Setting& worse)
{
    INFO(worse.name);
    CHECK(seconds(better, ThroughputOutput::tpot_s) <= seconds(worse, ThroughputOutput::tpot_s) * tolerance);
    CHECK(seconds(better, ThroughputOutput::ttft_s) <= seconds(worse, ThroughputOutput::ttft_s) * tolerance);
}

}

namespace {

/// A heavier request may see a faster stream only because the cache holds fewer of its kind at once: then the others wait.
void never_faster(const Setting& heavier, const Setting& lighter)
{
    INFO(lighter.name);
    CHECK(seconds(lighter, ThroughputOutput::e2e_s) <= seconds(heavier, ThroughputOutput::e2e_s) * tolerance);
    if (seconds(heavier, ThroughputOutput::queue_s) == 0)
        never_slower(lighter, heavier);
}

}

TEST_CASE("more memory bandwidth is never slower")
{
    for (const Setting& s : settings()) {
        Setting better = s;
        better.specs.gpu.memory_bandwidth *= 1.3;
        never_slower(better, s);
    }
}

TEST_CASE("faster matmuls are never slower")
{
    for (const Setting& s : settings()) {
        Setting better = s;
        for (double Accelerator::* rate : {&Accelerator::bf16, &Accelerator::fp8, &Accelerator::fp4,
                                           &Accelerator::sustained_bf16, &Accelerator::sustained_fp8})
            better.specs.gpu.*rate *= 1.3;
        never_slower(better, s);
    }
}

TEST_CASE("a faster fabric is never slower")
{
    for (const Setting& s : settings()) {
        Setting better = s;
        better.specs.intra_fabric.one_direction *= 1.1;
        never_slower(better, s);
    }
}

TEST_CASE("a longer prompt is never faster")
{
    for (const Setting& s : settings()) {
        Setting longer = s;
        input(longer.inputs, "input_tokens") *= 1.5;
        never_faster(longer, s);
    }
}

TEST_CASE("more clients never make a stream faster and never lower the total")
{
    for (const Setting& s : settings()) {
        Setting more = s;
        input(more.inputs, "concurrency") *= 2;
        INFO(s.name);
        CHECK(seconds(s, ThroughputOutput::tpot_s) <= seconds(more, ThroughputOutput::tpot_s) * tolerance);
        CHECK(seconds(s, ThroughputOutput::output_tokens_per_s) <=
              seconds(more, ThroughputOutput::output_tokens_per_s) * 1.02);
    }
}

TEST_CASE("a wider cache is never faster")
{
    for (const Setting& s : settings()) {
        Setting wider = s;
        wider.specs.kv_cache = test::serving_format(16, Arithmetic::bf16);
        never_faster(wider, s);
        Setting values = s;
        values.specs.value_cache = test::serving_format(16, Arithmetic::bf16);
        never_faster(values, s);
    }
}

TEST_CASE("halving the weights' bits is never slower where the device has the format")
{
    Setting wide{"70b b200", {.model = test::llama_70b(), .gpu = test::serving_b200(), .weights = test::serving_format(16, Arithmetic::bf16),
                              .kv_cache = test::serving_format(8, Arithmetic::fp8), .value_cache = {},
                              .intra_fabric = test::serving_nvlink(900e9), .inter_fabric = {}}, defaults()};
    input(wide.inputs, "gpus") = 1;
    for (double concurrency : {1.0, 8.0, 64.0}) {
        input(wide.inputs, "concurrency") = concurrency;
        Setting half = wide, quarter = wide;
        half.specs.weights = test::serving_format(8, Arithmetic::fp8);
        quarter.specs.weights = test::serving_format(4.5, Arithmetic::fp4);
        never_slower(half, wide);
        never_slower(quarter, half);
    }
}

TEST_CASE("no time is below a term of the roofline")
{
    for (const Setting& s : settings()) {
        const LanguageModel m = completed(s.specs.model);
        const ParameterCount count = count_parameters(m);
        const double t = s.inputs[static_cast<std::size_t>(field_index(throughput_inputs, "tensor_parallel"))];
        const double active = count.active - count.embedding; // one token reads at least these, a byte each
        const Answer a = answer_of(s);
        INFO(s.name);
        CHECK(output(a, ThroughputOutput::tpot_s) > active / t / s.specs.gpu.memory_bandwidth);
        const double prompt = s.inputs[static_cast<std::size_t>(field_index(throughput_inputs, "input_tokens"))];
        const double flop = 2 * (count.active_without_embedding) * prompt;
        CHECK(output(a, ThroughputOutput::prefill_s) > flop / t / s.specs.gpu.fp8);
        CHECK(output(a, ThroughputOutput::ttft_s) > output(a, ThroughputOutput::tpot_s) / 2);
    }
}

TEST_CASE("rates, requests and times agree with each other")
{
    for (const Setting& s : settings()) {
        const Answer a = answer_of(s);
        INFO(s.name);
        const double e2e = output(a, ThroughputOutput::ttft_s) + 499 * output(a, ThroughputOutput::tpot_s);
        CHECK(output(a, ThroughputOutput::e2e_s) == Catch::Approx(e2e));
        CHECK(output(a, ThroughputOutput::output_tokens_per_s) == Catch::Approx(500 * output(a, ThroughputOutput::requests_per_s)));
        CHECK(output(a, ThroughputOutput::stream_tokens_per_s) == Catch::Approx(1 / output(a, ThroughputOutput::tpot_s)));
        // Little's law over all that are in flight.
        const double in_flight = s.inputs[static_cast<std::size_t>(field_index(throughput_inputs, "concurrency"))];
        CHECK(output(a, ThroughputOutput::requests_per_s) * e2e == Catch::Approx(in_flight).epsilon(.02));
    }
}

TEST_CASE("an open loop meets the closed loop at the same load and saturates where that ends")
{
    Setting closed{"70b h100", {.model = test::llama_70b(), .gpu = test::serving_h100(), .weights = test::serving_format(8, Arithmetic::fp8),
                                .kv_cache = test::serving_format(8, Arithmetic::fp8), .value_cache = {},
                                .intra_fabric = test::serving_nvlink(450e9), .inter_fabric = {}}, defaults()};
    input(closed.inputs, "gpus") = 4;
    input(closed.inputs, "concurrency") = 64;
    input(closed.inputs, "requests_each") = 0;
    const Answer at_64 = answer_of(closed);
    Setting open = closed;
    input(open.inputs, "requests_per_s") = output(at_64, ThroughputOutput::requests_per_s);
    const Answer a = answer_of(open);
    CHECK(output(a, ThroughputOutput::tpot_s) == Catch::Approx(output(at_64, ThroughputOutput::tpot_s)).epsilon(.1));

    double last_ttft = 0, last_tpot = 0;
    for (double rate : {.01, .1, .5, 1.0, 2.0}) {
        input(open.inputs, "requests_per_s") = rate;
        const Answer at = answer_of(open);
        CHECK(output(at, ThroughputOutput::requests_per_s) == Catch::Approx(rate));
        CHECK(output(at, ThroughputOutput::ttft_s) >= last_ttft);
        CHECK(output(at, ThroughputOutput::tpot_s) >= last_tpot);
        last_ttft = output(at, ThroughputOutput::ttft_s);
        last_tpot = output(at, ThroughputOutput::tpot_s);
    }
    input(open.inputs, "requests_per_s") = 1e4;
    const Answer over = answer_of(open);
    CHECK(std::isnan(output(over, ThroughputOutput::ttft_s)));
    CHECK(output(over, ThroughputOutput::requests_per_s) < 1e4);
    bool warned = false;
    for (int i = 0; i < over.warnings_used; ++i)
        warned |= over.warnings[static_cast<std::size_t>(i)].code == static_cast<int>(ThroughputWarning::overloaded);
    CHECK(warned);
}

TEST_CASE("drafts that are never accepted cost, drafts that always are pay")
{
    Setting plain = settings().front();
    input(plain.inputs, "concurrency") = 1;
    Setting refused = plain, accepted = plain;
    for (Setting* s : {&refused, &accepted})
        input(s->inputs, "draft_tokens") = 3;
    input(refused.inputs, "draft_acceptance") = 0;
    input(accepted.inputs, "draft_acceptance") = 1;
    CHECK(seconds(refused, ThroughputOutput::tpot_s) > seconds(plain, ThroughputOutput::tpot_s));
    CHECK(seconds(accepted, ThroughputOutput::tpot_s) < seconds(plain, ThroughputOutput::tpot_s) / 2);
}

TEST_CASE("cached prompts start sooner")
{
    for (const Setting& s : settings()) {
        Setting cached = s;
        input(cached.inputs, "prefix_hit") = .9;
        INFO(s.name);
        CHECK(seconds(cached, ThroughputOutput::ttft_s) <= seconds(s, ThroughputOutput::ttft_s) * tolerance);
    }
}

TEST_CASE("tensor parallelism without peer-to-peer is slower than with it")
{
    Setting with{"8b 2 x 4090", {.model = test::llama_8b(), .gpu = test::serving_4090(), .weights = test::serving_format(8, Arithmetic::fp8),
                                 .kv_cache = {}, .value_cache = {}, .intra_fabric = test::serving_pcie4(true), .inter_fabric = {}},
                 defaults()};
    input(with.inputs, "gpus") = 2;
    Setting without = with;
    without.specs.intra_fabric = test::serving_pcie4(false);
    never_slower(with, without);
}

TEST_CASE("a fabric without figures is a problem for several devices and none for one")
{
    Setting s = settings().front();
    s.specs.intra_fabric = {};
    answer_of(s);
    input(s.inputs, "gpus") = 2;
    input(s.inputs, "tensor_parallel") = 2;
    Answer answer;
    const Problem problem = evaluate_throughput({s.inputs, s.specs}, answer);
    CHECK(problem.code == ErrorCode::missing);
    CHECK(problem.field == field_index(throughput_inputs, "intra_fabric"));
}

TEST_CASE("the steps add up to the answer")
{
    for (const Setting& s : settings()) {
        Derivation d;
        REQUIRE(derive_throughput({s.inputs, s.specs}, d).code == ErrorCode::none);
        INFO(s.name);
        for (int i = 0; i < d.steps_used; ++i) {
            const Step& step = d.steps[static_cast<std::size_t>(i)];
            if (step.info == static_cast<int>(ThroughputStep::tpot))
                CHECK(step.result == Catch::Approx(seconds(s, ThroughputOutput::tpot_s)));
            if (step.info == static_cast<int>(ThroughputStep::decode_step)) {
                double sum = 0;
                for (int k = 0; k < step.values_used; ++k)
                    sum += step.values[static_cast<std::size_t>(k)];
                CHECK(step.result == Catch::Approx(sum));
            }
            const std::string_view symbols = throughput_steps[static_cast<std::size_t>(step.info)].symbols;
            const auto words = symbols.empty() ? 0 : 1 + std::count(symbols.begin(), symbols.end(), ' ');
            CHECK(step.values_used == words);
        }
    }
}
