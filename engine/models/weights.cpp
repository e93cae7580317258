#include "engine/models/weights.h"

#include "engine/models/memory_constants.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

Bytes stored(double weights, double bits) { return weights * bits * units::bit; }

/// The share of attention's weights that are K and V projections of GQA layers.
double key_value_share(const LanguageModel& m, const ParameterCount& count)
{
    if (m.attention == static_cast<double>(Attention::mla) || count.attention_total <= 0)
        return 0;
    const double full = m.kv_heads * (m.head_dim + (m.shared_kv > 0 ? 0 : m.v_head_dim));
    const double sliding = 2 * m.sliding_kv_heads * m.sliding_head_dim;
    const double weights = m.hidden * (m.full_layers * full + m.sliding_layers * sliding);
    return std::min(1.0, weights / count.attention_total);
}

}

WeightBits weight_bits(const NumberFormat& f, bool mixture_of_experts)
{
    const double bits = value_or(f.bits_per_weight, 16);
    const bool names_parts = is_present(f.expert_bits) || is_present(f.mlp_bits) || is_present(f.attention_bits) ||
                             is_present(f.moe_attention_bits) || is_present(f.embedding_bits) || is_present(f.head_bits);
    const double wide = std::max(16.0, bits); // fp32 keeps all parts in 32 bits
    if (!names_parts)
        return {.expert = bits, .mlp = bits, .attention = bits, .embedding = wide, .head = wide, .other = wide};
    return {.expert = value_or(f.expert_bits, wide),
            .mlp = value_or(f.mlp_bits, wide),
            .attention = value_or(mixture_of_experts ? f.moe_attention_bits : f.attention_bits, wide),
            .embedding = value_or(f.embedding_bits, wide),
            .head = value_or(f.head_bits, wide),
            .other = wide};
}

Weights model_weights(const LanguageModel& m, const ParameterCount& count, const NumberFormat& format)
{
    const WeightBits bits = weight_bits(format, m.experts_total > 0);
    const double replicated = m.full_layers * count.mla_replicated + m.index_layers * count.indexer;
    return {.attention = stored(count.attention_total - replicated, bits.attention),
            .mlp = stored(count.dense_mlp_total + count.shared_total, bits.mlp),
            .experts = stored(count.experts_total, bits.expert),
            .embedding = stored(count.embedding, bits.embedding),
            .head = stored(count.head, bits.head),
            .replicated = stored(replicated, bits.attention) + stored(count.router_total + count.norms, bits.other)};
}

Weights rank_weights(const Weights& whole, const LanguageModel& m, const ParameterCount& count, const Layout& layout)
{
    const double t = layout.tensor, p = layout.pipeline, e = layout.expert;
    const double stage = std::ceil(m.layers / p) / m.layers;
    const double key_value = key_value_share(m, count);
    const double attention = (1 - key_value) / t + key_value * std::max(1 / t, std::min(1.0, 1 / m.kv_heads));
    const double groups = m.experts_total > 0 ? std::ceil(m.experts_total / e) / m.experts_total : 0;
    const double experts = groups / std::max(1.0, t / e);

    Weights rank{.attention = whole.attention * stage * attention,
                 .mlp = whole.mlp * stage / t,
                 .experts = whole.experts * stage * experts,
                 .embedding = whole.embedding / t,
                 .head = whole.head / t,
                 .replicated = whole.replicated * stage};
    if (p > 1) { // Embedding and head are at the two ends; the fuller end counts. A tied table is on both.
        const Bytes head = m.tie_embeddings > 0 ? rank.embedding : rank.head;
        (head >= rank.embedding ? rank.embedding : rank.head) = Bytes{};
        if (m.tie_embeddings > 0)
            rank.head = head;
    }
    return rank;
}

double expert_padding(const LanguageModel& m, const NumberFormat& format, const Layout& layout)
{
    // MXFP4 has the only scale for 32 values, 4.25 bits; NVFP4 (4.5) kernels take narrower widths.
    const bool mxfp4 = format.arithmetic == static_cast<double>(Arithmetic::fp4) && !(format.gguf > 0) &&
                       value_or(format.expert_bits, value_or(format.bits_per_weight, 16)) < 4.5;
    if (!mxfp4 || m.experts_total <= 0 || m.moe_intermediate <= 0)
        return 1;
    const double width = m.moe_intermediate / std::max(1.0, layout.tensor / layout.expert);
    return std::ceil(width / memory_constants::mxfp4_width) * memory_constants::mxfp4_width / width;
}

}
