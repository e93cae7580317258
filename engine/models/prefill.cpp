#include "engine/models/prefill.h"

#include "engine/models/smooth_max.h"

#include <algorithm>

namespace engine {

namespace {

using namespace units;

/// A prompt's GEMMs cost at least this share of what they would cost alone, however well they hide in a mixed step.
constexpr double least_mixed_share = .3;
/// Prefill attention kernels reach this share of the sustained 16-bit matmul rate.
constexpr double attention_share = .55;
/// A little over one budget still goes in one step: prompts vary in length.
constexpr double budget_slack = 1.13;
/// However well a prompt hides behind the host, the decoding sequences feel this share of its device time.
constexpr double least_delay_share = .2;
constexpr double bytes_per_value = 2;

Seconds stand_alone(const ServedReplica& served, double tokens, double heads)
{
    const WeightWork work = weight_work(served, tokens, heads, prefill_tile);
    return square_sum(work.read, work.gemm);
}

/// What the prompts' tokens add to a step that reads the weights for `batch` sequences anyway.
Seconds added_to(const ServedReplica& served, double tokens, double batch)
{
    const WeightWork decode = weight_work(served, batch, batch, decode_tile);
    const WeightWork prompt = weight_work(served, tokens, 1, prefill_tile);
    const WeightWork both = weight_work(served, tokens + batch, 1, prefill_tile);
    return square_sum(both.read, prompt.gemm + decode.gemm) - square_sum(decode.read, decode.gemm);
}

}

PrefillWork prefill_work(const ServedReplica& served, double prompts, Prompt prompt, double batch, double budget,
                         PromptSteps steps)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    const double tokens = prompts * prompt.tokens;
    const double n = std::max(1.0, tokens / (budget * budget_slack));
    const double per_step = tokens / n;

    Seconds weights = stand_alone(served, per_step, 1);
    if (steps == PromptSteps::mixed)
        weights = std::max(added_to(served, per_step, batch), least_mixed_share * weights);

    const double keys = prompt.cached + prompt.tokens / 2;
    const double seen = r.full_layers * std::min(keys, r.sparse_tokens) +
                        (r.sliding_layers > 0 ? r.sliding_layers * std::min(keys, r.window) : 0);
    const Flop attention = prompt.tokens * (seen * r.prefill_flop + 2 * r.index_layers * r.index_flop * keys) * FLOP;
    const FlopPerSecond attention_rate = r.rates.bf16 * attention_share * r.layout.tensor;

    const double passes = r.blocks / 2 * p.layer_passes +
                          r.moe_layers * r.active * p.expert_passes / std::min(r.expert_groups, r.layout.tensor);
    const Bytes elementwise = tokens * r.hidden * bytes_per_value * passes * B;

    return {.device = n * weights + prompts * (attention / attention_rate) + n * step_communication(served, per_step) +
                      elementwise / (r.rates.memory * p.bandwidth),
            .steps = n};
}

Seconds prefill_launch(const ServedReplica& served)
{
    const Replica& r = served.replica;
    const double extra = r.is_mla ? served.parameters.mla_prefill_kernels * r.full_layers : 0;
    return (step_kernels(served) + extra) * served.parameters.launch_us * us;
}

Seconds prefill_delay(const PrefillWork& work, Seconds decode, Seconds host, PromptSteps steps)
{
    if (steps == PromptSteps::separate)
        return fourth_sum(work.device, work.steps * host);
    return std::max(fourth_sum(work.device + decode, work.steps * host) - decode, least_delay_share * work.device);
}

}
