#pragma once
// What sequences keep between steps: keys and values of the attention layers, the state of the recurrent ones.
//
// Recipe: 1. cache_shape() gives the bytes one GPU keeps for a token or a sequence, by the kind of layer; 2. sequence_cache()
// is what a sequence of n tokens really occupies, with the engine's blocks; 3. cache_pool() counts what a pool of bytes
// holds, with the two formulas that vLLM logs ("cache size in tokens" and "maximum concurrency").

#include "engine/models/serving_engine.h"
#include "engine/models/weights.h"
#include "engine/specs/accelerator.h"

namespace engine {

/// Bits of a cached value when the reader does not say: what the usual checkpoints ask the engine for.
///
///     8   weights in FP8 per tensor or NVFP4; block-scaled FP8 but for vLLM and SGLang on Hopper; MXFP4 on Blackwell
///     16  everything else
double default_cache_bits(const NumberFormat& weights, const Accelerator& gpu, ServingEngine engine);

/// What one GPU (of the fullest pipeline stage) keeps.
///
///     GQA     B_layer = h_kv (d_k b_k + d_v b_v) / 8,   h_kv = max(1, g / t): replicated once t > g;  K = V: one tensor
///     MLA     B_layer = (r_kv + d_rope) b_k / 8, whole on every rank;  656 for FP8 with a sparse indexer (fp8_ds_mla)
///     index   B_layer = d_index + 4 d_index / 128 (FP8 keys and their scales)
///     GDN     S_layer = n_v d_v d_k 4 / t + (2 n_k d_k + n_v d_v) (conv - 1) 2 / t     (4 instead of 2 in llama.cpp)
///     Mamba-2 the same with n_k groups and d_k the state's size
///
/// Source: [vllm-kv-cache-interface] page_size_bytes, [vllm-mamba-utils] gated_delta_net_state_shape.
struct CacheShape {
    double full_layers = 0, sliding_layers = 0, linear_layers = 0, index_layers = 0; ///< of the stage
    Bytes full_layer;    ///< a token in one layer with full attention,
    Bytes sliding_layer; ///< with a window
    Bytes index_layer;   ///< a token's index key in one layer
    Bytes state_layer;   ///< a sequence's state in one recurrent layer
    double window = 0;   ///< tokens

    /// A token in all layers; what cards call "KV per token". An upper bound for windows, leaves out states.
    constexpr Bytes token() const
    {
        return full_layer * full_layers + sliding_layer * sliding_layers + index_layer * index_layers;
    }
    constexpr Bytes state() const { return state_layer * linear_layers; }
    constexpr bool is_uniform() const { return linear_layers == 0 && (full_layers == 0 || sliding_layers == 0); }
};
CacheShape cache_shape(const LanguageModel& completed_model, double key_bits, double value_bits, const Layout& layout,
                       ServingEngine engine);

/// How an engine deals its cache out.
struct Paging {
    ServingEngine engine = ServingEngine::vllm;
    EngineVersion version = EngineVersion::latest;
    double block = 16;          ///< tokens
    double batch_tokens = 8192; ///< a step's token budget: prefill needs that much beyond a window
};

/// What one sequence of n tokens occupies on a GPU.
///
///     vLLM, SGLang, TensorRT-LLM   ceil(n / block) block B_full + min(that, ceil(w / block) block + block) B_window + S
///     vLLM, hybrid with states     blocks as large as a state (cache_pool)
///     llama.cpp                    ceil(n / 256) 256 B_full + min(that, pad(w + batch)) B_window + S
///     transformers                 n B_full + min(n, w) B_window + S
Bytes sequence_cache(const CacheShape& shape, double tokens, const Paging& paging);

struct CachePool {
    double tokens = 0;      ///< "cache size": every layer charged for every token
    double concurrency = 0; ///< sequences of `context` tokens that are admitted, not a whole number
    double blocks = 0, blocks_per_sequence = 0; ///< of a hybrid model in vLLM, else 0
};

/// What a pool holds.
///
///     uniform         tokens = floor(pool / (block B)) block;     concurrency = tokens / context
///     vLLM, hybrid    layers form groups of g_l layers that share blocks; N = floor(pool / (g_l page));
///                     concurrency = N / blocks(context);  tokens = floor(N / groups) block (latest: concurrency * context)
///                     blocks(n): full ceil(n / block); window min(that, ceil((w - 1 + batch) / block) + 1); state 2
///     other engines   concurrency = pool / sequence_cache(context);  tokens = concurrency * context for hybrids
///
/// For gpt-oss, "cache size" charges all 36 layers although half of them stop at 128 tokens: hence two formulas.
/// Source: [vllm-kv-cache-utils] get_max_concurrency_for_kv_cache_config.
CachePool cache_pool(const CacheShape& shape, Bytes pool, double context, const Paging& paging);

}
