// What sequences keep. Values marked "logged" are what an engine printed, to the byte.
#include "engine/models/kv_cache.h"
#include "tests/engine/models.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace engine;
using namespace engine::units;
using Catch::Approx;

namespace {

CacheShape shape_of(const LanguageModel& m, double cache_bits = 16, Layout layout = {}, ServingEngine engine = ServingEngine::vllm)
{
    return cache_shape(completed(m), cache_bits, cache_bits, layout, engine);
}

constexpr Paging llama{.engine = ServingEngine::llama_cpp, .block = 256, .batch_tokens = 512};

}

TEST_CASE("KV bytes a token, by hand and by the model's card")
{
    CHECK(shape_of(test::llama_8b()).token().in(B) == 131072);       // 2 x 32 x 8 x 128 x 2
    CHECK(shape_of(test::llama_70b()).token().in(B) == 327680);      // 2 x 80 x 8 x 128 x 2
    CHECK(shape_of(test::deepseek_v3()).token().in(B) == 70272);     // 61 x 576 x 2
    CHECK(shape_of(test::gpt_oss_120b()).token().in(B) == 73728);    // 2 x 36 x 8 x 64 x 2: all 36 layers
    CHECK(shape_of(test::qwen_27b_hybrid()).token().in(B) == 65536); // 16 of 64 layers
    LanguageModel mistral_24b{.layers = 40, .hidden = 5120, .intermediate = 32768, .heads = 32, .kv_heads = 8,
                              .head_dim = 128, .vocab = 131072};
    CHECK(shape_of(mistral_24b).token().in(B) == 163840); // logged
}

TEST_CASE("logged: MLA cache of DeepSeek, 32,768 cells in 16 bits")
{
    const CacheShape s = shape_of(test::deepseek_v3(), 16, {}, ServingEngine::llama_cpp);
    CHECK(sequence_cache(s, 32768, llama).in(MiB) == 2196.0);
}

TEST_CASE("logged: q8_0 cache of a 22B model, 49,152 cells of 8.5 bits")
{
    const CacheShape s = shape_of(test::mistral_small_22b(), 8.5, {}, ServingEngine::llama_cpp);
    CHECK(sequence_cache(s, 49152, llama).in(MiB) == 5712.0);
}

TEST_CASE("logged: a hybrid's 16 attention layers and its recurrent state")
{
    const CacheShape s = shape_of(test::qwen_27b_hybrid(), 16, {}, ServingEngine::llama_cpp);
    CHECK((sequence_cache(s, 262144, llama) - s.state()).in(MiB) == 16384.0);
    CHECK(s.state().in(MiB) == Approx(149.6).epsilon(0.001)); // 48 x (48 x 128 x 128 + 10,240 x 3) x 4 bytes
}

TEST_CASE("logged: 1,381 blocks of 16 tokens are 10.79 sequences of 2,048")
{
    const CacheShape s = shape_of(test::llama_8b());
    const CachePool pool = cache_pool(s, 1381 * 16 * s.token() + 0.9 * s.token(), 2048, {.block = 16});
    CHECK(pool.tokens == 1381 * 16);
    CHECK(pool.concurrency == Approx(10.79).epsilon(0.0005));
}

TEST_CASE("logged: vLLM's pool of a hybrid model")
{
    // 5.98 GiB in FP8: 2,146,304 bytes of state a layer make attention blocks of 2,096 tokens; ten layers a group give
    // 299 blocks; 131,072 tokens take 63 attention blocks and 3 x 2 state blocks: 4.33, logged with 567,978 tokens.
    const CacheShape s = shape_of(test::qwen_35b_hybrid(), 8);
    CHECK(s.state_layer.in(B) == 2146304);
    const CachePool pool = cache_pool(s, 5.98 * GiB, 131072, {.block = 16});
    CHECK(pool.blocks == 299);
    CHECK(pool.blocks_per_sequence == 69);
    CHECK(pool.tokens == 567978);
}

TEST_CASE("older vLLM charges every group for every token")
{
    // Two groups of 18 layers: pool / 73,728 tokens, although half of the layers stop at 128.
    const CacheShape s = shape_of(test::gpt_oss_120b());
    const Bytes pool = 73728 * 16 * 100 * B;
    const CachePool old = cache_pool(s, pool, 16384, {.version = EngineVersion::v0_10, .block = 16});
    CHECK(old.tokens == 1600);
    // 200 blocks; a sequence takes 1,024 full ones and ceil((127 + 8,192) / 16) + 1 = 521 of the window.
    CHECK(old.concurrency == Approx(200.0 / (1024 + 521)));
}

