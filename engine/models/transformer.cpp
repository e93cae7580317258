#include "engine/models/transformer.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

bool kind_is(const LanguageModel& m, Attention kind) { return m.attention == static_cast<double>(kind); }
bool kind_is(const LanguageModel& m, LinearAttention kind) { return m.linear_attention == static_cast<double>(kind); }

void default_to(double& member, double value)
{
    if (!is_present(member))
        member = value;
}

double usual_attention(const LanguageModel& m)
{
    if (m.kv_lora_rank > 0)
        return static_cast<double>(Attention::mla);
    if (m.kv_heads == m.heads)
        return static_cast<double>(Attention::mha);
    return static_cast<double>(m.kv_heads == 1 ? Attention::mqa : Attention::gqa);
}

/// Biases of q, k, v (1) and of o as well (2).
double attention_biases(const LanguageModel& m, double query, double key, double value)
{
    return (m.attention_bias >= 1 ? query + key + value : 0) + (m.attention_bias >= 2 ? m.hidden : 0);
}

double grouped_attention(const LanguageModel& m, double kv_heads, double head_dim, double v_head_dim, bool one_tensor)
{
    const double h = m.hidden;
    const double query = m.heads * head_dim, out = m.heads * v_head_dim;
    const double key = kv_heads * head_dim, value = one_tensor ? 0 : kv_heads * v_head_dim;
    // Query through a low rank exists outside MLA as well (DeepSeek V4).
    const double query_weights = m.q_lora_rank > 0 ? h * m.q_lora_rank + m.q_lora_rank * query : h * query;
    const double gate = m.attention_gate > 0 ? h * out : 0;
    return query_weights + h * key + h * value + out * h + gate + attention_biases(m, query, key, value);
}

double latent_attention_replicated(const LanguageModel& m)
{
    return m.hidden * m.q_lora_rank + m.hidden * (m.kv_lora_rank + m.qk_rope_head_dim);
}

double latent_attention(const LanguageModel& m)
{
    const double query = m.heads * (m.qk_nope_head_dim + m.qk_rope_head_dim);
    const double query_up = (m.q_lora_rank > 0 ? m.q_lora_rank : m.hidden) * query;
    const double key_value_up = m.kv_lora_rank * m.heads * (m.qk_nope_head_dim + m.v_head_dim);
    const double out = m.heads * m.v_head_dim * m.hidden;
    return latent_attention_replicated(m) + query_up + key_value_up + out * (m.attention_gate > 0 ? 2 : 1);
}

double linear_attention(const LanguageModel& m)
{
    const double h = m.hidden;
    const double key = m.linear_key_heads * m.linear_key_head_dim;
    const double value = m.linear_value_heads * m.linear_value_head_dim;
    const double convolution = m.linear_conv_kernel * (2 * key + value);
    if (kind_is(m, LinearAttention::mamba2))
        return h * (2 * value + 2 * key + m.linear_value_heads) + convolution + value * h + 3 * m.linear_value_heads + value;
    if (kind_is(m, LinearAttention::gated_delta_net))
        return h * (2 * key + 2 * value + 2 * m.linear_value_heads) + convolution + value * h +
               2 * m.linear_value_heads + m.linear_value_head_dim;
    const double width = m.heads * m.head_dim; // KDA and lightning: q, k, v, o and an output gate, all of full width;
    const double shared = 5 * h * width;
    if (kind_is(m, LinearAttention::kimi_delta))
        return shared + h * m.heads + m.linear_conv_kernel * 3 * width; // a learning rate a head, convolved q, k and v;
    return shared + width;                                              // a norm of the output
}

double indexer(const LanguageModel& m)
{
    // Queries from the low-rank query (or from hidden), one key for all heads with its norm, a weight for each head.
    const double source = m.q_lora_rank > 0 ? m.q_lora_rank : m.hidden;
    return source * m.index_heads * m.index_head_dim + m.hidden * m.index_head_dim + m.hidden * m.index_heads +
           2 * m.index_head_dim;
}

double mlp_matrices(const LanguageModel& m) { return m.gated_mlp > 0 ? 3 : 2; }

double dense_mlp(const LanguageModel& m)
{
    // Biases on every linear: plain MLPs of the GPT-2 age, where the attention's output has one as well.
    const double biases = m.attention_bias >= 2 ? (mlp_matrices(m) - 1) * m.intermediate + m.hidden : 0;
    return mlp_matrices(m) * m.hidden * m.intermediate + biases;
}

