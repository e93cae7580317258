// Pieces of the serving and local models against values derived by hand.

#include "engine/models/communication.h"
#include "engine/models/decode.h"
#include "engine/models/expert_routing.h"
#include "engine/models/local.h"
#include "engine/models/serving.h"
#include "tests/engine/models.h"
#include "tests/engine/serving_devices.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace engine;
using namespace engine::units;

TEST_CASE("uniform routing touches E (1 - (1 - k/E)^B) experts")
{
    const ExpertRouting uniform = expert_routing(256, 8, 0);
    CHECK(touched_experts(uniform, 1) == Catch::Approx(8));            // one token, its eight experts
    CHECK(touched_experts(uniform, 2) == Catch::Approx(15.75));        // 8 + 8 - 8 * 8 / 256
    CHECK(touched_experts(uniform, 1e5) == Catch::Approx(256));
    CHECK(touched_experts(expert_routing(0, 0, 1.3), 5) == 0);         // a dense model has none
}

TEST_CASE("skewed routing touches fewer experts than uniform routing")
{
    const ExpertRouting uniform = expert_routing(128, 4, 0), skewed = expert_routing(128, 4, 1.3);
    for (double tokens : {2.0, 16.0, 100.0})
        CHECK(touched_experts(skewed, tokens) < touched_experts(uniform, tokens));
}

TEST_CASE("accepted tokens follow Leviathan's sum")
{
    CHECK(accepted_tokens(0, .7) == 1);
    CHECK(accepted_tokens(3, 0) == 1);
    CHECK(accepted_tokens(3, 1) == 4);
    CHECK(accepted_tokens(2, .5) == Catch::Approx(1.75)); // 1 + 1/2 + 1/4
}

TEST_CASE("a measured matmul rate is used as it is, others from the architecture")
{
    const SustainedRates h100 = sustained_rates(test::serving_h100()), b200 = sustained_rates(test::serving_b200());
    CHECK(h100.bf16.in(TFLOP / s) == Catch::Approx(794.5));
    CHECK(b200.bf16.in(TFLOP / s) == Catch::Approx(2250 * .775));
    CHECK(b200.fp4.in(TFLOP / s) == Catch::Approx(9000 * .70));
    CHECK(h100.fp4.in(TFLOP / s) == Catch::Approx(794.5)); // Hopper runs FP4 weights in 16 bits
    CHECK(matmul_rate(h100, Arithmetic::fp8, 16).in(TFLOP / s) == Catch::Approx(794.5)); // a part that stays wide
    CHECK(matmul_rate(b200, Arithmetic::fp4, 4.25).in(TFLOP / s) == Catch::Approx(4500 * .763)); // MXFP4: FP8 activations
}

TEST_CASE("FP8 of models with MLA or q/k norms is block-scaled")
{
    const auto replica = [](LanguageModel m) {
        m = completed(m);
        return make_replica(m, count_parameters(m), test::serving_h100(), test::serving_format(8, Arithmetic::fp8), 8, 8, {8, 1, 1},
                            ServingEngine::vllm, {.intra = test::serving_nvlink(450e9), .inter = {}, .gpu = test::serving_h100()});
    };
    CHECK(replica(test::deepseek_v3()).is_block);
    CHECK_FALSE(replica(test::llama_70b()).is_block);
}

TEST_CASE("a replica holds what tensor parallelism leaves of each part")
{
    const LanguageModel m = completed(test::llama_70b());
    const ParameterCount count = count_parameters(m);
    const Replica r = make_replica(m, count, test::serving_h100(), test::serving_format(8, Arithmetic::fp8), 8, 8, {4, 1, 1},
                                   ServingEngine::vllm, {.intra = test::serving_nvlink(450e9), .inter = {}, .gpu = test::serving_h100()});
    CHECK(r.attention.multiplied == Catch::Approx(count.attention_total / 4));
    CHECK(r.mlp.read.in(B) == Catch::Approx(80 * 3 * 8192.0 * 28672 / 4));  // a byte each
    CHECK(r.head.read.in(B) == Catch::Approx(128256.0 * 8192 * 2 / 4));     // 16 bits
    CHECK(r.cache.full_layer.in(B) == Catch::Approx(2 * 2 * 128));          // 8 / 4 heads, K and V, a byte each
    CHECK(r.blocks == 160);
}

