#include "engine/models/replica.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

using namespace units;

constexpr double no_limit = std::numeric_limits<double>::infinity();
/// Formats below this many bits a weight read slower and, in experts, need de-quantising.
constexpr double narrow_bits = 5;
constexpr double fp8_bits = 9;

bool is_mla(const LanguageModel& m) { return m.attention == static_cast<double>(Attention::mla); }

bool block_scaled(const LanguageModel& m, const NumberFormat& f)
{
    const bool fp8 = f.arithmetic == static_cast<double>(Arithmetic::fp8) && value_or(f.bits_per_weight, 16) < fp8_bits;
    return f.block_scaled > 0 || (fp8 && (is_mla(m) || m.qk_norm > 0));
}

WeightPart part(double weights, double bits, Arithmetic arithmetic, const SustainedRates& rates, bool block)
{
    return {.multiplied = weights,
            .read = weights * bits * bit,
            .rate = matmul_rate(rates, arithmetic, bits),
            .is_narrow = bits < narrow_bits,
            .is_block = block && bits < fp8_bits};
}

}

Replica make_replica(const LanguageModel& m, const ParameterCount& count, const Accelerator& gpu, const NumberFormat& weights,
                     double key_bits, double value_bits, const Layout& layout, ServingEngine engine, const Wiring& wiring)
{
    const double t = layout.tensor, e = m.experts_total > 0 ? layout.expert : 1;
    const bool moe = m.experts_total > 0;
    const WeightBits bits = weight_bits(weights, moe);
    const auto arithmetic = static_cast<Arithmetic>(static_cast<int>(weights.arithmetic));

    Replica r;
    r.engine = engine;
    r.layout = {.tensor = t, .pipeline = layout.pipeline, .expert = e};
    r.rates = sustained_rates(gpu);
    r.layers = m.layers;
    r.attention_layers = m.full_layers + m.sliding_layers + m.linear_layers;
    // Most layers are attention and MLP; where fewer layers attend than there are, each layer is one of both (Nemotron).
    r.blocks = m.layers + std::min(r.attention_layers, m.layers);
    if (r.attention_layers < m.layers)
        r.blocks = m.layers;
    r.moe_layers = m.moe_layers;
    r.hidden = m.hidden;
    r.full_layers = m.full_layers;
    r.sliding_layers = m.sliding_layers;
    r.linear_layers = m.linear_layers;
    r.index_layers = m.index_layers;
    r.window = m.sliding_layers > 0 ? m.sliding_window : no_limit;
    r.sparse_tokens = m.index_topk > 0 ? m.index_topk : no_limit;
    r.experts = m.experts_total;
    r.active = m.experts_active;
    r.has_shared = count.shared_experts > 0;
    r.is_mla = is_mla(m);
    r.is_block = block_scaled(m, weights);
    r.is_fp4 = arithmetic == Arithmetic::fp4 && bits.expert >= 4.5 && bits.expert < narrow_bits && weights.gguf == 0;

    const double replicated = m.full_layers * count.mla_replicated + m.index_layers * count.indexer;
    const double attention = (count.attention_total - replicated) / t + replicated;
    const double mlp = count.dense_mlp_total + count.shared_total + count.router_total;
    r.attention = part(attention, bits.attention, arithmetic, r.rates, r.is_block);
    r.mlp = part(mlp / t, bits.mlp, arithmetic, r.rates, r.is_block);
    r.head = part(m.vocab * m.hidden / t, bits.head, arithmetic, r.rates, false);
    r.expert = part(count.expert / std::max(1.0, t / e), bits.expert, arithmetic, r.rates, r.is_block);
    r.expert_groups = e;
    r.replicas_spanned = std::max(1.0, e / t);
    r.experts_dequantised = moe && r.expert.is_narrow && !(r.rates.has_fp4 && arithmetic == Arithmetic::fp4);

    r.cache = cache_shape(m, key_bits, value_bits, {.tensor = t, .pipeline = 1, .expert = e}, engine);
    const double heads = m.heads;
    r.prefill_flop = r.is_mla ? 2 * heads * (m.qk_nope_head_dim + m.qk_rope_head_dim + m.v_head_dim)
                              : 2 * heads * (m.head_dim + m.v_head_dim);
    r.decode_flop = r.is_mla ? 2 * heads * (2 * m.kv_lora_rank + m.qk_rope_head_dim) : r.prefill_flop;
    r.index_flop = m.index_heads * m.index_head_dim;

    r.all_reduce = reduce_lanes(wiring, t);
    r.exchange = e > wiring.gpus_per_domain && is_present(wiring.inter.one_direction) ? wiring.inter : wiring.intra;
    r.stage_hops = layout.pipeline - 1;
    return r;
}

}
