#include "engine/models/activations.h"

#include "engine/models/pipeline.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using units::B;
using units::token;

constexpr double loss_chunks = 8;

/// Transformer Engine keeps the inputs of its linear layers as the matmul had them, a byte a value.
bool saves_narrow_inputs(const TrainingSetup& s)
{
    return (chosen(s.precision, Precision::fp8_mixed) || chosen(s.precision, Precision::nvfp4_mixed)) && !is_zero3(s) &&
           !is_adapter(s);
}

}

BytesPerToken layer_activations(const TrainingSetup& s, const TrainingShape& m, const AttentionKind& kind, bool moe,
                                Kept kept)
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
                                  2 * m.mlp_matrices * mlp + (moe ? 4 * m.active * h : 0)) /
                                     t;
        if (kept == Kept::without_cheap)
            bytes -= 4 * narrow + (2 * mlp + (m.gqa ? 0 : 2 * kind.query + 2 * kind.key_value)) / t;
        else if (kept != Kept::per_operator && saves_narrow_inputs(s))
            bytes -= 2 * narrow + (kind.output + mlp) / t;
    }
    return bytes * B / token;
}

BytesPerToken input_copies(const TrainingSetup& s, const TrainingShape& m, const AttentionKind& kind, bool moe)
{
    if (!is_adapter(s) || s.base_bits >= 16 || s.compiled > 0)
        return {};
    const double mlp = moe ? m.active * m.expert + m.shared : m.mlp;
    return 2 * (m.mlp_matrices * m.hidden + kind.output + mlp) / s.tensor * B / token; // q, k, v; gate; up; o; down
}

ActivationMemory training_activations(const TrainingSetup& s, const LanguageModel& model, const TrainingShape& m,
                                      const TrainingMemoryConstants& c)
{
    const Tokens micro = s.micro_batch * s.sequence / s.context * token;
    const bool zero3 = is_zero3(s), several = s.gpus > 1;
    const bool selective = chosen(s.recompute, Recompute::selective);
    const Kept kept = chosen(s.recompute, Recompute::full) ? Kept::input
                      : s.light_share > 0                  ? Kept::without_cheap
                      : selective                          ? (zero3 ? Kept::per_operator : Kept::all_but_scores)
                                                           : Kept::everything;
    double saved = !is_present(s.compiled) ? std::sqrt(c.eager) : s.compiled > 0 ? 1 : c.eager;
    if (!is_present(s.compiled) && !zero3 && !is_adapter(s) && several)
        saved = 1; // Megatron's kernels are fused by hand
    const bool again = kept == Kept::per_operator || kept == Kept::input;
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
            const BytesPerToken copies = input_copies(s, m, kind, moe);
            all += layers * (factor * layer_activations(s, m, kind, moe, kept) + (again ? BytesPerToken{} : copies));
            largest = std::max(largest, saved * layer_activations(s, m, kind, moe, Kept::everything) + copies);
        }
    }
    const double stage = std::ceil(m.layers / s.pipeline) / m.layers;
    ActivationMemory memory;
    memory.flight = micro_batches_in_flight(s.pipeline, s.virtual_stages, s.micro_batches);
    memory.kept = memory.flight * stage * (all * micro);
    if (again) {
        memory.recomputed = largest * micro;
        if (zero3 && s.tensor > 1) // inputs of the two column-parallel matrices are gathered again
            memory.recomputed += 4 * model.hidden * (B / token) * micro;
    }

    const bool fused_loss = (!zero3 && several && !is_adapter(s)) || s.chunked_loss > 0;
    const double per_logit = fused_loss ? c.fused_logit : c.logit + (zero3 && s.tensor > 1 ? c.distributed_logit : 0);
    memory.logits = micro * (per_logit * model.vocab / s.tensor * B / token);
    if (s.chunked_loss > 0)
        memory.logits = memory.logits / loss_chunks + micro * (2 * model.hidden * B / token);
    if (s.pipeline > 1) { // The fullest stage is the first, by its micro-batches in flight, or the last, by the logits.
        const Bytes last = memory.kept / memory.flight + memory.logits;
        if (memory.kept > last) {
            memory.logits = Bytes{};
        } else {
            memory.kept = memory.kept / memory.flight;
            memory.flight = 1;
        }
    }
    return memory;
}

}
