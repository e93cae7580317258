#pragma once
// The shape of a decoder-only language model: what its config.json tells, as numbers.
//
// Layers are counted by the kind of their attention: full_layers + sliding_layers + linear_layers = layers. Absent
// members take the usual value (completed() in engine/models/transformer.h), so a model may be given by a few of them.

#include "engine/specs/record.h"

#include <array>

namespace engine {

enum class Attention { mha, gqa, mqa, mla };
inline constexpr std::array<std::string_view, 4> attention_ids{"MHA", "GQA", "MQA", "MLA"};

/// The kind of the linear-attention (recurrent) layers of a hybrid model: which state they keep for each sequence.
enum class LinearAttention { none, gated_delta_net, kimi_delta, lightning, mamba2 };
inline constexpr std::array<std::string_view, 5> linear_attention_ids{
    "none", "gated-delta-net", "kimi-delta", "lightning", "mamba2"};

struct LanguageModel {
    double layers = absent, hidden = absent;
    double intermediate = absent;          ///< width of a dense MLP
    double heads = absent, kv_heads = absent, head_dim = absent, vocab = absent;
    double tie_embeddings = absent;        ///< 1: the output head is the embedding table
    double gated_mlp = absent;             ///< 1: three matrices (SwiGLU); 0: two (GELU)
    double attention = absent;             ///< index into attention_ids
    double attention_bias = absent;        ///< 0 none, 1 on q, k, v, 2 on q, k, v and o
    double qk_norm = absent;               ///< 1: a norm on each head's q and k
    double attention_gate = absent;        ///< 1: an output gate as wide as q (Qwen3-Next, Qwen3.5)
    double experts_total = absent, experts_active = absent, experts_shared = absent;
    double moe_intermediate = absent;      ///< width of one routed expert
    double shared_intermediate = absent;   ///< width of all shared experts together
    double first_k_dense = absent;         ///< leading layers with a dense MLP
    double moe_layers = absent;            ///< layers with experts, where not layers - first_k_dense
    double expert_hidden = absent;         ///< experts work on a projection this wide (latent MoE), else hidden
    double q_lora_rank = absent, kv_lora_rank = absent;                               ///< MLA; q_lora_rank 0: plain q
    double qk_rope_head_dim = absent, qk_nope_head_dim = absent, v_head_dim = absent; ///< MLA; v_head_dim also for GQA
    double sliding_window = absent;        ///< tokens that a sliding layer sees
    double full_layers = absent, sliding_layers = absent, linear_layers = absent;
    double sliding_kv_heads = absent, sliding_head_dim = absent; ///< where they differ from the full layers' (Gemma 4)
    double shared_kv = absent;             ///< 1: full layers keep one tensor for K and V (K = V)
    double linear_attention = absent;      ///< index into linear_attention_ids
    double linear_key_heads = absent, linear_value_heads = absent;
    double linear_key_head_dim = absent, linear_value_head_dim = absent, linear_conv_kernel = absent;
    double index_layers = absent, index_heads = absent, index_head_dim = absent, index_topk = absent; ///< sparse indexer
    double max_context = absent;           ///< tokens of one sequence that the model is made for
    double parameters = absent;            ///< total, when the shape above does not reproduce it; else computed
    double active_parameters = absent;     ///< per token, likewise
};

inline constexpr std::array language_model_members{
    Member<LanguageModel>{"layers", &LanguageModel::layers},
    Member<LanguageModel>{"hidden", &LanguageModel::hidden},
    Member<LanguageModel>{"intermediate", &LanguageModel::intermediate},
    Member<LanguageModel>{"heads", &LanguageModel::heads},
    Member<LanguageModel>{"kv_heads", &LanguageModel::kv_heads},
    Member<LanguageModel>{"head_dim", &LanguageModel::head_dim},
    Member<LanguageModel>{"vocab", &LanguageModel::vocab},
    Member<LanguageModel>{"tie_embeddings", &LanguageModel::tie_embeddings},
    Member<LanguageModel>{"gated_mlp", &LanguageModel::gated_mlp},
    Member<LanguageModel>{"attention", &LanguageModel::attention},
    Member<LanguageModel>{"attention_bias", &LanguageModel::attention_bias},
    Member<LanguageModel>{"qk_norm", &LanguageModel::qk_norm},
    Member<LanguageModel>{"attention_gate", &LanguageModel::attention_gate},
    Member<LanguageModel>{"experts_total", &LanguageModel::experts_total},
    Member<LanguageModel>{"experts_active", &LanguageModel::experts_active},
    Member<LanguageModel>{"experts_shared", &LanguageModel::experts_shared},
    Member<LanguageModel>{"moe_intermediate", &LanguageModel::moe_intermediate},
    Member<LanguageModel>{"shared_intermediate", &LanguageModel::shared_intermediate},
    Member<LanguageModel>{"first_k_dense", &LanguageModel::first_k_dense},
    Member<LanguageModel>{"moe_layers", &LanguageModel::moe_layers},
    Member<LanguageModel>{"expert_hidden", &LanguageModel::expert_hidden},
    Member<LanguageModel>{"q_lora_rank", &LanguageModel::q_lora_rank},
    Member<LanguageModel>{"kv_lora_rank", &LanguageModel::kv_lora_rank},
    Member<LanguageModel>{"qk_rope_head_dim", &LanguageModel::qk_rope_head_dim},
    Member<LanguageModel>{"qk_nope_head_dim", &LanguageModel::qk_nope_head_dim},
    Member<LanguageModel>{"v_head_dim", &LanguageModel::v_head_dim},
    Member<LanguageModel>{"sliding_window", &LanguageModel::sliding_window},
    Member<LanguageModel>{"full_layers", &LanguageModel::full_layers},
    Member<LanguageModel>{"sliding_layers", &LanguageModel::sliding_layers},
    Member<LanguageModel>{"linear_layers", &LanguageModel::linear_layers},
    Member<LanguageModel>{"sliding_kv_heads", &LanguageModel::sliding_kv_heads},
    Member<LanguageModel>{"sliding_head_dim", &LanguageModel::sliding_head_dim},
    Member<LanguageModel>{"shared_kv", &LanguageModel::shared_kv},
    Member<LanguageModel>{"linear_attention", &LanguageModel::linear_attention},
    Member<LanguageModel>{"linear_key_heads", &LanguageModel::linear_key_heads},
    Member<LanguageModel>{"linear_value_heads", &LanguageModel::linear_value_heads},
    Member<LanguageModel>{"linear_key_head_dim", &LanguageModel::linear_key_head_dim},
    Member<LanguageModel>{"linear_value_head_dim", &LanguageModel::linear_value_head_dim},
    Member<LanguageModel>{"linear_conv_kernel", &LanguageModel::linear_conv_kernel},
    Member<LanguageModel>{"index_layers", &LanguageModel::index_layers},
    Member<LanguageModel>{"index_heads", &LanguageModel::index_heads},
    Member<LanguageModel>{"index_head_dim", &LanguageModel::index_head_dim},
    Member<LanguageModel>{"index_topk", &LanguageModel::index_topk},
    Member<LanguageModel>{"max_context", &LanguageModel::max_context},
    Member<LanguageModel>{"parameters", &LanguageModel::parameters},
    Member<LanguageModel>{"active_parameters", &LanguageModel::active_parameters},
};
static_assert(describes<LanguageModel>(language_model_members));

}
