#pragma once
// What one GPU's memory is used for while it serves, and what is left for the cache.
//
// Recipe: 1. weights of the fullest GPU (weights.h), less what stays in host memory; 2. activations and runtime by the
// engine's rules; 3. usable memory by the engine's rules; 4. pool = usable - weights - activations - runtime; 5. what the
// sequences need (kv_cache.h) fits in the pool, or not.
//
//     vLLM          usable = U (capacity - driver's reserve),  U = 0.92 (0.9 up to 0.19)
//     SGLang        usable = f (capacity - reserves) + activations: they live outside the fraction f, whose default is made
//                   of the prefill chunk, the CUDA-graph batch and the ranks
//     TensorRT-LLM  usable = F free + the rest: F = 0.9 of what is free after loading
//     llama.cpp     usable = capacity - 1 GiB; cache and compute buffer are allocated at start
//     transformers  usable = capacity - context; the cache grows as it is needed
//
// Left out: CUDA graphs (-0.9 to +1.0 GiB seen, of either sign; vLLM keeps them in what utilization leaves), vision towers,
// adapters, fragmentation.

#include "engine/models/kv_cache.h"

namespace engine {

struct Serving {
    ServingEngine engine = ServingEngine::vllm;
    EngineVersion version = EngineVersion::latest;
    double utilization = absent;    ///< of the engine's own kind (U, f or F above); absent: its default
    double batch_tokens = absent;   ///< tokens a step may process; absent: the engine's default for the device
    double block_tokens = absent;   ///< likewise
    double max_sequences = absent;  ///< sequences a step may hold; likewise
    double gpu_layers = absent;     ///< layers on GPUs, the others in host memory; absent: all
    double weights_bytes = absent;  ///< of the whole model, where a file tells; absent: computed
};

struct Load {
    double context = 8192;      ///< most tokens of one sequence
    double mean_context = 8192; ///< tokens live in a sequence, on average
    double concurrency = 1;     ///< sequences of ONE replica; infinity: as many as fit
};

/// Serving with the engine's defaults filled in for the device.
Serving with_defaults(Serving serving, const Accelerator& gpu, const Layout& layout);

/// What operators start an engine with whose defaults hold too little: a bolder share of the memory, and at most this many
/// sequences a step (their logits are most of the activations). What `asked` names stays.
///
///     U, F = 0.95;   SGLang f = 0.92, activations live outside of it
///
/// Seen where gpt-oss-120b runs on one H100: vLLM's defaults fail there (issue 23278 of vLLM: -2.14 GiB left).
Serving with_bold_settings(Serving defaults, const Serving& asked, double most_sequences);

struct MemoryPlan {
    Weights weights;          ///< on the GPU, by part, padding included
    Bytes weights_total;      ///< their sum, or its share of the file's bytes
    Bytes host;               ///< of one replica, in host memory: layers not on a GPU and, for llama.cpp, the embedding
    Bytes activation, runtime;
    Bytes capacity, usable;   ///< NaN without a device
    Bytes reserve;            ///< of the capacity: what no engine can use, with the engine's own margin
    Bytes pool;               ///< what is left for the cache; NaN without a device
    Bytes cache;              ///< what the load needs
    Bytes total;              ///< weights + cache + activation + runtime
    CacheShape shape;         ///< of one GPU
    CachePool holds;          ///< what the pool holds
    double concurrency = 0;   ///< of the load; where it was infinite, what fits
    double padding = 1;       ///< of the experts
    bool fits = false;        ///< total <= usable, and the pool admits one sequence of the full context
};

/// The plan of the fullest GPU. `serving` comes from with_defaults(); all members of `load` are positive.
MemoryPlan plan_memory(const LanguageModel& completed_model, const ParameterCount& count, const Accelerator& gpu,
                       const NumberFormat& weights, double key_bits, double value_bits, const Layout& layout,
                       const Serving& serving, const Load& load);

/// Working memory of a step.
///
///     served      max(T 2 (4 h + w), sequences V 39) bytes;   w = max(3 f / t, k (h + 3 f_e / t)), T the step's tokens
///     llama.cpp   T 4 (context + max(V, 2 f) + 3 h)           mask, then logits or MLP, and the residual stream, in fp32
///
/// Logits are gathered on every rank: more tensor parallelism does not shrink the sampler's part.
Bytes activation_memory(const LanguageModel& completed_model, const Layout& layout, const Serving& serving, const Load& load);

}
