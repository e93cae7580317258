// Budgets of the engines against what they logged (tolerances fail), and the properties every budget must have.
#include "engine/models/memory.h"
#include "tests/engine/models.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <limits>

using namespace engine;
using namespace engine::units;
using Catch::Approx;

namespace {

struct Case {
    LanguageModel model;
    NumberFormat weights = test::bits(16);
    Accelerator gpu = test::h100();
    Layout layout{};
    Serving serving{};
    Load load{};
    double cache_bits = 16;
};

MemoryPlan plan(const Case& c)
{
    const LanguageModel m = completed(c.model);
    return plan_memory(m, count_parameters(m), c.gpu, c.weights, c.cache_bits, c.cache_bits, c.layout,
                       with_defaults(c.serving, c.gpu, c.layout), c.load);
}

const LanguageModel qwen_32b{.layers = 64, .hidden = 5120, .intermediate = 25600, .heads = 64, .kv_heads = 8,
                             .head_dim = 128, .vocab = 151936, .qk_norm = 1};

constexpr ServingEngine all_engines[] = {ServingEngine::vllm, ServingEngine::sglang, ServingEngine::tensorrt_llm,
                                         ServingEngine::llama_cpp, ServingEngine::transformers};

}

TEST_CASE("vLLM's log of Qwen3-32B on one and two H100")
{
    // llm-d-planner's empirical results: 61.03 + 5.64 + 0.14 of 0.9 x 79.18 GiB leave 4.45.
    const MemoryPlan one = plan({.model = qwen_32b, .serving = {.utilization = 0.9}});
    CHECK(one.weights_total.in(GiB) == Approx(61.03).epsilon(0.01));
    CHECK(one.activation.in(GiB) == Approx(5.64).epsilon(0.02));
    CHECK(one.pool.in(GiB) == Approx(4.45).epsilon(0.05));
    const MemoryPlan two = plan({.model = qwen_32b, .layout = {.tensor = 2}, .serving = {.utilization = 0.9}});
    CHECK(two.weights_total.in(GiB) == Approx(30.59).epsilon(0.01));
    CHECK(two.activation.in(GiB) == Approx(5.64).epsilon(0.02)); // the sampler's part does not shrink
    CHECK(two.runtime.in(GiB) == Approx(0.54).epsilon(0.02));
    CHECK(two.pool.in(GiB) == Approx(34.49).epsilon(0.05));
}

TEST_CASE("vLLM's log of Llama 3.1 8B and gpt-oss-20b on one H100")
{
    const MemoryPlan llama = plan({.model = test::llama_8b(), .serving = {.utilization = 0.9}});
    CHECK(llama.weights_total.in(GiB) == Approx(14.99).epsilon(0.01));
    CHECK(llama.activation.in(GiB) == Approx(4.76).epsilon(0.02));
    CHECK(llama.pool.in(GiB) == Approx(51.38).epsilon(0.05));
    LanguageModel oss = test::gpt_oss_120b();
    oss.layers = 24;
    oss.sliding_layers = 12;
    oss.experts_total = 32;
    const MemoryPlan small = plan({.model = oss, .weights = test::mxfp4(), .serving = {.utilization = 0.9}});
    CHECK(small.padding == Approx(3072.0 / 2880));
    CHECK(small.weights_total.in(GiB) == Approx(13.47).epsilon(0.01));
    CHECK(small.activation.in(GiB) == Approx(7.38).epsilon(0.02));
    CHECK(small.pool.in(GiB) == Approx(50.28).epsilon(0.05));
    CHECK(plan({.model = test::gpt_oss_120b(), .weights = test::mxfp4()}).weights_total.in(GiB) == Approx(64.38).epsilon(0.01));
}

TEST_CASE("vLLM before 0.8 counted the context and ran 256 sequences")
{
    const MemoryPlan p = plan({.model = test::llama_8b(), .layout = {.tensor = 2}, .serving = {.version = EngineVersion::v0_6}});
    CHECK(p.runtime.in(GiB) == Approx(3.58));
    CHECK(p.activation.in(GiB) == Approx(1.26).epsilon(0.08));
    CHECK(p.weights_total.in(GiB) == Approx(7.48).epsilon(0.01));
}

TEST_CASE("the utilization default changed with version 0.22")
{
    const double seen = 85520809984 - 0.47 * 1073741824; // what torch sees
    CHECK(plan({.model = test::llama_8b()}).usable.in(B) == Approx(0.92 * seen));
    CHECK(plan({.model = test::llama_8b(), .serving = {.version = EngineVersion::v0_10}}).usable.in(B) == Approx(0.9 * seen));
}

