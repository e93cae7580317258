#pragma once
// What prompts cost: the time that reading some of them adds to a step.

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

struct PrefillWork {
    Seconds device;     ///< time of the device for all prompts
    double steps = 1;   ///< that they are cut into
};

/// Device time of `prompts` prompts beside `batch` decoding sequences; `budget` tokens fit into one step.
///
///     device = weights and GEMMs + q attention + n communication(T) + elementwise,     T = q I / n tokens a step
///     mixed:     (w(T+B)^2 + g(T+B)^2)^(1/2) - (w(B)^2 + g(B)^2)^(1/2), at least .3 of the separate cost
///     separate:  (w(T)^2 + g(T)^2)^(1/2)
///     attention = 2 a (d_qk + d_v) I [ L_full min(P + I/2, sparse) + L_window min(P + I/2, window) ] / t / (.55 rate)
///     elementwise = q I 2 h (L passes_layer + L_moe k passes_expert / min(e, t)) / (b HBM)     not divided by t
///
///     I prompt tokens, P cached ones, w and g of weight_work(), rate the sustained one in 16 bits
PrefillWork prefill_work(const ServedReplica& served, double prompts, Prompt prompt, double batch, double budget,
                         PromptSteps steps);

/// Time to launch the kernels of a step with prompts, which is not captured in a graph.
Seconds prefill_launch(const ServedReplica& served);

/// Time that the prompts add to their step, host included.
///
///     mixed     ((X + d)^4 + host^4)^(1/4) - d, at least X / 5        separate  (X^4 + (n host)^4)^(1/4)
Seconds prefill_delay(const PrefillWork& work, Seconds decode, Seconds host, PromptSteps steps);

}
