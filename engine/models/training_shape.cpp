#include "engine/models/training_shape.h"

#include <algorithm>

namespace engine {

namespace {

using namespace units;

/// Tokens that chunked kernels of recurrent layers work on at once.
constexpr double recurrent_chunk = 64;

AttentionKind grouped(const LanguageModel& m, double layers, double kv_heads, double head_dim, double v_head_dim)
{
    AttentionKind kind{.layers = layers, .heads = m.heads};
    kind.query = m.heads * head_dim;
    kind.output = m.heads * v_head_dim;
    kind.key_value = kv_heads * (head_dim + v_head_dim);
    const double gate = m.attention_gate > 0 ? kind.output : 0;
    kind.rotary = kind.query + kind.key_value + gate;
    kind.matrices[0] = {m.hidden, kind.rotary, 3};
    kind.matrices[1] = {kind.output, m.hidden};
    kind.matrices_used = 2;
    kind.score_width = head_dim + v_head_dim;
    return kind;
}

AttentionKind latent(const LanguageModel& m, double layers)
{
    const double no = m.qk_nope_head_dim, ro = m.qk_rope_head_dim, vd = m.v_head_dim;
    AttentionKind kind{.layers = layers, .heads = m.heads};
    kind.query = m.heads * (no + ro);
    kind.output = m.heads * vd;
    kind.key_value = m.heads * (no + ro + vd);
    kind.rotary = m.heads * (2 * ro + no + ro); // only the rotated part is touched, keys are concatenated once
    int used = 0;
    if (m.q_lora_rank > 0)
        kind.matrices[0] = {m.hidden, m.q_lora_rank}, kind.matrices[1] = {m.q_lora_rank, kind.query}, used = 2;
    else
        kind.matrices[0] = {m.hidden, kind.query}, used = 1;
    // kv_a and kv_b as one: h x (r + d_rope), then r x a (d_nope + d_v).
    kind.matrices[2] = {m.kv_lora_rank, m.heads * (no + vd)};
    kind.matrices[3] = {kind.output, m.hidden};
    if (used == 1)
        kind.matrices[1] = {m.hidden, m.kv_lora_rank + ro};
    else
        kind.matrices[0].out += m.kv_lora_rank + ro; // both read the hidden state
    kind.matrices_used = 4;
    kind.score_width = no + ro + vd;
    return kind;
}

AttentionKind recurrent(const LanguageModel& m, double weights)
{
    AttentionKind kind{.layers = m.linear_layers, .heads = std::max(1.0, m.linear_value_heads)};
    kind.query = m.linear_key_heads * m.linear_key_head_dim;
    kind.output = m.linear_value_heads * m.linear_value_head_dim;
    kind.key_value = kind.query + kind.output;
    kind.rotary = 2 * (kind.query + kind.key_value); // convolution and gates
    const double out = kind.output > 0 ? kind.output : m.hidden;
    kind.matrices[0] = {m.hidden, std::max(0.0, weights - out * m.hidden) / m.hidden};
    kind.matrices[1] = {out, m.hidden};
    kind.matrices_used = 2;
    kind.score_width = m.linear_key_head_dim + m.linear_value_head_dim;
    kind.fixed_span = recurrent_chunk + m.linear_key_head_dim;
    return kind;
}

}

TrainingShape training_shape(const LanguageModel& m, const ParameterCount& count)
{
    TrainingShape shape{.hidden = m.hidden, .vocab = m.vocab, .layers = m.layers};
    shape.gqa = m.attention != static_cast<double>(Attention::mla);
    if (m.full_layers > 0)
        shape.kinds[0] =
            shape.gqa ? grouped(m, m.full_layers, m.kv_heads, m.head_dim, m.v_head_dim) : latent(m, m.full_layers);
    if (m.sliding_layers > 0) {
        const double value_dim = m.sliding_head_dim == m.head_dim ? m.v_head_dim : m.sliding_head_dim;
        shape.kinds[1] = grouped(m, m.sliding_layers, m.sliding_kv_heads, m.sliding_head_dim, value_dim);
        shape.kinds[1].window = m.sliding_window;
    }
    if (m.linear_layers > 0)
        shape.kinds[2] = recurrent(m, count.linear_attention);
    shape.moe_layers = m.moe_layers;
    shape.dense_layers = m.layers - m.moe_layers;
    shape.mlp_matrices = m.gated_mlp > 0 ? 3 : 2;
    shape.mlp = m.intermediate;
    shape.expert = m.moe_intermediate;
    shape.shared = m.shared_intermediate;
    shape.expert_hidden = m.expert_hidden;
    shape.experts = m.experts_total;
    shape.active = m.experts_active;
    return shape;
}

double mean_span(const AttentionKind& kind, double sequence)
{
    if (kind.fixed_span > 0)
        return kind.fixed_span;
    if (kind.window > 0 && kind.window < sequence)
        return kind.window * (1 - kind.window / (2 * sequence));
    return sequence / 2;
}

FlopPerToken model_flop_per_token(const TrainingShape& shape, const ParameterCount& count, double sequence, bool causal,
                                  double matmul_passes)
{
    const double table = shape.vocab * shape.hidden;
    const double multiplied = count.active - (count.head > 0 ? table : 0); // a tied table is the head
    double attention = 0;
    for (const AttentionKind& kind : shape.kinds)
        attention += kind.layers * kind.heads * kind.score_width * mean_span(kind, sequence) *
                     (causal || kind.fixed_span > 0 ? 1 : 2);
    return (2 * matmul_passes * multiplied + 6 * attention) * FLOP / token;
}

}