TEST_CASE("KV heads are replicated beyond their number, the latent cache always")
{
    CHECK(shape_of(test::llama_8b(), 16, {.tensor = 8}).token().in(B) == 131072 / 8);
    CHECK(shape_of(test::llama_8b(), 16, {.tensor = 16}).token().in(B) == 131072 / 8);
    CHECK(shape_of(test::deepseek_v3(), 16, {.tensor = 8}).token().in(B) == 70272);
    CHECK(shape_of(test::llama_70b(), 16, {.pipeline = 4}).token().in(B) == 327680 / 4);
}

TEST_CASE("three ranks share eight heads as three, three and two: the fullest counts")
{
    CHECK(shape_of(test::llama_8b(), 16, {.tensor = 3}).full_layer.in(B) == 3 * 2 * 128 * 2);
}

TEST_CASE("K and V may be stored apart, or as one tensor")
{
    const LanguageModel m = completed(test::llama_8b());
    CHECK(cache_shape(m, 8, 4, {}, ServingEngine::vllm).token().in(B) == 32 * 8 * 128 * 1.5);
    LanguageModel tied = test::llama_8b();
    tied.shared_kv = 1;
    CHECK(shape_of(tied).token().in(B) == 131072 / 2);
    LanguageModel narrow = test::llama_8b();
    narrow.v_head_dim = 64;
    CHECK(shape_of(narrow).token().in(B) == 32 * 8 * (128 + 64) * 2);
}

TEST_CASE("a sparse indexer keeps FP8 keys with scales, and DeepSeek's FP8 entry is 656 bytes")
{
    LanguageModel m = test::deepseek_v3();
    m.index_topk = 2048;
    m.index_heads = 64;
    const CacheShape s = shape_of(m, 8);
    CHECK(s.full_layer.in(B) == 656);
    CHECK(s.index_layer.in(B) == 132);
    CHECK(s.token().in(B) == 61 * (656 + 132));
}

TEST_CASE("windows stop growing, blocks are whole")
{
    const CacheShape s = shape_of(test::gpt_oss_120b());
    const Paging vllm{.block = 16};
    const Bytes half = s.token() / 2;
    CHECK(sequence_cache(s, 1, vllm).in(B) == 73728 * 16);                              // one block in all layers
    CHECK(sequence_cache(s, 16384, vllm).in(B) == (half * (16384 + 128 + 16)).in(B));   // 8 + 1 blocks of the window
    const Paging exact{.engine = ServingEngine::transformers, .block = 1};
    CHECK(sequence_cache(s, 1000, exact).in(B) == (half * 1128).in(B));
    CHECK(sequence_cache(s, 1000, llama).in(B) == (half * (1024 + 768)).in(B));         // pad(128 + 512, 256)
}

TEST_CASE("a longer sequence never takes less, more bits never fewer bytes")
{
    for (const LanguageModel& m : {test::llama_8b(), test::deepseek_v3(), test::gpt_oss_120b(), test::qwen_27b_hybrid()})
        for (ServingEngine engine : {ServingEngine::vllm, ServingEngine::sglang, ServingEngine::tensorrt_llm,
                                     ServingEngine::llama_cpp, ServingEngine::transformers}) {
            const Paging paging{.engine = engine, .block = engine == ServingEngine::llama_cpp ? 256.0 : 16};
            Bytes before;
            for (double tokens = 1; tokens < 200000; tokens *= 1.37) {
                const Bytes now = sequence_cache(shape_of(m, 16, {}, engine), tokens, paging);
                CHECK(now >= before);
                before = now;
            }
            CHECK(shape_of(m, 8, {}, engine).token() <= shape_of(m, 16, {}, engine).token());
            CHECK(shape_of(m, 16, {.tensor = 2}, engine).token() <= shape_of(m, 16, {}, engine).token());
        }
}

TEST_CASE("the usual cache format follows weights, device and engine")
{
    const Accelerator hopper = test::h100();
    const Accelerator blackwell{.architecture = static_cast<double>(Architecture::blackwell)};
    NumberFormat block = test::fp8();
    block.block_scaled = 1;
    CHECK(default_cache_bits(test::bits(16), hopper, ServingEngine::vllm) == 16);
    CHECK(default_cache_bits(test::fp8(), hopper, ServingEngine::vllm) == 8);
    CHECK(default_cache_bits(block, hopper, ServingEngine::vllm) == 16);
    CHECK(default_cache_bits(block, blackwell, ServingEngine::vllm) == 8);
    CHECK(default_cache_bits(block, hopper, ServingEngine::tensorrt_llm) == 8);
    CHECK(default_cache_bits(test::mxfp4(), hopper, ServingEngine::vllm) == 16);
    CHECK(default_cache_bits(test::mxfp4(), blackwell, ServingEngine::vllm) == 8);
    CHECK(default_cache_bits(test::fp8(), hopper, ServingEngine::llama_cpp) == 16);
}
