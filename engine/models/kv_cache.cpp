#include "engine/models/kv_cache.h"

#include "engine/models/memory_constants.h"

#include <algorithm>
#include <cmath>

namespace engine {

using units::B, units::bit;

namespace {

constexpr double state_bytes = 4;              // Recurrent states are fp32 in every engine seen.
constexpr Bytes sparse_latent_entry = 656 * B; // fp8_ds_mla: 512 FP8 values, four fp32 scales, 64 16-bit rotary values

double round_up(double value, double step) { return std::ceil(value / step) * step; }

Bytes state_layer(const LanguageModel& m, const Layout& layout, ServingEngine engine)
{
    const double key = m.linear_key_heads * m.linear_key_head_dim;
    const double value = m.linear_value_heads * m.linear_value_head_dim;
    const double convolution_bytes = engine == ServingEngine::llama_cpp ? 4 : 2;
    const double convolution = (2 * key + value) * std::max(0.0, m.linear_conv_kernel - 1) * convolution_bytes;
    return (value * m.linear_key_head_dim * state_bytes + convolution) / layout.tensor * B;
}

/// vLLM's layout of a model whose layers are of several kinds: all pages have one size, layers of a kind form groups.
struct Groups {
    Bytes page;                             // of one layer
    double layers = 1;                      // in a group
    double full = 0, sliding = 0, linear = 0; // groups of each kind
    double full_block = 0, sliding_block = 0; // tokens in a page
};

Groups groups_of(const CacheShape& s, double block)
{
    const Bytes full = s.full_layer + (s.full_layers > 0 ? s.index_layer * (s.index_layers / s.full_layers) : Bytes{});
    Groups g;
    g.page = std::max(full * block, s.sliding_layer * block);
    if (s.state_layer > g.page) // Attention's block grows until its page holds a state.
        g.page = full > Bytes{} ? full * round_up(s.state_layer / full, block) : s.state_layer;
    g.full_block = full > Bytes{} ? std::floor(g.page / full) : 0;
    g.sliding_block = s.sliding_layer > Bytes{} ? std::floor(g.page / s.sliding_layer) : 0;

    double least = 0, most = 0;
    for (double layers : {s.full_layers, s.sliding_layers, s.linear_layers}) {
        least = layers > 0 && (least == 0 || layers < least) ? layers : least;
        most = std::max(most, layers);
    }
    g.layers = std::max(1.0, most < memory_constants::vllm_group_slack * least ? most : least);
    g.full = std::ceil(s.full_layers / g.layers);
    g.sliding = std::ceil(s.sliding_layers / g.layers);
    g.linear = std::ceil(s.linear_layers / g.layers);
    return g;
}

/// Blocks of a sequence of n tokens of which a window layer keeps at most `kept`.
double blocks_of(const Groups& g, double tokens, double kept)
{
    double blocks = g.linear * memory_constants::vllm_state_blocks;
    if (g.full > 0)
        blocks += g.full * std::ceil(tokens / g.full_block);
    if (g.sliding > 0)
        blocks += g.sliding * std::min(std::ceil(tokens / g.sliding_block), std::ceil(kept / g.sliding_block) + 1);
    return blocks;
}

}

double default_cache_bits(const NumberFormat& weights, const Accelerator& gpu, ServingEngine engine)
{
    const auto architecture = static_cast<Architecture>(static_cast<int>(value_or(gpu.architecture, 0)));
    const bool torch_engine = engine == ServingEngine::vllm || engine == ServingEngine::sglang;
    if (splits_by_layer(engine) || weights.gguf > 0)
        return 16;
    if (weights.arithmetic == static_cast<double>(Arithmetic::fp8))
        return weights.block_scaled > 0 && torch_engine && architecture == Architecture::hopper ? 16 : 8;
    if (weights.arithmetic == static_cast<double>(Arithmetic::fp4)) {
        const bool mxfp4 = value_or(weights.expert_bits, value_or(weights.bits_per_weight, 16)) < 4.5;
        const bool blackwell = architecture == Architecture::blackwell || architecture == Architecture::rubin;
        return mxfp4 && !blackwell ? 16 : 8;
    }
    return 16;
}

CacheShape cache_shape(const LanguageModel& m, double key_bits, double value_bits, const Layout& layout, ServingEngine engine)
{
    const double t = layout.tensor;
    const double stage = std::ceil(m.layers / layout.pipeline) / m.layers; // of each kind alike
    const auto heads = [t](double all) { return std::max(1.0, std::ceil(all / t)); };
    CacheShape s{.full_layers = m.full_layers * stage,
                 .sliding_layers = m.sliding_layers * stage,
                 .linear_layers = m.linear_layers * stage,
                 .index_layers = m.index_layers * stage,
                 .full_layer = {},
                 .sliding_layer = {},
                 .index_layer = {},
                 .state_layer = {},
                 .window = m.sliding_window};
    if (m.full_layers > 0 && m.attention == static_cast<double>(Attention::mla)) {
        const bool sparse = m.index_layers > 0 && key_bits == 8 && engine != ServingEngine::llama_cpp;
        s.full_layer = sparse ? sparse_latent_entry : (m.kv_lora_rank + m.qk_rope_head_dim) * key_bits * bit;
    } else if (m.full_layers > 0) {
        const double value = m.shared_kv > 0 ? 0 : m.v_head_dim * value_bits;
        s.full_layer = heads(m.kv_heads) * (m.head_dim * key_bits + value) * bit;
    }
    if (m.sliding_layers > 0) {
        const double value_dim = m.sliding_head_dim == m.head_dim ? m.v_head_dim : m.sliding_head_dim;
        s.sliding_layer = heads(m.sliding_kv_heads) * (m.sliding_head_dim * key_bits + value_dim * value_bits) * bit;
    }
    if (m.index_layers > 0)
        s.index_layer = (m.index_head_dim + 4 * m.index_head_dim / 128) * B;
    if (m.linear_layers > 0)
        s.state_layer = state_layer(m, layout, engine);
    return s;
}

Bytes sequence_cache(const CacheShape& s, double tokens, const Paging& paging)
{
    const Bytes full = s.full_layer * s.full_layers + s.index_layer * s.index_layers;
    const Bytes sliding = s.sliding_layer * s.sliding_layers;
    if (paging.engine == ServingEngine::transformers)
        return full * tokens + sliding * std::min(tokens, s.window) + s.state();
    if (paging.engine == ServingEngine::llama_cpp) {
        constexpr double padding = memory_constants::llama_cell_padding;
        const double cells = round_up(tokens, padding);
        return full * cells + sliding * std::min(cells, round_up(s.window + paging.batch_tokens, padding)) + s.state();
    }
    if (paging.engine == ServingEngine::vllm && s.linear_layers > 0) {
        const Groups g = groups_of(s, paging.block);
        return g.page * g.layers * blocks_of(g, tokens, s.window);
    }
    const double held = round_up(tokens, paging.block);
    return full * held + sliding * std::min(held, round_up(s.window, paging.block) + paging.block) + s.state();
}

CachePool cache_pool(const CacheShape& s, Bytes pool, double context, const Paging& paging)
{
    pool = std::max(pool, Bytes{});
    if (s.is_uniform() && s.sliding_layers == 0 && s.token() > Bytes{}) {
        const double tokens = std::floor(pool / (s.token() * paging.block)) * paging.block;
        return {.tokens = tokens, .concurrency = tokens / round_up(context, paging.block)};
    }
    if (paging.engine == ServingEngine::vllm) {
        const Groups g = groups_of(s, paging.block);
        const double blocks = std::floor(pool / (g.page * g.layers));
        const double of_sequence = blocks_of(g, context, s.window - 1 + paging.batch_tokens);
        const double block = g.full > 0 ? g.full_block : g.sliding_block;
        CachePool holds{.concurrency = blocks / of_sequence, .blocks = blocks, .blocks_per_sequence = of_sequence};
        holds.tokens = paging.version == EngineVersion::latest ? std::floor(holds.concurrency * context)
                                                               : std::floor(blocks / (g.full + g.sliding + g.linear)) * block;
        return holds;
    }
    const double concurrency = pool / std::max(sequence_cache(s, context, paging), 1 * B);
    return {.tokens = std::floor(concurrency * context), .concurrency = concurrency};
}

}
