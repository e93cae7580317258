#pragma once
// How weights or cache entries are stored: true bits a value, scales and zero points included, and which tensors the
// format's usual checkpoints leave wider. `nvfp4` is 4.5 bits, not 4: a byte of scale for every 16 values.

#include "engine/specs/record.h"

#include <array>

namespace engine {

/// The multiply-accumulate type that a GEMM over weights of this format can use, if the device has it.
enum class Arithmetic { fp32, bf16, fp8, fp4, int8 };
inline constexpr std::array<std::string_view, 5> arithmetic_ids{"fp32", "bf16", "fp8", "fp4", "int8"};

struct NumberFormat {
    double bits_per_weight = absent;    ///< of a quantised tensor, scales included
    double arithmetic = 1;              ///< index into arithmetic_ids
    double block_scaled = 0;            ///< 1: 128 x 128 blocks with their own kernels (DeepSeek FP8)
    double expert_bits = absent;        ///< bits a weight of routed experts;
    double mlp_bits = absent;           ///< of dense MLPs and shared experts;
    double attention_bits = absent;     ///< of attention in a dense model;
    double moe_attention_bits = absent; ///< of attention in a mixture of experts;
    double embedding_bits = absent;     ///< of the embedding table;
    double head_bits = absent;          ///< of the output head
    double gguf = 0;                    ///< 1: a llama.cpp file type, de-quantised on the general lanes
};

inline constexpr std::array number_format_members{
    Member<NumberFormat>{"bits_per_weight", &NumberFormat::bits_per_weight},
    Member<NumberFormat>{"arithmetic", &NumberFormat::arithmetic},
    Member<NumberFormat>{"block_scaled", &NumberFormat::block_scaled},
    Member<NumberFormat>{"expert_bits", &NumberFormat::expert_bits},
    Member<NumberFormat>{"mlp_bits", &NumberFormat::mlp_bits},
    Member<NumberFormat>{"attention_bits", &NumberFormat::attention_bits},
    Member<NumberFormat>{"moe_attention_bits", &NumberFormat::moe_attention_bits},
    Member<NumberFormat>{"embedding_bits", &NumberFormat::embedding_bits},
    Member<NumberFormat>{"head_bits", &NumberFormat::head_bits},
    Member<NumberFormat>{"gguf", &NumberFormat::gguf},
};
static_assert(describes<NumberFormat>(number_format_members));

}
