// Counts derived by hand, one per kind of layer. The whole catalog is in data_counts_test.cpp.
#include "engine/models/transformer.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace engine;

namespace {

LanguageModel small()
{
    LanguageModel m;
    m.layers = 2;
    m.hidden = 8;
    m.heads = 4;
    m.vocab = 100;
    return m;
}

}

TEST_CASE("absent members take the usual value")
{
    const LanguageModel m = completed(small());
    CHECK(m.kv_heads == 4);
    CHECK(m.head_dim == 2);
    CHECK(m.v_head_dim == 2);
    CHECK(m.gated_mlp == 1);
    CHECK(m.full_layers == 2);
    CHECK(m.attention == static_cast<double>(Attention::mha));
    CHECK(m.moe_layers == 0);
    CHECK_FALSE(is_present(m.max_context)); // no usual value
    CHECK(completed(m).intermediate == m.intermediate);
}

TEST_CASE("a model without layers, hidden, heads or vocabulary is incomplete")
{
    CHECK(is_complete(small()));
    CHECK_FALSE(is_complete(LanguageModel{}));
    LanguageModel m = small();
    m.vocab = absent;
    CHECK_FALSE(is_complete(m));
}

TEST_CASE("a gated dense model")
{
    LanguageModel m = small();
    m.intermediate = 16;
    m.kv_heads = 1;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.full_attention == 8 * 8 + 2 * 8 * 2 + 8 * 8); // q, k and v of one head of 2, o
    CHECK(n.dense_mlp == 3 * 8 * 16);
    CHECK(n.norms == 2 * 2 * 8 + 8);
    CHECK(n.total == 2 * 100 * 8 + 2 * (160 + 384) + 40);
    CHECK(n.active == n.total);
}

TEST_CASE("a tied table is counted once, a plain MLP has two matrices")
{
    LanguageModel m = small();
    m.intermediate = 32;
    m.tie_embeddings = 1;
    m.gated_mlp = 0;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.head == 0);
    CHECK(n.embedding == 800);
    CHECK(n.dense_mlp == 2 * 8 * 32);
}

TEST_CASE("biases of q, k and v, and of o as well")
{
    LanguageModel m = small();
    m.intermediate = 16;
    const double without = count_parameters(completed(m)).full_attention;
    m.attention_bias = 1;
    CHECK(count_parameters(completed(m)).full_attention == without + 3 * 8);
    m.attention_bias = 2;
    CHECK(count_parameters(completed(m)).full_attention == without + 4 * 8);
}

TEST_CASE("a mixture of experts with a leading dense layer and a shared expert")
{
    LanguageModel m = small();
    m.intermediate = 16;
    m.experts_total = 4;
    m.experts_active = 2;
    m.experts_shared = 1;
    m.moe_intermediate = 4;
    m.first_k_dense = 1;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.expert == 3 * 8 * 4);
    CHECK(n.experts_total == 4 * 96);   // one layer
    CHECK(n.shared_total == 96);
    CHECK(n.router_total == 8 * 4);
    CHECK(n.dense_mlp_total == 3 * 8 * 16);
    CHECK(n.active == n.total - 2 * 96);
}

TEST_CASE("multi-head latent attention: the ranks hold q_a and kv_a whole")
{
    LanguageModel m = small();
    m.intermediate = 16;
    m.q_lora_rank = 6;
    m.kv_lora_rank = 4;
    m.qk_rope_head_dim = 1;
    m.qk_nope_head_dim = 2;
    m.v_head_dim = 3;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.mla_replicated == 8 * 6 + 8 * (4 + 1));
    CHECK(n.full_attention == 88 + 6 * 4 * 3 + 4 * 4 * (2 + 3) + 4 * 3 * 8);
}

TEST_CASE("sliding layers may have heads of their own, full layers one tensor for K and V")
{
    LanguageModel m = small();
    m.intermediate = 16;
    m.sliding_window = 4;
    m.sliding_layers = 1;
    m.sliding_kv_heads = 2;
    m.kv_heads = 1;
    m.shared_kv = 1;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.full_attention == 64 + 8 * 2 + 64);        // no v
    CHECK(n.sliding_attention == 64 + 2 * 8 * 4 + 64); // two heads of 2
}

TEST_CASE("gated delta net layers")
{
    LanguageModel m = small();
    m.intermediate = 16;
    m.linear_layers = 1;
    m.linear_key_heads = 1;
    m.linear_value_heads = 2;
    m.linear_key_head_dim = 3;
    m.linear_value_head_dim = 5;
    const ParameterCount n = count_parameters(completed(m));
    // in 8 (2 x 3 + 2 x 10 + 2 x 2), convolution 4 (2 x 3 + 10), out 10 x 8, decay and step 2 x 2, norm 5
    CHECK(n.linear_attention == 8 * 30 + 4 * 16 + 80 + 4 + 5);
    CHECK(completed(m).full_layers == 1);
}

TEST_CASE("a published count is believed and split into experts and the rest")
{
    LanguageModel m = small();
    m.experts_total = 4;
    m.experts_active = 1;
    m.moe_intermediate = 4;
    m.parameters = 10000;
    m.active_parameters = 4000;
    const ParameterCount n = count_parameters(completed(m));
    CHECK(n.experts_total == 6000 / 0.75);
    CHECK(std::abs(n.total - 10000) < 1e-6);
    CHECK(std::abs(n.active - 4000) < 1e-6);
}