TEST_CASE("decode reads every weight once and the cache once")
{
    const LanguageModel m = completed(test::llama_70b());
    const Replica r = make_replica(m, count_parameters(m), test::serving_h100(), test::serving_format(8, Arithmetic::fp8), 8, 8, {4, 1, 1},
                                   ServingEngine::vllm, {.intra = test::serving_nvlink(450e9), .inter = {}, .gpu = test::serving_h100()});
    ServingParameters p = serving_parameters(ServingEngine::vllm);
    p.bandwidth = p.cache_bandwidth = 1;
    const DecodeStep d = decode_step(serve(r, p), 16, 1000);
    CHECK(d.weights.in(s) == Catch::Approx((r.attention.read + r.mlp.read + r.head.read).in(B) / 3.35e12));
    CHECK(d.cache.in(s) == Catch::Approx(16 * 1000 * 80 * 512 / 3.35e12));
    CHECK(d.state == Seconds{});
    CHECK(d.total > d.weights + d.cache);
}

TEST_CASE("local rates: GeForce doubles its FP16, half-laned chips their FP32")
{
    const LocalRates geforce = local_rates(test::serving_4090());
    CHECK(geforce.f16.in(TFLOP / s) == Catch::Approx(330.4)); // 82.6 / 165.2: a GeForce
    Accelerator workstation = test::serving_4090();
    workstation.fp16 = workstation.bf16 = 4 * 82.6e12;
    CHECK(local_rates(workstation).f16.in(TFLOP / s) == Catch::Approx(330.4));
    const Accelerator a100{.architecture = static_cast<double>(Architecture::ampere), .fp32 = 19.5e12, .fp16 = 312e12};
    CHECK(local_rates(a100).f32.in(TFLOP / s) == Catch::Approx(39));
    CHECK(local_rates(a100).f16.in(TFLOP / s) == Catch::Approx(312));
}

TEST_CASE("a layer split decodes no faster than one card that holds the model")
{
    const LanguageModel m = completed(test::llama_8b());
    const NumberFormat q4{.bits_per_weight = 4.8, .expert_bits = 4.8, .mlp_bits = 4.8, .attention_bits = 4.8,
                          .moe_attention_bits = 4.8, .embedding_bits = 4.5, .head_bits = 6.5625, .gguf = 1};
    LocalSetup one{.layout = {}, .link = test::serving_pcie4(false), .lengths = {.input = 1, .output = 1024}, .missing = {}, .host_bandwidth = {}};
    LocalSetup two = one;
    two.layout.pipeline = 2;
    const LocalParameters& p = local_parameters(ServingEngine::llama_cpp);
    const LocalRun a = run_locally(m, count_parameters(m), test::serving_4090(), q4, one, p);
    const LocalRun b = run_locally(m, count_parameters(m), test::serving_4090(), q4, two, p);
    CHECK((b.tpot - a.tpot).in(us) == Catch::Approx(60)); // one hop
    CHECK(a.spilled == 0);
    one.gpu_layers = 16;
    CHECK(run_locally(m, count_parameters(m), test::serving_4090(), q4, one, p).spilled == Catch::Approx(.5));
}

TEST_CASE("the engine's own all-reduce is the fastest for few bytes and needs peer-to-peer")
{
    const ReduceLanes nvlink = reduce_lanes({.intra = test::serving_nvlink(450e9), .inter = {}, .gpu = test::serving_h100()}, 8);
    CHECK(all_reduce_time(nvlink, 16 * KiB, 7 * us).in(us) == Catch::Approx(7 + 7 * 16384 / (.6 * 450e3)));
    CHECK(all_reduce_time(nvlink, 0 * B, 7 * us).in(us) == Catch::Approx(7));
    const ReduceLanes host = reduce_lanes({.intra = test::serving_pcie4(false), .inter = {}, .gpu = test::serving_4090()}, 2);
    CHECK(host.own_latency == 0);
    CHECK(reduce_lanes({.intra = {}, .inter = {}, .gpu = test::serving_h100()}, 1).is_known);
    CHECK_FALSE(reduce_lanes({.intra = {}, .inter = {}, .gpu = test::serving_h100()}, 2).is_known);
}
