#pragma once
// How many bytes the weights take: the parts of transformer.h times the bits that a number format gives each part.
//
//     Weights whole = model_weights(model, count, format);              // the checkpoint
//     Weights mine = rank_weights(whole, model, count, layout);         // the fullest GPU
//
// Bits are true ones, scales and zero points included (number_format.h).

#include "engine/models/transformer.h"
#include "engine/specs/number_format.h"
#include "engine/units/quantity.h"

namespace engine {

/// How the model is cut. Experts: `expert` groups, each cut over tensor / expert ranks; expert > tensor spans replicas.
struct Layout {
    double tensor = 1, pipeline = 1, expert = 1;
};

/// Bits of a weight by part. A format names the parts that it quantises, all others keep 16 bits; a format that names
/// none (just bits_per_weight) means every matrix but embedding and head.
struct WeightBits {
    double expert = 16, mlp = 16, attention = 16, embedding = 16, head = 16;
    double other = 16; ///< norms, router
};
WeightBits weight_bits(const NumberFormat& format, bool mixture_of_experts);

struct Weights {
    Bytes attention;      ///< without what is in `replicated`
    Bytes mlp;            ///< dense MLPs and shared experts
    Bytes experts;        ///< routed
    Bytes embedding, head;
    Bytes replicated;     ///< on every tensor-parallel rank: norms, routers, MLA's q_a and kv_a, sparse indexers

    constexpr Bytes total() const { return attention + mlp + experts + embedding + head + replicated; }
};

/// The whole model, once.
///
///     W = sum of N_part b_part / 8
Weights model_weights(const LanguageModel& completed_model, const ParameterCount& count, const NumberFormat& format);

/// What the fullest GPU holds.
///
///     W = f_p [ W_attention / t  +  W_mlp / t  +  W_experts / (e max(1, t / e))  +  W_replicated ]
///         + max(W_embedding, W_head) / t          (their sum when p = 1)
///
///     t tensor, p pipeline, e expert parallelism; f_p = ceil(layers / p) / layers
///
/// K and V projections are held whole by each rank of a KV head: the share is max(1/t, 1/kv_heads) (t > kv_heads).
/// Routed experts are whole numbers a group: ceil(E / e) / E.
Weights rank_weights(const Weights& whole, const LanguageModel& completed_model, const ParameterCount& count,
                     const Layout& layout);

/// Routed experts as the kernels store them: MXFP4 widths rounded up to a multiple of 256 on each rank; 1 for other formats.
double expert_padding(const LanguageModel& completed_model, const NumberFormat& format, const Layout& layout);

}
