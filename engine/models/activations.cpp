#include "engine/models/activations.h"

#include "engine/models/pipeline.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using namespace units;

constexpr double loss_chunks = 8;

}

BytesPerToken layer_activations(const TrainingSetup& s, const TrainingShape& m, const AttentionKind& kind, bool moe, Kept kept,
                                bool copies)
{
    const double t = s.tensor, h = m.hidden;
    const double narrow = h / (s.sequence_parallel > 0 ? t : 1);
    const double widths = kind.query + kind.key_value / 2;
    double bytes = 0;
    if (kept == Kept::input) {
        bytes = 2 * narrow;
    } else if (s.fused_attention == 0) {
        const double scores = kept == Kept::everything ? 5 * kind.heads * s.sequence / s.context / t : 0;
        bytes = 10 * narrow + 24 * h / t + scores;
    } else {
        const double mlp = moe ? m.active * m.expert + m.shared : m.mlp;
        if (kept == Kept::per_operator)
            bytes = 4 * narrow + (2 * kind.output + 2 * widths + 2 * mlp) / t;
        else
            bytes = 8 * narrow + (2 * kind.query + 2 * kind.output + 2 * kind.key_value + 4 * kind.heads +
                                  2 * m.mlp_matrices * mlp + (moe ? 4 * m.active * h : 0)) / t;
        if (copies)
            bytes += 2 * (m.mlp_matrices * h + kind.output + mlp) / t; // inputs of q, k, v; gate; up; o; down
    }
    return bytes * B / token;
}

ActivationMemory training_activations(const TrainingSetup& s, const LanguageModel& model, const TrainingShape& m,
                                   const TrainingMemoryConstants& c)
{
    const Tokens micro = s.micro_batch * s.sequence / s.context * token;
    const bool zero3 = is_zero3(s), several = s.gpus > 1;
    const bool selective = chosen(s.recompute, Recompute::selective);
    const bool quantised = is_adapter(s) && s.base_bits < 16 && !(s.compiled > 0);
    const Kept kept = chosen(s.recompute, Recompute::full) ? Kept::input
                      : selective                          ? (zero3 ? Kept::per_operator : Kept::all_but_scores)
                                                           : Kept::everything;
    double saved = !is_present(s.compiled) ? std::sqrt(c.eager) : s.compiled > 0 ? 1 : c.eager;
    if (!is_present(s.compiled) && !zero3 && !is_adapter(s) && several)
        saved = 1; // Megatron's kernels are fused by hand
    if (quantised)
        saved = c.eager;
    const double factor = kept == Kept::per_operator ? c.per_operator : kept == Kept::input ? 1 : saved;

    BytesPerToken all, largest;
    const double moe_share = m.moe_layers / m.layers;
    for (const AttentionKind& kind : m.kinds) {
        if (kind.layers <= 0)
            continue;
        for (const bool moe : {false, true}) {
            const double layers = kind.layers * (moe ? moe_share : 1 - moe_share);
            if (layers <= 0)
                continue;
            all += layers * layer_activations(s, m, kind, moe, kept, quantised);
            largest = std::max(largest, layer_activations(s, m, kind, moe, Kept::everything, quantised));
        }
    }
    const double stage = std::ceil(m.layers / s.pipeline) / m.layers;
    ActivationMemory memory;
    const double flight = micro_batches_in_flight(s.pipeline, s.virtual_stages, s.micro_batches);
    memory.kept = factor * flight * stage * (all * micro);
    if (kept == Kept::per_operator || kept == Kept::input) {
        memory.recomputed = saved * (largest * micro);
        if (zero3 && s.tensor > 1) // inputs of the two column-parallel matrices are gathered again
            memory.recomputed += 4 * model.hidden * (B / token) * micro;
    }

    const bool fused_loss = !zero3 && several && !is_adapter(s);
    const double per_logit = fused_loss ? c.fused_logit : c.logit + (zero3 && s.tensor > 1 ? c.distributed_logit : 0);
    memory.logits = micro * (per_logit * model.vocab / s.tensor * B / token);
    if (s.chunked_loss > 0)
        memory.logits = memory.logits / loss_chunks + micro * (2 * model.hidden * B / token);
    if (s.pipeline > 1) { // The fullest stage is the first, by its micro-batches in flight, or the last, by the logits.
        const Bytes last = memory.kept / std::max(flight, 1.0) + memory.logits;
        if (memory.kept > last)
            memory.logits = Bytes{};
        else
            memory.kept = memory.kept / std::max(flight, 1.0);
    }
    return memory;
}

}
