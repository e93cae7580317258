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

}

Seconds PromptGroup::alone() const { return steps * square_sum(weights.read, weights.gemm) + rest(); }

PromptGroup prompt_group(const ServedReplica& served, double prompts, Prompt prompt, double budget)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    const double tokens = prompts * prompt.tokens;
    PromptGroup group;
    group.steps = std::max(1.0, tokens / (budget * budget_slack));
    group.tokens = tokens / group.steps;
    group.weights = weight_work(served, group.tokens, 1, prefill_tile);

    const double keys = prompt.cached + prompt.tokens / 2;
    const double seen = r.full_layers * std::min(keys, r.sparse_tokens) +
                        (r.sliding_layers > 0 ? r.sliding_layers * std::min(keys, r.window) : 0);
    const Flop attention = tokens * (seen * r.prefill_flop + 2 * r.index_layers * r.index_flop * keys) * FLOP;
    group.attention = attention / (r.rates.bf16 * attention_share * r.layout.tensor);
    group.communication = group.steps * step_communication(served, group.tokens);

    const double passes = r.blocks / 2 * p.layer_passes +
                          r.moe_layers * r.active * p.expert_passes / std::min(r.expert_groups, r.layout.tensor);
    group.elementwise = tokens * r.hidden * bytes_per_value * passes * B / (r.rates.memory * p.bandwidth);
    return group;
}

Seconds device_time(const ServedReplica& served, const PromptGroup& group, const DecodeStep& decode, double batch,
                    PromptSteps steps)
{
    const Seconds alone = square_sum(group.weights.read, group.weights.gemm);
    if (steps == PromptSteps::separate)
        return group.steps * alone + group.rest();
    const Seconds read = weight_read_time(served, group.tokens + batch);
    const Seconds added = square_sum(read, group.weights.gemm + decode.gemm) - square_sum(decode.weights, decode.gemm);
    return group.steps * std::max(added, least_mixed_share * alone) + group.rest();
}

Seconds prompt_launch(const ServedReplica& served)
{
    const Replica& r = served.replica;
    const double extra = r.is_mla ? served.parameters.mla_prefill_kernels * r.full_layers : 0;
    return (step_kernels(served) + extra) * served.parameters.launch_us * us;
}

Seconds prompt_delay(const PromptGroup& group, Seconds device, Seconds decode, Seconds host, PromptSteps steps)
{
    if (steps == PromptSteps::separate)
        return fourth_sum(device, group.steps * host);
    return std::max(fourth_sum(device + decode, group.steps * host) - decode, least_delay_share * device);
}

}
