#pragma once
// What prompts cost: the time that reading some of them adds to a step.
//
//     PromptGroup group = prompt_group(served, 2, {.tokens = 1024}, 8192);
//     Seconds device = device_time(served, group, decode, 64);         // what it adds beside 64 decoding sequences
//     Seconds delay = prompt_delay(group, device, decode.total, host, prompt_steps(engine));

#include "engine/models/decode.h"

namespace engine {

/// How an engine schedules prompts: in the same step as decoding sequences (vLLM, TensorRT-LLM: chunked prefill), or in
/// steps of their own (SGLang), which pay for reading the weights again.
enum class PromptSteps { mixed, separate };
constexpr PromptSteps prompt_steps(ServingEngine engine)
{
    return engine == ServingEngine::sglang ? PromptSteps::separate : PromptSteps::mixed;
}

struct Prompt {
    double tokens = 0;  ///< to be computed
    double cached = 0;  ///< in front of them, found in the prefix cache: attended to, not computed
};

/// Prompts that start together, cut into steps of at most `budget` tokens. Independent of what decodes beside them.
///
///     T = q I / n tokens a step, n steps
///     attention     2 a (d_qk + d_v) I q [ L_full min(P + I/2, sparse) + L_window min(P + I/2, window) ] / t / (.55 rate)
///     elementwise   q I 2 h (L passes_layer + L_moe k passes_expert / min(e, t)) / (b HBM)     not divided by t
///
///     q prompts, I tokens to compute, P cached ones, rate the sustained one in 16 bits
struct PromptGroup {
    double steps = 1;            ///< n
    double tokens = 0;           ///< T
    WeightWork weights;          ///< of one step
    Seconds attention, communication, elementwise; ///< of all steps

    Seconds rest() const { return attention + communication + elementwise; }
    /// Device time with nothing else running.
    Seconds alone() const;
};
PromptGroup prompt_group(const ServedReplica& served, double prompts, Prompt prompt, double budget);

/// Device time that the group adds beside a decode step of `batch` sequences.
///
///     mixed      n [ (w(T+B)^2 + (g(T) + g(B))^2)^(1/2) - (w(B)^2 + g(B)^2)^(1/2) ] + rest,  at least .3 of n alone
///     separate   n (w(T)^2 + g(T)^2)^(1/2) + rest
///
///     w, g reading and multiplying the weights, weight_work()
Seconds device_time(const ServedReplica& served, const PromptGroup& group, const DecodeStep& decode, double batch,
                    PromptSteps steps);

/// Time to launch the kernels of a step with prompts, which is not captured in a graph.
Seconds prompt_launch(const ServedReplica& served);

/// Time that the prompts add to their step, host included.
///
///     mixed     ((X + d)^4 + (n host)^4)^(1/4) - d, at least X / 5        separate  (X^4 + (n host)^4)^(1/4)
Seconds prompt_delay(const PromptGroup& group, Seconds device, Seconds decode, Seconds host, PromptSteps steps);

}
