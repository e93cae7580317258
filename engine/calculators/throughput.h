#pragma once
// Tokens per second, time to the first token, time per token: what a deployment serves under a load, or one machine on its
// own. Inputs: throughput_inputs (throughput_setup.h). The models: models/serving.h and models/local.h.
//
// Out of scope, and said on the page: prefill and decode on separate machines, percentiles (all times are means), models
// that are no decoders, attention data parallelism, wide expert parallelism beyond what was measured.

#include "engine/calculators/throughput_setup.h"

namespace engine {

/// What takes most of the time: reading weights and cache, multiplying, moving between GPUs, launches and bookkeeping, or
/// waiting because the cache is full.
enum class ThroughputBound { memory, compute, interconnect, overhead, capacity };
inline constexpr std::array<std::string_view, 5> throughput_bound_ids{"memory", "compute", "interconnect", "overhead",
                                                                      "capacity"};

/// Index of each output in throughput_outputs.
enum class ThroughputOutput {
    prefill_s, ttft_s, tpot_s, e2e_s,
    stream_tokens_per_s, output_tokens_per_s, output_tokens_per_s_per_gpu, total_tokens_per_s, prefill_tokens_per_s,
    requests_per_s, bound,
    cost_per_million_output_tokens_usd, cost_per_million_input_tokens_usd, power_w, energy_per_million_output_tokens_kwh,
    running_sequences, capacity_sequences, queue_s, fits,
    count
};

/// Times are means of a request; prefill_s is one prompt alone, ttft_s includes queue_s. stream_tokens_per_s is what one
/// reader sees while tokens come (1 / tpot_s), prefill_tokens_per_s what one prompt alone is read at, front end included; the other rates are of
/// the whole deployment. Each cost carries the whole bill: by output tokens, and by prompt tokens; they do not add up.
/// Where it does not fit all but `fits` are absent; llama.cpp and transformers run what the cards lack from host memory.
/// power_w is of all GPUs together. running_sequences and capacity_sequences (full-length ones whose cache fits) are of the whole deployment.
inline constexpr std::array<Field, static_cast<std::size_t>(ThroughputOutput::count)> throughput_outputs{{
    {.id = "prefill_s", .unit = Unit::seconds},
    {.id = "ttft_s", .unit = Unit::seconds},
    {.id = "tpot_s", .unit = Unit::seconds},
    {.id = "e2e_s", .unit = Unit::seconds},
    {.id = "stream_tokens_per_s", .unit = Unit::tokens_per_second},
    {.id = "output_tokens_per_s", .unit = Unit::tokens_per_second},
    {.id = "output_tokens_per_s_per_gpu", .unit = Unit::tokens_per_second},
    {.id = "total_tokens_per_s", .unit = Unit::tokens_per_second},
    {.id = "prefill_tokens_per_s", .unit = Unit::tokens_per_second},
    {.id = "requests_per_s", .unit = Unit::requests_per_second},
    {.id = "bound", .kind = Kind::choice, .choices = throughput_bound_ids},
    {.id = "cost_per_million_output_tokens_usd", .unit = Unit::dollars},
    {.id = "cost_per_million_input_tokens_usd", .unit = Unit::dollars},
    {.id = "power_w", .unit = Unit::watts},
    {.id = "energy_per_million_output_tokens_kwh", .unit = Unit::kwh},
    {.id = "running_sequences", .unit = Unit::sequences},
    {.id = "capacity_sequences", .unit = Unit::sequences},
    {.id = "queue_s", .unit = Unit::seconds},
    {.id = "fits", .kind = Kind::flag},
}};

enum class ThroughputWarning {
    extrapolated,             ///< no measured case is comparable: ranges are absent
    does_not_fit,             ///< no outputs but fits: GB that each device lacks for the weights and one request
    capacity_limits,          ///< fewer sequences fit than are in flight: how many fit, how many there are
    overloaded,               ///< more requests arrive than can be served: the most
    no_peer_to_peer,          ///< tensor parallelism through host memory
    spans_servers,            ///< a tensor-parallel group over several servers: ranks, GPUs of a server
    speculation_unmeasured,   ///< speculative decoding is a formula, no case measures it
    pipeline_unmeasured,      ///< likewise pipelines of a serving engine
    hybrid_unmeasured,        ///< likewise recurrent and sparse attention
    spilled,                  ///< per cent of the weights that are read from host memory
    parameters_published,     ///< the shape does not give the count; the published one is used
    cache_format_derived,     ///< bits
    gpus_unused,              ///< how many
    context_above_model,      ///< the model's limit, the length of a request
    bold_settings,            ///< the engine's defaults hold less than the load: share of the memory, sequences a step
    no_effect,                ///< an input's index
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(ThroughputWarning::count)> throughput_warnings{
    "extrapolated", "does_not_fit", "capacity_limits", "overloaded", "no_peer_to_peer", "spans_servers",
    "speculation_unmeasured", "pipeline_unmeasured", "hybrid_unmeasured", "spilled", "parameters_published",
    "cache_format_derived", "gpus_unused", "context_above_model", "bold_settings", "no_effect"};

enum class ThroughputStep {
    weights_read, gemm, weights_time, cache_read, state_read, all_reduce, kernels, sequences, decode_step,
    prompt_work, prompt_attention, prompt_elementwise, prompt_delay, prompt_share, drafted, tpot,
    front_end, ttft, queue, capacity, running, request_rate, output_rate, cost_output, cost_input, power, energy,
    local_stream, local_launches, local_host, local_tpot, local_prefill, local_ttft,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(ThroughputStep::count)> throughput_steps{{
    {"weights_read", "t_w = W / (b HBM)", "W b HBM", Unit::seconds, "memory-bandwidth"},
    {"gemm", "t_g = sum 2 B N / (m F)", "B m F", Unit::seconds, "tensor-core"},
    {"weights_time", "t_W = (t_w^3 + t_g^3)^(1/3)", "t_w t_g", Unit::seconds, "memory-bandwidth"},
    {"cache_read", "t_kv = B c K_1 / (v HBM)", "B c K_1 v HBM", Unit::seconds, "kv-cache"},
    {"state_read", "t_s = 2 B S / (v HBM)", "B S v HBM", Unit::seconds, "kv-cache"},
    {"all_reduce", "t_ar = 2 L t_1(B h 2)", "L B h", Unit::seconds, "all-reduce"},
    {"kernels", "t_k = n_k t_launch", "n_k t_launch", Unit::seconds, "cuda"},
    {"sequences", "t_q = B t_seq", "B t_seq", Unit::seconds, "vllm"},
    {"decode_step", "d = t_W + t_kv + t_s + t_ar + t_k + t_q", "t_W t_kv t_s t_ar t_k t_q", Unit::seconds, "tokens-per-second"},
    {"prompt_work", "X_g = n (t_w(T)^2 + t_g(T)^2)^(1/2)", "n T t_w t_g", Unit::seconds, "tensor-core"},
    {"prompt_attention", "X_a", "", Unit::seconds, "tensor-core"},
    {"prompt_elementwise", "X_e + X_c", "X_e X_c", Unit::seconds, "memory-bandwidth"},
    {"prompt_delay", "S", "", Unit::seconds, "tokens-per-second"},
    {"prompt_share", "p = S_f (B - 1) / O", "S_f B O", Unit::seconds, "tokens-per-second"},
    {"drafted", "y = (1 - a^(g+1)) / (1 - a)", "a g", Unit::none, "tokens-per-second"},
    {"tpot", "tpot = d / y + p", "d y p", Unit::seconds, "tokens-per-second"},
    {"front_end", "f = f_0 + f_1 I", "f_0 f_1 I", Unit::seconds, "vllm"},
    {"ttft", "ttft = f + d (1 + n_d) + S (1 + n_S q) + queue", "f d n_d S n_S q queue", Unit::seconds, "tokens-per-second"},
    {"queue", "queue = (C / c - 1) (O tpot + ttft)", "C c O", Unit::seconds, "kv-cache"},
    {"capacity", "c = P / K_s", "P K_s", Unit::sequences, "kv-cache"},
    {"running", "B = R O tpot / (O tpot + ttft)", "R O tpot ttft", Unit::sequences, "tokens-per-second"},
    {"request_rate", "X = R / (ttft + (O - 1) tpot)", "R ttft O tpot", Unit::requests_per_second, "tokens-per-second"},
    {"output_rate", "r = z X O", "z X O", Unit::tokens_per_second, "tokens-per-second"},
    {"cost_output", "$_out = 10^6 n price / (3600 r)", "n price r", Unit::dollars, "gpu-hour"},
    {"cost_input", "$_in = 10^6 n price / (3600 X I)", "n price X I", Unit::dollars, "gpu-hour"},
    {"power", "P = n TDP min(1, .35 + .45 u_m + .45 u_g)", "n TDP u_m u_g", Unit::watts, "tdp"},
    {"energy", "E = 10^6 P / r", "P r", Unit::kwh, "tdp"},
    {"local_stream", "t_w", "", Unit::seconds, "memory-bandwidth"},
    {"local_launches", "t_k = (L + .6 L_moe) t_layer", "L L_moe t_layer", Unit::seconds, "cuda"},
    {"local_host", "t_h = s W / B_host", "s W B_host", Unit::seconds, "memory-bandwidth"},
    {"local_tpot", "tpot = t_w + t_h + t_kv + t_s + t_ar + t_k", "t_w t_h t_kv t_s t_ar t_k", Unit::seconds, "tokens-per-second"},
    {"local_prefill", "T = t_g + t_a + ...", "t_g t_a", Unit::seconds, "tensor-core"},
    {"local_ttft", "ttft = T + f", "T f", Unit::seconds, "tokens-per-second"},
}};

Problem evaluate_throughput(const Request& request, Answer& answer);
Problem derive_throughput(const Request& request, Derivation& derivation);

inline constexpr Calculator throughput{.id = "throughput",
                                       .inputs = throughput_inputs,
                                       .outputs = throughput_outputs,
                                       .steps = throughput_steps,
                                       .warnings = throughput_warnings,
                                       .evaluate = evaluate_throughput,
                                       .derive = derive_throughput};

}
