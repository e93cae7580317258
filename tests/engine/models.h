#pragma once
// Shapes of public models that several tests use, typed from their config.json, so that the engine's tests need no catalog.

#include "engine/models/transformer.h"
#include "engine/specs/accelerator.h"
#include "engine/specs/number_format.h"

namespace test {

inline engine::LanguageModel llama_70b()
{
    return {.layers = 80, .hidden = 8192, .intermediate = 28672, .heads = 64, .kv_heads = 8, .head_dim = 128,
            .vocab = 128256, .max_context = 131072};
}

inline engine::LanguageModel llama_8b()
{
    return {.layers = 32, .hidden = 4096, .intermediate = 14336, .heads = 32, .kv_heads = 8, .head_dim = 128,
            .vocab = 128256, .max_context = 131072};
}

inline engine::LanguageModel mistral_small_22b()
{
    return {.layers = 56, .hidden = 6144, .intermediate = 16384, .heads = 48, .kv_heads = 8, .head_dim = 128, .vocab = 32768};
}

inline engine::LanguageModel deepseek_v3()
{
    return {.layers = 61, .hidden = 7168, .intermediate = 18432, .heads = 128, .vocab = 129280, .experts_total = 256,
            .experts_active = 8, .experts_shared = 1, .moe_intermediate = 2048, .first_k_dense = 3, .q_lora_rank = 1536,
            .kv_lora_rank = 512, .qk_rope_head_dim = 64, .qk_nope_head_dim = 128, .v_head_dim = 128, .max_context = 163840};
}

inline engine::LanguageModel gpt_oss_120b()
{
    return {.layers = 36, .hidden = 2880, .intermediate = 2880, .heads = 64, .kv_heads = 8, .head_dim = 64, .vocab = 201088,
            .attention_bias = 2, .experts_total = 128, .experts_active = 4, .moe_intermediate = 2880, .sliding_window = 128,
            .sliding_layers = 18, .max_context = 131072};
}

/// Qwen3.5-27B: a gated delta net in three of four layers.
inline engine::LanguageModel qwen_27b_hybrid()
{
    return {.layers = 64, .hidden = 5120, .intermediate = 17408, .heads = 24, .kv_heads = 4, .head_dim = 256, .vocab = 248320,
            .attention_gate = 1, .linear_layers = 48, .linear_attention = 1, .linear_key_heads = 16, .linear_value_heads = 48,
            .linear_key_head_dim = 128, .linear_value_head_dim = 128, .linear_conv_kernel = 4, .max_context = 262144};
}

/// Qwen3.5-35B-A3B.
inline engine::LanguageModel qwen_35b_hybrid()
{
    return {.layers = 40, .hidden = 2048, .heads = 16, .kv_heads = 2, .head_dim = 256, .vocab = 248320, .attention_gate = 1,
            .experts_total = 256, .experts_active = 8, .experts_shared = 1, .moe_intermediate = 512, .linear_layers = 30,
            .linear_attention = 1, .linear_key_heads = 16, .linear_value_heads = 32, .linear_key_head_dim = 128,
            .linear_value_head_dim = 128, .linear_conv_kernel = 4, .max_context = 262144};
}

inline engine::NumberFormat bits(double bits) { return {.bits_per_weight = bits}; }

inline engine::NumberFormat mxfp4()
{
    return {.bits_per_weight = 4.25, .arithmetic = static_cast<double>(engine::Arithmetic::fp4), .expert_bits = 4.25};
}

inline engine::NumberFormat fp8()
{
    return {.bits_per_weight = 8, .arithmetic = static_cast<double>(engine::Arithmetic::fp8), .expert_bits = 8,
            .mlp_bits = 8, .attention_bits = 8, .moe_attention_bits = 8};
}

/// 81,559 MiB, as nvidia-smi lists it.
inline engine::Accelerator h100()
{
    return {.architecture = static_cast<double>(engine::Architecture::hopper), .memory_bytes = 85520809984};
}

}
