#pragma once
// How many weights a decoder-only transformer has, where they are, and how many of them one token uses.
//
// Recipe: 1. completed() fills in what the model does not tell; 2. count_parameters() counts one layer of each kind;
// 3. it multiplies by the layers of that kind and adds embedding and head; 4. where the model carries a published count
// because its shape is not reproduced, the count is fitted to it.
//
//     LanguageModel llama{.layers = 80, .hidden = 8192, .intermediate = 28672, .heads = 64, .kv_heads = 8, .vocab = 128256};
//     count_parameters(completed(llama)).total == 70553706496

#include "engine/specs/language_model.h"

namespace engine {

/// The model with every member present, but max_context, parameters and active_parameters, which may stay absent.
///
///     kv_heads = heads              head_dim = hidden / heads      v_head_dim = head_dim       gated_mlp = 1
///     moe_layers = layers - first_k_dense (0 without experts)      full_layers = layers - sliding_layers - linear_layers
///     intermediate = 8/3 hidden (gated) or 4 hidden, 0 where every layer has experts
///     moe_intermediate = intermediate       shared_intermediate = experts_shared * moe_intermediate
///     sliding_kv_heads, sliding_head_dim = those of the full layers;  a window with no layers counted: all layers slide
///     attention by kv_lora_rank and kv_heads;  everything else 0.
///
/// What has no usual value (layers, hidden, heads, vocab) stays absent if it is absent; is_complete() tells.
LanguageModel completed(LanguageModel model);

/// Whether layers, hidden, heads and vocab are known: nothing below has a meaning without them.
bool is_complete(const LanguageModel& model);

/// Weights of a model. "One layer" members are of a layer that has such a part, 0 where the model has none.
struct ParameterCount {
    double embedding = 0;          ///< V h
    double head = 0;               ///< V h, 0 when it is the embedding table (which a step still reads)

    double full_attention = 0;     ///< one layer with full attention (MLA too): q, k, v, o and gate, with biases,
    double sliding_attention = 0;  ///< with a window,
    double linear_attention = 0;   ///< of the recurrent kind
    double mla_replicated = 0;     ///< of full_attention: q_a and kv_a, which every tensor-parallel rank holds whole
    double indexer = 0;            ///< one layer's sparse indexer, whole on every rank too
    double dense_mlp = 0;          ///< one layer without experts
    double shared_experts = 0;     ///< one MoE layer: shared experts, their gate and the projections of a latent MoE
    double expert = 0;             ///< ONE routed expert of one layer
    double router = 0;             ///< one MoE layer
    double norms = 0;              ///< whole model: norms and their biases

    double attention_total = 0;    ///< all layers, indexers included
    double dense_mlp_total = 0, shared_total = 0, router_total = 0;
    double experts_total = 0;      ///< all routed experts of all layers
    double total = 0;              ///< everything
    double active = 0;             ///< per token: k of E routed experts, all of the rest
    double active_without_embedding = 0; ///< `active` without embedding and head: the other convention of model cards
};

/// Counts a completed model.
///
///     GQA      h a d + h g d + h g d_v + a d_v h          (+ biases, + h a d_v output gate; K = V drops h g d_v)
///     MLA      h r_q + r_q a (d_nope + d_rope) + h (r_kv + d_rope) + r_kv a (d_nope + d_v) + a d_v h    (+ gate)
///     MLP      3 h f gated, 2 h f plain
///     MoE      E 3 h f_e + shared 3 h f_s + router h E
///     GDN      h (2 n_k d_k + 2 n_v d_v + 2 n_v) + conv (2 n_k d_k + n_v d_v) + n_v d_v h + 2 n_v + d_v
///     Mamba-2  h (2 n_v d_v + 2 n_k d_k + n_v) + conv (2 n_k d_k + n_v d_v) + n_v d_v h
///     KDA      5 h a d + h a + 3 conv a d;   lightning  5 h a d + a d
///
///     h hidden, a query heads, g KV heads, d head size, r LoRA ranks, f widths, n and d of the linear layers' key and
///     value heads (Mamba-2: key heads are its groups, key size its state)
///
/// KDA layers are an approximation (the config does not tell every shape). Left out, together below 0.1 % but for GPT-2's
/// position table (0.6 %): attention sinks, biases of a router, a second pair of norms (Gemma). Left out as well, and not
/// small: vision towers, multi-token-prediction layers.
/// Where `parameters` is given it is believed: with `active_parameters` the routed experts are what the difference
/// tells, experts = (total - active) / (1 - k/E), and the rest is scaled to fit; without it everything but embedding
/// and head is scaled alike.
/// Source: [megatron-memory] compute_weight_and_optimizer_memory; GDN shapes [vllm-mamba-utils].
ParameterCount count_parameters(const LanguageModel& completed_model);

}
