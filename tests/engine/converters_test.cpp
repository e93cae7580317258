// Converters against values worked out by hand.

#include "engine/converters/converter.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <map>
#include <string>

using namespace engine;
using Catch::Matchers::WithinRel;

namespace {

struct Result {
    const Calculator& converter;
    Answer answer;
    Problem problem;
    double operator[](std::string_view field) const { return answer.outputs[static_cast<std::size_t>(field_index(converter.outputs, field))]; }
};

Result run(std::string_view id, const std::map<std::string, double>& values)
{
    const Calculator* converter = find_converter(id);
    REQUIRE(converter);
    Inputs inputs = default_inputs(*converter);
    for (const auto& [field, value] : values) {
        REQUIRE(field_index(converter->inputs, field) >= 0);
        inputs[static_cast<std::size_t>(field_index(converter->inputs, field))] = value;
    }
    Result result{*converter, {}, {}};
    const Specifications none{};
    result.problem = converter->evaluate({inputs, none}, result.answer);
    return result;
}

}

TEST_CASE("bus bandwidth is nccl-tests'")
{
    const Result all_reduce = run("bus-bandwidth", {{"collective", 0}, {"gpus", 8}, {"bytes", 1e9}, {"time_s", 0.004}});
    CHECK_THAT(all_reduce["algbw_bytes_per_s"], WithinRel(250e9, 1e-12));
    CHECK_THAT(all_reduce["busbw_bytes_per_s"], WithinRel(437.5e9, 1e-12));
    CHECK_THAT(run("bus-bandwidth", {{"collective", 1}, {"gpus", 8}, {"bytes", 1e9}, {"time_s", 0.004}})["bus_factor"], WithinRel(7.0 / 8, 1e-12));
    CHECK(run("bus-bandwidth", {{"collective", 5}})["bus_factor"] == 1);
}

TEST_CASE("GB and GiB are the same bytes")
{
    const Result r = run("byte-units", {{"amount", 80}, {"amount_unit", 5}}); // GiB
    CHECK(r["decimal_bytes"] == 85899345920.0);
    CHECK(r["binary_bytes"] == r["decimal_bytes"]);
}

TEST_CASE("1 Gbit/s for a month of 730 h is 328.5 TB")
{
    const Result r = run("egress-rate", {{"line_rate", 1.25e8}, {"utilization", 1}, {"hours", 730}, {"egress_included_bytes", 1e12}, {"egress_usd_per_gb", 0.05}});
    CHECK_THAT(r["egress_bytes"], WithinRel(328.5e12, 1e-12));
    CHECK_THAT(r["egress_usd"], WithinRel(327500 * 0.05, 1e-12));
    CHECK(run("egress-rate", {{"utilization", 0}})["egress_usd"] == 0);
}

TEST_CASE("electricity includes the overhead of the data centre")
{
    const Result r = run("electricity", {{"gpus", 8}, {"power_w", 700}, {"power_usage_effectiveness", 1.25}, {"hours", 100}, {"electricity_usd_per_kwh", 0.1}});
    CHECK_THAT(r["energy_kwh"], WithinRel(700, 1e-12));
    CHECK_THAT(r["energy_usd"], WithinRel(70, 1e-12));
}

TEST_CASE("LoRA on all linear layers of Llama 3.1 8B has 41.9 M parameters at rank 16")
{
    const Result r = run("lora-parameters", {{"lora_rank", 16}, {"layer_count", 32}, {"hidden_width", 4096}, {"kv_width", 1024}, {"intermediate_width", 14336}});
    CHECK(r["trainable_parameters"] == 41943040);
    CHECK(r["adapter_bytes"] == 2 * 41943040);
    CHECK(run("lora-parameters", {{"lora_targets", 1}})["trainable_parameters"] == 32 * 16 * (2 * 8192 + 2 * 5120));
}

TEST_CASE("a 3g instance has half the memory and three sevenths of the compute")
{
    const Result r = run("mig-slices", {{"gpu_memory_bytes", 80e9}, {"mig_profile", 2}});
    CHECK(r["instance_memory_bytes"] == 40e9);
    CHECK_THAT(r["instance_compute_share"], WithinRel(3.0 / 7, 1e-12));
    CHECK(r["instances_per_gpu"] == 2);
}

TEST_CASE("bubble of four stages and eight micro-batches")
{
    const Result r = run("pipeline-bubble", {{"pipeline_stages", 4}, {"micro_batches", 8}});
    CHECK_THAT(r["bubble_of_work"], WithinRel(3.0 / 8, 1e-12));
    CHECK_THAT(r["bubble_fraction"], WithinRel(3.0 / 11, 1e-12));
    CHECK_THAT(run("pipeline-bubble", {{"virtual_stages", 2}})["bubble_of_work"], WithinRel(3.0 / 16, 1e-12));
}

TEST_CASE("3,352 TOPS of FP4 with sparsity are 419 dense at 16 bits")
{
    const Result r = run("tops-precision", {{"quoted_tops", 3352}, {"quoted_format", 0}, {"quoted_sparse", 1}});
    CHECK(r["dense_16_bit_tflops"] == 419);
    CHECK(r["dense_4_bit_tflops"] == 1676);
    CHECK(run("tops-precision", {{"quoted_tops", 989}, {"quoted_format", 3}, {"quoted_sparse", 0}})["dense_8_bit_tflops"] == 1978);
}

TEST_CASE("converters refuse what their tables refuse, and answer their defaults")
{
    for (const Calculator* converter : converters()) {
        INFO(std::string_view(converter->id));
        const Result r = run(converter->id, {});
        CHECK(r.problem.code == ErrorCode::none);
        for (std::size_t i = 0; i < converter->outputs.size(); ++i)
            CHECK(is_present(r.answer.outputs[i]));
        CHECK(find_calculator(converter->id) == nullptr);
    }
    CHECK(run("pipeline-bubble", {{"pipeline_stages", 2.5}}).problem.code == ErrorCode::not_whole);
    CHECK(run("bus-bandwidth", {{"gpus", 1}}).problem.code == ErrorCode::below_least);
}