double routed_expert(const LanguageModel& m)
{
    const double biases = m.attention_bias >= 2 ? (mlp_matrices(m) - 1) * m.moe_intermediate + m.hidden : 0; // gpt-oss
    return mlp_matrices(m) * m.expert_hidden * m.moe_intermediate + biases;
}

double shared_experts(const LanguageModel& m)
{
    const double latent = m.expert_hidden != m.hidden ? 2 * m.hidden * m.expert_hidden : 0;
    // Qwen's hybrids scale their shared expert by a gate of h weights.
    const double gate = m.experts_shared > 0 && kind_is(m, LinearAttention::gated_delta_net) ? m.hidden : 0;
    return mlp_matrices(m) * m.hidden * m.shared_intermediate + gate + latent;
}

double norms(const LanguageModel& m)
{
    const double of_layer = 2 * m.hidden * (m.gated_mlp > 0 ? 1 : 2); // LayerNorm (plain MLPs) has a bias, RMSNorm has not
    const double of_heads = m.qk_norm > 0 ? 2 * m.head_dim : 0;
    const double latent = kind_is(m, Attention::mla) ? m.q_lora_rank + m.kv_lora_rank : 0;
    return m.layers * of_layer + (m.full_layers + m.sliding_layers) * of_heads + m.full_layers * latent +
           m.hidden * (m.gated_mlp > 0 ? 1 : 2);
}

void add_up(ParameterCount& count, const LanguageModel& m)
{
    const double moe_layers = m.moe_layers, dense_layers = m.layers - moe_layers;
    count.attention_total = m.full_layers * count.full_attention + m.sliding_layers * count.sliding_attention +
                            m.linear_layers * count.linear_attention + m.index_layers * count.indexer;
    count.dense_mlp_total = dense_layers * count.dense_mlp;
    count.shared_total = moe_layers * count.shared_experts;
    count.router_total = moe_layers * count.router;
    count.experts_total = moe_layers * m.experts_total * count.expert;
    const double rest = count.attention_total + count.dense_mlp_total + count.shared_total + count.router_total + count.norms;
    count.total = count.embedding + count.head + rest + count.experts_total;
    count.active_without_embedding = rest + moe_layers * m.experts_active * count.expert;
    count.active = count.embedding + count.head + count.active_without_embedding;
}

void scale_rest(ParameterCount& count, double factor)
{
    for (double* part : {&count.full_attention, &count.sliding_attention, &count.linear_attention, &count.mla_replicated,
                         &count.indexer, &count.dense_mlp, &count.shared_experts, &count.router, &count.norms})
        *part *= factor;
}

/// Fits the count of the shape to the published one.
void fit_to_published(ParameterCount& count, const LanguageModel& m)
{
    const double tables = count.embedding + count.head;
    const double all_experts = m.moe_layers * m.experts_total;
    if (all_experts > 0 && is_present(m.active_parameters) && m.active_parameters < m.parameters &&
        m.experts_active < m.experts_total) {
        const double experts = (m.parameters - m.active_parameters) / (1 - m.experts_active / m.experts_total);
        count.expert = experts / all_experts;
        // Active counts are published without the embedding too; what is left of them must stay something.
        constexpr double least_share = 0.02;
        const double rest = m.parameters - experts - tables;
        const double shape_rest = count.total - count.experts_total - tables;
        scale_rest(count, std::max(rest, least_share * m.active_parameters) / shape_rest);
    } else {
        const double factor = std::max(m.parameters - tables, 0.0) / (count.total - tables);
        scale_rest(count, factor);
        count.expert *= factor;
    }
    add_up(count, m);
}

}

bool is_complete(const LanguageModel& m)
{
    return m.layers > 0 && m.hidden > 0 && m.heads > 0 && m.vocab > 0; // NaN compares false
}

