#pragma once
// A model as training sees it: the matrices of one layer of each kind, and the widths of what lies between them.

#include "engine/models/transformer.h"
#include "engine/units/quantity.h"

#include <array>

namespace engine {

/// y = x W with W in x out. `pieces` matrices side by side that a fused kernel runs as one (q, k, v; gate, up).
struct Matrix {
    double in = 0, out = 0;
    double pieces = 1;
};

/// Layers with the same attention.
struct AttentionKind {
    double layers = 0;
    std::array<Matrix, 4> matrices{}; ///< the last one is cut by rows in tensor parallelism, the others by columns
    int matrices_used = 0;
    double query = 0, output = 0;      ///< a d_qk and a d_v
    double key_value = 0;              ///< width of K and V together
    double rotary = 0;                 ///< width that rotary embedding, bias and head norms pass over
    double heads = 0, score_width = 0; ///< a and d_qk + d_v
    double window = 0;                 ///< tokens; 0: all
    double fixed_span = 0;             ///< of recurrent layers: keys that a token pairs with, whatever the sequence
};

struct TrainingShape {
    double hidden = 0, vocab = 0, layers = 0;
    std::array<AttentionKind, 3> kinds{}; ///< full, sliding, recurrent
    double dense_layers = 0, moe_layers = 0;
    double mlp_matrices = 3;        ///< 3 gated, 2 not
    double mlp = 0;                 ///< width of a dense MLP,
    double expert = 0, shared = 0;  ///< of one routed expert and of all shared ones
    double expert_hidden = 0;       ///< what routed experts read
    double experts = 0, active = 0; ///< E and k
    bool gqa = true;                ///< attention of the plain kind, whose q, k, v are one matrix when fused
};

TrainingShape training_shape(const LanguageModel& completed_model, const ParameterCount& count);

/// Mean number of keys a token sees, causal.
///
///     s / 2;    w (1 - w / 2s) with a window w < s
double mean_span(const AttentionKind& kind, double sequence);

/// FLOPs of the model for one token, forward and backward: what MFU counts.
///
///     F = 6 (N_active - V h) + 6 sum over layers of a (d_qk + d_v) span
///
/// The input table is looked up, not multiplied. `causal` false counts every score, as runs without FlashAttention do and
/// as their papers print.
FlopPerToken model_flop_per_token(const TrainingShape& shape, const ParameterCount& count, double sequence, bool causal,
                                  double matmul_passes);

}
