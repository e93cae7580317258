#pragma once
// Does a model fit for serving, and what is left: weights + cache + activations + runtime against usable memory, per GPU.
// Inputs: memory_inputs (memory_setup.h). The model: models/memory.h.

#include "engine/calculators/memory_setup.h"

namespace engine {

/// Index of each output in inference_memory_outputs.
enum class MemoryOutput {
    fits, spare_bytes,
    weights_bytes, kv_cache_bytes, activation_bytes, runtime_bytes, total_bytes, usable_bytes, capacity_bytes, kv_pool_bytes,
    kv_bytes_per_token, host_bytes,
    max_concurrency, fitting_sequences, max_context, kv_pool_tokens, min_gpus,
    parameters, active_parameters, model_bytes, kv_bytes_per_token_replica,
    tensor_parallel_used, pipeline_parallel_used, data_parallel_used, concurrency_used,
    count
};

/// Per GPU (the fullest one) down to host_bytes, which is of one replica like all after it. spare_bytes is usable - total,
/// negative where memory is missing. max_concurrency is what the engine logs, sequences of the full context, not rounded;
/// fitting_sequences are whole ones of the mean context. Without a device all that needs its capacity is absent.
inline constexpr std::array<Field, static_cast<std::size_t>(MemoryOutput::count)> inference_memory_outputs{{
    {.id = "fits", .kind = Kind::flag},
    {.id = "spare_bytes", .unit = Unit::bytes, .least = -1e18},
    {.id = "weights_bytes", .unit = Unit::bytes},
    {.id = "kv_cache_bytes", .unit = Unit::bytes},
    {.id = "activation_bytes", .unit = Unit::bytes},
    {.id = "runtime_bytes", .unit = Unit::bytes},
    {.id = "total_bytes", .unit = Unit::bytes},
    {.id = "usable_bytes", .unit = Unit::bytes, .least = -1e18},
    {.id = "capacity_bytes", .unit = Unit::bytes},
    {.id = "kv_pool_bytes", .unit = Unit::bytes},
    {.id = "kv_bytes_per_token", .unit = Unit::bytes_per_token},
    {.id = "host_bytes", .unit = Unit::bytes},
    {.id = "max_concurrency", .unit = Unit::ratio},
    {.id = "fitting_sequences", .unit = Unit::sequences},
    {.id = "max_context", .unit = Unit::tokens},
    {.id = "kv_pool_tokens", .unit = Unit::tokens},
    {.id = "min_gpus", .unit = Unit::gpus},
    {.id = "parameters", .unit = Unit::parameters},
    {.id = "active_parameters", .unit = Unit::parameters},
    {.id = "model_bytes", .unit = Unit::bytes},
    {.id = "kv_bytes_per_token_replica", .unit = Unit::bytes_per_token},
    {.id = "tensor_parallel_used", .unit = Unit::gpus},
    {.id = "pipeline_parallel_used", .unit = Unit::gpus},
    {.id = "data_parallel_used", .unit = Unit::none},
    {.id = "concurrency_used", .unit = Unit::sequences},
}};

enum class MemoryWarning {
    capacity_is_label,        ///< no driver's figure of this device is known
    no_device,                ///< capacity unknown: nothing to compare with
    extrapolated,             ///< no measured case is comparable: ranges are absent
    parameters_published,     ///< the shape does not give the count; the published one is used
    cache_format_derived,     ///< bits
    context_above_model,      ///< the model's limit, the context
    kv_replicated,            ///< KV heads, tensor parallelism
    mla_replicated,           ///< tensor parallelism
    heads_not_divisible,      ///< heads, tensor parallelism
    experts_not_divisible,    ///< experts, expert groups
    experts_padded,           ///< factor
    gpus_unused,              ///< how many
    one_sequence_too_long,    ///< the pool holds fewer tokens than one sequence of the context: tokens, context
    host_memory,              ///< layers that run from host memory: slow
    state_blocks,             ///< hybrid model in vLLM: states take whole blocks, short sequences waste memory
    format_experts_only,      ///< a model without experts in a format that narrows just them: its bits
    bold_settings,            ///< the engine's defaults hold less than the load: share of the memory, sequences a step
    no_effect,                ///< an input's index
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(MemoryWarning::count)> inference_memory_warnings{
    "capacity_is_label", "no_device", "extrapolated", "parameters_published", "cache_format_derived", "context_above_model",
    "kv_replicated", "mla_replicated", "heads_not_divisible", "experts_not_divisible", "experts_padded", "gpus_unused",
    "one_sequence_too_long", "host_memory", "state_blocks", "format_experts_only",
    "bold_settings", "no_effect"};

enum class MemoryStep {
    parameters, active_parameters, model_bytes, weights_bytes, kv_layer_grouped, kv_layer_latent, kv_layer_window,
    kv_token, state_bytes, sequence_bytes, kv_cache_bytes, activation_forward, activation_sampler, activation_llama,
    runtime_bytes, total_bytes, usable_vllm, usable_sglang, usable_tensorrt, usable_llama, usable_transformers,
    spare_bytes, kv_pool_bytes, kv_pool_tokens, max_concurrency, max_concurrency_blocks, fitting_sequences,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(MemoryStep::count)> inference_memory_steps{{
    {"parameters", "N = N_emb + N_att + N_mlp + N_exp + N_other", "N_emb N_att N_mlp N_exp N_other", Unit::parameters, "mixture-of-experts"},
    {"active_parameters", "N_act = N - N_exp (1 - k / E)", "N N_exp k E", Unit::parameters, "mixture-of-experts"},
    {"model_bytes", "W = N b / 8", "N b", Unit::bytes, "quantization"},
    {"weights_bytes", "w = w_att + w_mlp + w_exp + w_emb + w_rep", "w_att w_mlp w_exp w_emb w_rep", Unit::bytes, "tensor-parallelism"},
    {"kv_layer_grouped", "B = ceil(g / t) (d_k b_k + d_v b_v) / 8", "g t d_k b_k d_v b_v", Unit::bytes_per_token, "kv-cache"},
    {"kv_layer_latent", "B = (r + d_r) b_k / 8", "r d_r b_k", Unit::bytes_per_token, "kv-cache"},
    {"kv_layer_window", "B_w = ceil(g / t) (d_k b_k + d_v b_v) / 8", "g t d_k b_k d_v b_v", Unit::bytes_per_token, "kv-cache"},
    {"kv_token", "K_1 = L B + L_w B_w + L_i B_i", "L B L_w B_w L_i B_i", Unit::bytes_per_token, "kv-cache"},
    {"state_bytes", "S = L_s S_1", "L_s S_1", Unit::bytes, "kv-cache"},
    {"sequence_bytes", "K_s = K_1(s) + S", "s S", Unit::bytes, "kv-cache"},
    {"kv_cache_bytes", "K = n K_s", "n K_s", Unit::bytes, "kv-cache"},
    {"activation_forward", "A = 2 T (4 h + w)", "T h w", Unit::bytes, "vram"},
    {"activation_sampler", "A = 39 n_max V", "n_max V", Unit::bytes, "vllm"},
    {"activation_llama", "A = 4 T (s + max(V, 2 f) + 3 h)", "T s V f h", Unit::bytes, "vram"},
    {"runtime_bytes", "R", "", Unit::bytes, "vram"},
    {"total_bytes", "M = w + K + A + R", "w K A R", Unit::bytes, "vram"},
    {"usable_vllm", "U = u (C - r)", "u C r", Unit::bytes, "vllm"},
    {"usable_sglang", "U = u (C - r) + A", "u C r A", Unit::bytes, "vram"},
    {"usable_tensorrt", "U = w + A + R + u (C - r - w - A - R)", "w A R u C r", Unit::bytes, "vram"},
    {"usable_llama", "U = u (C - r)", "u C r", Unit::bytes, "vram"},
    {"usable_transformers", "U = u (C - r)", "u C r", Unit::bytes, "vram"},
    {"spare_bytes", "X = U - M", "U M", Unit::bytes, "vram"},
    {"kv_pool_bytes", "P = U - w - A - R", "U w A R", Unit::bytes, "kv-cache"},
    {"kv_pool_tokens", "n_t = P / K_1", "P K_1", Unit::tokens, "kv-cache"},
    {"max_concurrency", "c = n_t / s", "n_t s", Unit::ratio, "kv-cache"},
    {"max_concurrency_blocks", "c = N_b / n_b", "N_b n_b", Unit::ratio, "kv-cache"},
    {"fitting_sequences", "n_fit = floor(P / K_s)", "P K_s", Unit::sequences, "kv-cache"},
}};

Problem evaluate_inference_memory(const Request& request, Answer& answer);
Problem derive_inference_memory(const Request& request, Derivation& derivation);

inline constexpr Calculator inference_memory{.id = "inference-memory",
                                             .inputs = memory_inputs,
                                             .outputs = inference_memory_outputs,
                                             .steps = inference_memory_steps,
                                             .warnings = inference_memory_warnings,
                                             .evaluate = evaluate_inference_memory,
                                             .derive = derive_inference_memory};

}