LanguageModel completed(LanguageModel m)
{
    default_to(m.kv_lora_rank, 0);
    default_to(m.q_lora_rank, 0);
    default_to(m.kv_heads, m.heads);
    default_to(m.head_dim, m.kv_lora_rank > 0 ? value_or(m.qk_nope_head_dim, 128) : m.hidden / m.heads);
    default_to(m.attention, usual_attention(m));
    default_to(m.qk_rope_head_dim, m.kv_lora_rank > 0 ? 64 : 0);
    default_to(m.qk_nope_head_dim, m.kv_lora_rank > 0 ? m.head_dim : 0);
    default_to(m.v_head_dim, m.head_dim);
    default_to(m.tie_embeddings, 0);
    default_to(m.gated_mlp, 1);

    default_to(m.experts_total, 0);
    default_to(m.experts_active, m.experts_total > 0 ? 1 : 0);
    default_to(m.first_k_dense, 0);
    default_to(m.moe_layers, m.experts_total > 0 ? m.layers - m.first_k_dense : 0);
    m.moe_layers = std::min(m.moe_layers, m.layers);
    default_to(m.intermediate, m.moe_layers >= m.layers ? 0 : m.hidden * (m.gated_mlp > 0 ? 8.0 / 3 : 4));
    default_to(m.moe_intermediate, m.intermediate);
    default_to(m.experts_shared, value_or(m.shared_intermediate, 0) > 0 ? 1 : 0);
    default_to(m.shared_intermediate, m.experts_shared * m.moe_intermediate);
    default_to(m.expert_hidden, m.hidden);

    default_to(m.linear_layers, 0);
    default_to(m.sliding_window, 0);
    const double attending = m.layers - m.linear_layers;
    if (!is_present(m.sliding_layers))
        m.sliding_layers = m.sliding_window > 0 ? attending - value_or(m.full_layers, 0) : 0;
    default_to(m.full_layers, attending - m.sliding_layers);
    default_to(m.sliding_kv_heads, m.kv_heads);
    default_to(m.sliding_head_dim, m.head_dim);

    default_to(m.linear_attention, static_cast<double>(m.linear_layers > 0 ? LinearAttention::gated_delta_net
                                                                           : LinearAttention::none));
    default_to(m.linear_value_heads, m.linear_layers > 0 ? m.heads : 0);
    default_to(m.linear_key_heads, m.linear_value_heads);
    default_to(m.linear_key_head_dim, m.linear_layers > 0 ? m.head_dim : 0);
    default_to(m.linear_value_head_dim, m.linear_key_head_dim);
    default_to(m.linear_conv_kernel, m.linear_layers > 0 ? 4 : 0);

    default_to(m.index_topk, 0);
    default_to(m.index_layers, m.index_topk > 0 ? m.full_layers : 0);
    default_to(m.index_heads, m.index_layers > 0 ? 32 : 0);
    default_to(m.index_head_dim, m.index_layers > 0 ? 128 : 0);

    default_to(m.attention_bias, 0);
    default_to(m.qk_norm, 0);
    default_to(m.attention_gate, 0);
    default_to(m.shared_kv, 0);
    return m;
}

ParameterCount count_parameters(const LanguageModel& m)
{
    ParameterCount count;
    count.embedding = m.vocab * m.hidden;
    count.head = m.tie_embeddings > 0 ? 0 : count.embedding;
    if (m.full_layers > 0 && kind_is(m, Attention::mla)) {
        count.full_attention = latent_attention(m);
        count.mla_replicated = latent_attention_replicated(m);
    } else if (m.full_layers > 0) {
        count.full_attention = grouped_attention(m, m.kv_heads, m.head_dim, m.v_head_dim, m.shared_kv > 0);
    }
    if (m.sliding_layers > 0) {
        const double value_dim = m.sliding_head_dim == m.head_dim ? m.v_head_dim : m.sliding_head_dim;
        count.sliding_attention = grouped_attention(m, m.sliding_kv_heads, m.sliding_head_dim, value_dim, false);
    }
    if (m.linear_layers > 0)
        count.linear_attention = linear_attention(m);
    if (m.index_layers > 0)
        count.indexer = indexer(m);
    count.dense_mlp = m.moe_layers < m.layers ? dense_mlp(m) : 0;
    if (m.moe_layers > 0) {
        count.shared_experts = shared_experts(m);
        count.expert = routed_expert(m);
        count.router = m.hidden * m.experts_total + (m.attention_bias >= 2 ? m.experts_total : 0);
    }
    count.norms = norms(m);
    add_up(count, m);
    if (is_present(m.parameters))
        fit_to_published(count, m);
    return count;
}

}
