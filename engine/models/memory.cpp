#include "engine/models/memory.h"

#include "engine/models/memory_constants.h"

#include <algorithm>
#include <cmath>

namespace engine {

using namespace memory_constants;

namespace {

bool is_nvidia(Architecture a) { return a >= Architecture::volta && a <= Architecture::rubin; }

Architecture architecture_of(const Accelerator& gpu) { return static_cast<Architecture>(static_cast<int>(value_or(gpu.architecture, 0))); }

/// What a program cannot get of the device.
Bytes device_reserve(const Accelerator& gpu)
{
    if (architecture_of(gpu) == Architecture::apple)
        return gpu.memory_bytes * (1 - apple_share) * B;
    if (gpu.unified_memory > 0 || !is_nvidia(architecture_of(gpu)))
        return Bytes{};
    return nvidia_reserve;
}

/// The same with what the engine does not count as its own: vLLM's fraction is of the whole device.
Bytes reserve_of(const Accelerator& gpu, ServingEngine engine)
{
    const Bytes of_device = device_reserve(gpu);
    if (engine == ServingEngine::vllm)
        return of_device;
    return of_device + (engine == ServingEngine::llama_cpp ? llama_margin : memory_constants::context);
}

/// vLLM's class of large devices: 70 GiB and more, but not A100. An absent device counts as large.
bool is_large(const Accelerator& gpu)
{
    return !(gpu.memory_bytes * B < large_device) && architecture_of(gpu) != Architecture::ampere;
}

Bytes runtime_memory(const Serving& serving, const Layout& layout)
{
    const double ranks = layout.tensor * layout.pipeline;
    if (serving.engine == ServingEngine::llama_cpp)
        return llama_runtime;
    if (serving.engine == ServingEngine::transformers)
        return Bytes{}; // the context is kept out of what is usable
    if (serving.engine == ServingEngine::vllm && serving.version == EngineVersion::v0_6)
        return outside_allocator_v0 * (ranks > 1 ? 2 : 1);
    return outside_allocator + (ranks > 1 ? communicators : Bytes{});
}

/// The default of mem_fraction_static: SGLang's buckets of device memory (prefill chunk, CUDA-graph batch).
struct SglangBucket {
    Bytes below;
    double chunk, graphs, graphs_from_tp4;
};
constexpr SglangBucket sglang_buckets[] = {{20 * GiB, 2048, 8, 8},      {35 * GiB, 2048, 24, 80},
                                           {60 * GiB, 4096, 32, 160},   {90 * GiB, 8192, 256, 512},
                                           {160 * GiB, 8192, 256, 512}, {1e6 * GiB, 16384, 512, 512}};

const SglangBucket& sglang_bucket(const Accelerator& gpu)
{
    for (const SglangBucket& bucket : sglang_buckets)
        if (gpu.memory_bytes * B < bucket.below)
            return bucket;
    return sglang_buckets[3]; // no device: the middle one
}

double sglang_fraction(const Accelerator& gpu, const Layout& layout, double chunk)
{
    const SglangBucket& bucket = sglang_bucket(gpu);
    const Bytes memory = gpu.memory_bytes * B;
    const double graphs = layout.tensor >= 4 ? bucket.graphs_from_tp4 : bucket.graphs;
    Bytes reserve = sglang_metadata + sglang_per_prefill_token * std::max(chunk, 2048.0) + sglang_per_graph_batch * graphs +
                    sglang_per_rank * layout.tensor * layout.pipeline;
    if (memory > sglang_reserve_from)
        reserve = std::max(reserve, sglang_least_reserve);
    return std::max(0.0, (memory - reserve) / memory);
}

Bytes usable_memory(Bytes available, const Serving& serving, Bytes fixed, Bytes activation)
{
    const Bytes share = available * serving.utilization;
    if (serving.engine == ServingEngine::sglang)
        return std::min(available, share + activation);
    if (serving.engine == ServingEngine::tensorrt_llm) // The pool is a share of what is free, so that the rest counts whole.
        return std::min(available, fixed + std::max(available - fixed, Bytes{}) * serving.utilization);
    return share;
}

Weights scaled(Weights w, double factor)
{
    for (Bytes* part : {&w.attention, &w.mlp, &w.experts, &w.embedding, &w.head, &w.replicated})
        *part = *part * factor;
    return w;
}

/// Takes off the GPU what is in host memory. The embedding of llama.cpp: the table is looked up on the host, a tied head is
/// a copy on the GPU. Layers beyond gpu_layers: in llama.cpp the output goes last, other engines keep both ends together.
Bytes move_to_host(Weights& rank, const Weights& whole, const Layout& layout, double on_gpu, ServingEngine engine)
{
    const double ranks = layout.tensor * layout.pipeline;
    Bytes host;
    if (engine == ServingEngine::llama_cpp) {
        host += whole.embedding;
        rank.head = (whole.head > Bytes{} ? whole.head : whole.embedding) / layout.tensor;
        rank.embedding = Bytes{};
    }
    if (on_gpu < 1) {
        const Bytes ends = rank.head + rank.embedding;
        host += (rank.total() - ends) * ((1 - on_gpu) * ranks) + ends * layout.tensor;
        rank.head = rank.embedding = Bytes{};
        rank = scaled(rank, on_gpu);
    }
    return host;
}

}

Serving with_defaults(Serving s, const Accelerator& gpu, const Layout& layout)
{
    const bool large = is_large(gpu);
    const bool old = s.version == EngineVersion::v0_6 || s.version == EngineVersion::v0_8 || s.version == EngineVersion::v0_10;
    double utilization = 1, tokens = large ? batch_tokens_large : batch_tokens_small, block = vllm_block_tokens;
    double sequences = large ? sequences_large : sequences_small;
    switch (s.engine) {
    case ServingEngine::vllm:
        utilization = old ? vllm_utilization_old : vllm_utilization;
        if (s.version == EngineVersion::v0_6)
            sequences = sequences_small;
        if (s.version == EngineVersion::v0_8)
            sequences = sequences_large;
        break;
    case ServingEngine::sglang:
        tokens = sglang_bucket(gpu).chunk;
        utilization = is_present(gpu.memory_bytes) ? sglang_fraction(gpu, layout, value_or(s.batch_tokens, tokens)) : absent;
        block = 1;
        break;
    case ServingEngine::tensorrt_llm:
        utilization = tensorrt_free_fraction;
        tokens = batch_tokens_large;
        block = tensorrt_block_tokens;
        sequences = tensorrt_sequences;
        break;
    case ServingEngine::llama_cpp:
        tokens = llama_batch_tokens;
        block = llama_cell_padding;
        sequences = 1;
        break;
    case ServingEngine::transformers:
        tokens = batch_tokens_small;
        block = 1;
        sequences = 1;
        break;
    }
    s.utilization = value_or(s.utilization, utilization);
    s.batch_tokens = value_or(s.batch_tokens, tokens);
    s.block_tokens = value_or(s.block_tokens, block);
    s.max_sequences = value_or(s.max_sequences, sequences);
    return s;
}

Serving with_bold_settings(Serving s, const Serving& asked, double most_sequences)
{
    if (!is_present(asked.utilization))
        s.utilization = std::max(s.utilization, s.engine == ServingEngine::sglang ? sglang_bold_fraction : bold_utilization);
    if (!is_present(asked.max_sequences))
        s.max_sequences = std::min(s.max_sequences, most_sequences);
    return s;
}

Bytes activation_memory(const LanguageModel& m, const Layout& layout, const Serving& serving, const Load& load)
{
    const double t = layout.tensor, expert_split = std::max(1.0, t / layout.expert);
    if (serving.engine == ServingEngine::llama_cpp) {
        const double width = std::max(m.intermediate, m.experts_active * m.moe_intermediate) / t;
        const double cells = load.context + std::max(m.vocab, 2 * width) + llama_live_hidden * m.hidden;
        return std::min(serving.batch_tokens, load.context) * cells * 4 * B;
    }
    const double dense = m.moe_layers < m.layers ? live_mlp * m.intermediate / t : 0;
    const double routed = m.experts_active * (m.expert_hidden + live_mlp * m.moe_intermediate / expert_split);
    const double width = live_hidden * m.hidden + std::max(dense, routed);
    const double tokens = serving.engine == ServingEngine::transformers ? std::min(serving.batch_tokens, load.context)
                                                                        : serving.batch_tokens;
    const Bytes forward = tokens * width * 2 * B;
    if (serving.engine == ServingEngine::transformers)
        return forward;
    if (serving.engine == ServingEngine::tensorrt_llm) // measures its peak on a few long prompts: few logits
        return std::max(forward, least_activation);
    return std::max({forward, sampler_per_logit * serving.max_sequences * m.vocab, least_activation});
}

MemoryPlan plan_memory(const LanguageModel& m, const ParameterCount& count, const Accelerator& gpu, const NumberFormat& format,
                       double key_bits, double value_bits, const Layout& layout, const Serving& serving, const Load& load)
{
    MemoryPlan plan;
    Weights whole = model_weights(m, count, format);
    if (!splits_by_layer(serving.engine)) {
        plan.padding = expert_padding(m, format, layout);
        whole.experts = whole.experts * plan.padding;
    }
    if (is_present(serving.weights_bytes))
        whole = scaled(whole, serving.weights_bytes * B / whole.total());
    plan.weights = rank_weights(whole, m, count, layout);

    const double ranks = layout.tensor * layout.pipeline;
    const double on_gpu = std::clamp(value_or(serving.gpu_layers, m.layers), 0.0, m.layers) / m.layers;
    plan.host = move_to_host(plan.weights, whole, layout, on_gpu, serving.engine);
    plan.weights_total = plan.weights.total();

    plan.shape = cache_shape(m, key_bits, value_bits, layout, serving.engine);
    plan.activation = activation_memory(m, layout, serving, load);
    plan.runtime = runtime_memory(serving, layout);
    plan.capacity = gpu.memory_bytes * B;
    const Bytes fixed = plan.weights_total + plan.activation + plan.runtime;
    plan.reserve = reserve_of(gpu, serving.engine);
    plan.usable = usable_memory(plan.capacity - plan.reserve, serving, fixed, plan.activation);
    plan.pool = is_present(gpu.memory_bytes) ? std::max(plan.usable - fixed, Bytes{}) : absent * B;

    const Paging paging{.engine = serving.engine,
                        .version = serving.version,
                        .block = serving.block_tokens,
                        .batch_tokens = serving.batch_tokens};
    const Bytes sequence = sequence_cache(plan.shape, load.mean_context, paging);
    const Bytes live = sequence * on_gpu;
    plan.concurrency = load.concurrency;
    if (std::isinf(load.concurrency))
        plan.concurrency = live > Bytes{} ? std::max(1.0, std::floor(plan.pool / live)) : serving.max_sequences;
    if (std::isnan(plan.concurrency))
        plan.concurrency = 1; // as many as fit of an unknown device
    plan.cache = live * plan.concurrency;
    plan.host += sequence * ((1 - on_gpu) * plan.concurrency * ranks);
    plan.total = fixed + plan.cache;
    if (is_present(gpu.memory_bytes)) {
        const Bytes whole_pool = on_gpu > 0 ? plan.pool * (1 / on_gpu) : absent * B;
        plan.holds = on_gpu > 0 ? cache_pool(plan.shape, whole_pool, load.context, paging) : CachePool{.tokens = absent, .concurrency = absent};
        const bool admits = on_gpu == 0 || plan.holds.concurrency >= 1;
        plan.fits = plan.total <= plan.usable && admits && plan.usable > Bytes{};
    } else {
        plan.holds = {.tokens = absent, .concurrency = absent};
    }
    return plan;
}

}
