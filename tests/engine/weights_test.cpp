// Bytes of weights by part and by rank.
#include "engine/models/weights.h"
#include "tests/engine/models.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace engine;
using namespace engine::units;
using Catch::Approx;

namespace {

Weights on_rank(const LanguageModel& shape, const NumberFormat& format, Layout layout)
{
    const LanguageModel m = completed(shape);
    const ParameterCount n = count_parameters(m);
    return rank_weights(model_weights(m, n, format), m, n, layout);
}

Bytes whole(const LanguageModel& shape, const NumberFormat& format)
{
    const LanguageModel m = completed(shape);
    return model_weights(m, count_parameters(m), format).total();
}

}

TEST_CASE("16-bit weights are two bytes a parameter")
{
    CHECK(whole(test::llama_70b(), test::bits(16)).in(B) == 2 * 70553706496.0);
}

TEST_CASE("an unnamed part keeps 16 bits, fp32 widens every part")
{
    const WeightBits fp8 = weight_bits(test::fp8(), false);
    CHECK(fp8.mlp == 8);
    CHECK(fp8.embedding == 16);
    CHECK(fp8.other == 16);
    const WeightBits mxfp4 = weight_bits(test::mxfp4(), true);
    CHECK(mxfp4.expert == 4.25);
    CHECK(mxfp4.attention == 16);
    const WeightBits plain = weight_bits(test::bits(4.5), false);
    CHECK(plain.attention == 4.5);
    CHECK(plain.head == 16);
    CHECK(weight_bits(test::bits(32), false).embedding == 32);
    CHECK(weight_bits(NumberFormat{}, false).mlp == 16);
}

TEST_CASE("attention of a mixture of experts has bits of its own")
{
    const NumberFormat nvfp4{.bits_per_weight = 4.5, .expert_bits = 4.5, .mlp_bits = 4.5, .attention_bits = 4.5, .moe_attention_bits = 16};
    CHECK(weight_bits(nvfp4, false).attention == 4.5);
    CHECK(weight_bits(nvfp4, true).attention == 16);
}

TEST_CASE("tensor parallelism divides everything but norms")
{
    const Weights one = on_rank(test::llama_8b(), test::bits(16), {});
    const Weights two = on_rank(test::llama_8b(), test::bits(16), {.tensor = 2});
    CHECK(two.mlp.in(B) == one.mlp.in(B) / 2);
    CHECK(two.attention.in(B) == Approx(one.attention.in(B) / 2));
    CHECK(two.embedding.in(B) == one.embedding.in(B) / 2);
    CHECK(two.replicated.in(B) == one.replicated.in(B));
    CHECK(two.total().in(GiB) == Approx(7.48).epsilon(0.002)); // vLLM logged 7.48 GiB on each of two GPUs
}

TEST_CASE("beyond the KV heads, ranks hold K and V projections several times")
{
    const double eight = on_rank(test::llama_8b(), test::bits(16), {.tensor = 8}).attention.in(B);
    const double sixteen = on_rank(test::llama_8b(), test::bits(16), {.tensor = 16}).attention.in(B);
    CHECK(sixteen > eight / 2);
    // q and o halve (2 x 4096 x 4096 / 16), k and v stay at one head (2 x 4096 x 128), 32 layers of 2 bytes
    CHECK(sixteen == Approx(32 * 2.0 * (2.0 * 4096 * 4096 / 16 + 2 * 4096 * 128)));
}

TEST_CASE("every rank holds the latent projections of MLA and the routers whole")
{
    const Weights one = on_rank(test::deepseek_v3(), test::bits(16), {});
    const Weights eight = on_rank(test::deepseek_v3(), test::bits(16), {.tensor = 8});
    CHECK(eight.replicated.in(B) == one.replicated.in(B));
    CHECK(eight.experts.in(B) == one.experts.in(B) / 8);
    CHECK(eight.attention.in(B) == Approx(one.attention.in(B) / 8));
}

TEST_CASE("expert parallelism beyond the tensor ranks spans replicas")
{
    const Weights one = on_rank(test::deepseek_v3(), test::bits(16), {});
    const Weights wide = on_rank(test::deepseek_v3(), test::bits(16), {.tensor = 1, .expert = 32});
    CHECK(wide.experts.in(B) == one.experts.in(B) / 32);
    CHECK(wide.attention.in(B) == Approx(one.attention.in(B)));
    const Weights inside = on_rank(test::deepseek_v3(), test::bits(16), {.tensor = 8, .expert = 4});
    CHECK(inside.experts.in(B) == one.experts.in(B) / 8); // 4 groups of 2 ranks
    const Weights uneven = on_rank(test::deepseek_v3(), test::bits(16), {.tensor = 1, .expert = 3});
    CHECK(uneven.experts.in(B) == Approx(one.experts.in(B) * 86 / 256)); // 256 = 85 + 85 + 86
}

TEST_CASE("the fullest pipeline stage counts")
{
    const Weights one = on_rank(test::llama_70b(), test::bits(16), {});
    const Weights three = on_rank(test::llama_70b(), test::bits(16), {.pipeline = 3});
    CHECK(three.mlp.in(B) == Approx(one.mlp.in(B) * 27 / 80)); // 27 + 27 + 26 layers
    CHECK((three.embedding + three.head).in(B) == one.head.in(B)); // one end of the pipe, not both
}

TEST_CASE("a tied table is on both ends of a pipeline")
{
    LanguageModel tied = test::llama_8b();
    tied.tie_embeddings = 1;
    const Weights one = on_rank(tied, test::bits(16), {});
    const Weights two = on_rank(tied, test::bits(16), {.pipeline = 2});
    CHECK((two.embedding + two.head).in(B) == (one.embedding + one.head).in(B));
}

TEST_CASE("MXFP4 kernels pad an expert's width to a multiple of 256")
{
    const LanguageModel m = completed(test::gpt_oss_120b());
    CHECK(expert_padding(m, test::mxfp4(), {}) == Approx(3072.0 / 2880));
    CHECK(expert_padding(m, test::mxfp4(), {.tensor = 8}) == Approx(512.0 / 360)); // 2880 / 8 = 360
    CHECK(expert_padding(m, test::mxfp4(), {.tensor = 8, .expert = 8}) == Approx(3072.0 / 2880));
    CHECK(expert_padding(m, test::bits(16), {}) == 1);
    CHECK(expert_padding(completed(test::llama_8b()), test::mxfp4(), {}) == 1);
}