TEST_CASE("llama.cpp: logged compute buffer, embedding on the host")
{
    const Accelerator rtx3090{.architecture = static_cast<double>(Architecture::ampere), .memory_bytes = 24 * 1073741824.0};
    const MemoryPlan p = plan({.model = test::mistral_small_22b(),
                               .gpu = rtx3090,
                               .serving = {.engine = ServingEngine::llama_cpp},
                               .load = {.context = 49152, .mean_context = 49152},
                               .cache_bits = 8.5});
    CHECK(p.activation.in(MiB) == Approx(192).epsilon(0.05));
    CHECK(p.cache.in(MiB) == 5712.0);
    CHECK(p.host.in(B) == 32768.0 * 6144 * 2);
    CHECK_FALSE(p.fits);
}

TEST_CASE("layers on the host take their weights and cache with them")
{
    Case c{.model = test::llama_8b(), .serving = {.engine = ServingEngine::llama_cpp}};
    const MemoryPlan all = plan(c);
    c.serving.gpu_layers = 8;
    const MemoryPlan part = plan(c);
    CHECK(part.cache.in(B) == Approx(all.cache.in(B) / 4));
    CHECK((part.weights_total + part.cache + part.host).in(B) == Approx((all.weights_total + all.cache + all.host).in(B)));
    c.serving.gpu_layers = 0;
    const MemoryPlan none = plan(c);
    CHECK(none.weights_total.in(B) == 0);
    CHECK(none.fits);
}

TEST_CASE("SGLang's fraction is made of prefill chunk, graphs and ranks")
{
    // 81,559 MiB: 512 + 1.5 x 8,192 + 2 x 256 + 128 = 13,440 MiB reserved
    const Serving s = with_defaults({.engine = ServingEngine::sglang}, test::h100(), {});
    CHECK(s.utilization == Approx(1 - 13440.0 / 81559));
    CHECK(s.batch_tokens == 8192);
}

TEST_CASE("TensorRT-LLM's pool is nine tenths of what is free")
{
    const MemoryPlan p = plan({.model = test::llama_8b(), .serving = {.engine = ServingEngine::tensorrt_llm}});
    const Bytes free = p.capacity - p.reserve - p.weights_total - p.activation - p.runtime;
    CHECK(p.pool.in(B) == Approx(0.9 * free.in(B)));
}

TEST_CASE("as many as fit, and not one more")
{
    for (ServingEngine engine : all_engines) {
        Case c{.model = test::llama_8b(), .serving = {.engine = engine}, .load = {.concurrency = std::numeric_limits<double>::infinity()}};
        const MemoryPlan most = plan(c);
        CAPTURE(serving_engine_ids[static_cast<std::size_t>(engine)], most.concurrency);
        CHECK(most.concurrency > 1);
        CHECK(most.fits);
        c.load.concurrency = most.concurrency + 1;
        CHECK_FALSE(plan(c).fits);
    }
}

TEST_CASE("an unknown device leaves the capacity absent and the need known")
{
    const MemoryPlan p = plan({.model = test::deepseek_v3(), .gpu = {}, .load = {.context = 32768, .mean_context = 32768}});
    CHECK(p.total > 671 * 2 * GB);
    CHECK_FALSE(is_present(p.usable.in(B)));
    CHECK_FALSE(is_present(p.pool.in(B)));
    CHECK_FALSE(p.fits);
}

TEST_CASE("properties of every engine's budget")
{
    for (ServingEngine engine : all_engines)
        for (const LanguageModel& model : {test::llama_8b(), test::deepseek_v3(), test::gpt_oss_120b(), test::qwen_27b_hybrid()}) {
            const Case base{.model = model, .serving = {.engine = engine}, .load = {.concurrency = 4}};
            const MemoryPlan p = plan(base);
            CAPTURE(serving_engine_ids[static_cast<std::size_t>(engine)], model.layers);

            CHECK(p.total.in(B) == Catch::Approx((p.weights_total + p.cache + p.activation + p.runtime).in(B)));
            CHECK(p.usable <= p.capacity);
            CHECK(p.pool >= Bytes{});
            CHECK((p.fits ? p.total <= p.usable : true));

            Case c = base;
            c.weights = test::bits(8);
            CHECK(plan(c).total <= p.total); // halving the bits of the weights
            c = base;
            c.cache_bits = 8;
            CHECK(plan(c).total <= p.total);
            c = base;
            c.load = {.context = 16384, .mean_context = 16384, .concurrency = 4};
            CHECK(plan(c).total >= p.total); // more context
            c = base;
            c.load.concurrency = 5;
            CHECK(plan(c).total >= p.total);
            for (Layout layout : {Layout{.tensor = 2}, Layout{.tensor = 4}, Layout{.pipeline = 2}, Layout{.pipeline = 4}}) {
                c = base;
                c.layout = layout;
                CHECK(plan(c).weights_total <= p.weights_total); // more GPUs, no more on each
                CHECK(plan(c).cache <= p.cache);
            }
            c = base;
            c.gpu.memory_bytes *= 2;
            CHECK(plan(c).pool >= p.pool);
        }
}
