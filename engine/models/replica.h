#pragma once
// One replica of a model as one of its GPUs sees it: how many weights a token meets there, how many bytes they are, at what
// rate they multiply, what a sequence keeps. All of it follows from specifications; the fitted parameters come later, in
// decode.h and prefill.h.
//
// Pipeline stages work one after another, so the times of a step count all layers; only memory is divided by stages.

#include "engine/models/communication.h"
#include "engine/models/kv_cache.h"
#include "engine/models/sustained_rate.h"
#include "engine/models/transformer.h"
#include "engine/models/weights.h"

namespace engine {

/// One kind of weights on this GPU.
struct WeightPart {
    double multiplied = 0;   ///< weights that each token is multiplied with,
    Bytes read;              ///< their bytes
    FlopPerSecond rate;      ///< of the arithmetic they run in
    bool is_narrow = false;  ///< 4 bits: reads reach less of the bandwidth
    bool is_block = false;   ///< FP8 with 128 x 128 scales: the GEMM is slower
};

struct Replica {
    ServingEngine engine = ServingEngine::vllm;
    Layout layout;
    // shape
    double layers = 0, blocks = 0, attention_layers = 0, moe_layers = 0, hidden = 0; ///< blocks: attention or MLP, counted singly
    double full_layers = 0, sliding_layers = 0, linear_layers = 0, index_layers = 0;
    double window = 0, sparse_tokens = 0;  ///< tokens that a sliding or a sparse layer sees; infinite where all
    double experts = 0, active = 0;        ///< of a MoE layer: routed in all, chosen by a token
    bool has_shared = false, is_mla = false, is_block = false, is_fp4 = false;
    // this GPU
    WeightPart attention, mlp, head, expert; ///< expert: one routed expert of one layer, this GPU's slice of it
    double expert_groups = 1;              ///< e
    double replicas_spanned = 1;           ///< e / t where experts span replicas
    bool experts_dequantised = false;      ///< 4-bit experts on tensor units without the format
    CacheShape cache;                      ///< of one GPU and the whole depth
    double decode_flop = 0;                ///< attention FLOP of one query and key, all heads, absorbed form for MLA
    double prefill_flop = 0;               ///< the same in a prefill
    double index_flop = 0;                 ///< of a sparse indexer
    SustainedRates rates;
    ReduceLanes all_reduce;
    Link exchange;                         ///< fabric that experts of several replicas meet over
    double stage_hops = 0;                 ///< p - 1
};

/// The replica that `layout` makes of a completed model.
///
///     attention  (N_attention - N_replicated) / t + N_replicated       MLP  N / t      head  V h / t      expert  N / max(1, t/e)
///
/// FP8 checkpoints of models with MLA or a norm on q and k (DeepSeek, Kimi, Qwen3, GLM, MiniMax) are block-scaled whatever
/// the label says: their publishers print only that kind. FP8 of Llama is per tensor.
Replica make_replica(const LanguageModel& completed_model, const ParameterCount& count, const Accelerator& gpu,
                     const NumberFormat& weights, double key_bits, double value_bits, const Layout& layout,
                     ServingEngine engine, const Wiring& wiring);

}
