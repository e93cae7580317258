#pragma once
// What the forward pass keeps for the backward pass, and what the loss needs.

#include "engine/models/training_constants.h"
#include "engine/models/training_setup.h"
#include "engine/models/training_shape.h"

namespace engine {

/// How much of a layer is kept. Without what is cheap: norms, the activation function's product and MLA's
/// up-projections are done again (Megatron's recomputation by module). Per operator: the block's input, the
/// attention's output and every other matmul's.
enum class Kept { everything, all_but_scores, without_cheap, per_operator, input };

/// Bytes one layer keeps for a token on one GPU.
///
///     everything     8 h + 2 (q + o) + 4 kv + 4 a + 2 n_f f            MoE: f = k f_e + f_s, + 4 k h for the routed copies
///     cheap again    4 h and 2 f less, with MLA 2 (q + kv) less
///     per operator   4 h + 2 o + 2 (q + kv) + 2 f
///     input          2 h
///     unfused        10 h + 24 h / t + 5 a s / t                       scores kept, [korthikanti-2022] equation 2
///
///     h hidden, q, o, kv widths of queries, attention output and keys (or values), a heads, n_f matrices of the MLP
///
/// Wide parts are divided by t, those of width h only with sequence parallelism. In FP8 and FP4 Transformer Engine keeps the
/// linear layers' inputs in one byte: 2 h + o + f less (torchtitan's Float8 saves nothing: 77.0 and 76.8 GiB measured).
/// Source: [korthikanti-2022] (unfused); the fused form is checked on torchtune's savings by recomputation, 18.0 GiB (17.9).
BytesPerToken layer_activations(const TrainingSetup& setup, const TrainingShape& shape, const AttentionKind& kind, bool moe,
                                Kept kept);

/// Adapters on a base of fewer than 16 bits, not compiled: each linear layer keeps a copy of its input in the type it computes
/// in. 2 (n_f h + o + f) bytes a token; LitGPT's NF4 rows need 2.3 GB more than its 16-bit ones, this gives 2.3.
BytesPerToken input_copies(const TrainingSetup& setup, const TrainingShape& shape, const AttentionKind& kind, bool moe);

struct ActivationMemory {
    Bytes kept;        ///< of all layers and micro-batches in flight
    Bytes recomputed;  ///< one layer while it is recomputed
    Bytes logits;      ///< at the loss, with what its gradient needs; 0 on a GPU that another stage exceeds
    double flight = 1; ///< micro-batches that the fullest stage holds
};

/// Activations of the fullest GPU.
///
///     A = m_p ceil(L / p) / L  sum over layers of T (c a_layer + copies),     T = micro_batch s / cp
///     logits = l T V / t,  with a chunked loss an eighth of it and 2 h T
///
///     c  saved against counted, eager or per-operator (training_constants.h);   m_p  micro-batches in flight (pipeline.h)
///     l  bytes a logit: 6 with Megatron's fused loss (ZeRO-1 and below, several GPUs) or a chunked one, else 14
ActivationMemory training_activations(const TrainingSetup& setup, const LanguageModel& completed_model,
                                      const TrainingShape& shape, const TrainingMemoryConstants& constants);

}
