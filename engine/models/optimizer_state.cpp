#include "engine/models/optimizer_state.h"

#include <algorithm>

namespace engine {

namespace {

using units::B;

constexpr double gathered_layers = 2; ///< the one computed and the one prefetched
constexpr double factored = .1;       ///< Adafactor: row and column sums

double largest_layer(const TrainingSetup& s, const LanguageModel& m, const ParameterCount& c)
{
    const double attention = std::max({c.full_attention, c.sliding_attention, c.linear_attention});
    const double moe = m.moe_layers > 0 ? m.experts_total / s.expert * c.expert + c.shared_experts + c.router : 0;
    return (attention + std::max(c.dense_mlp, moe)) / s.tensor;
}

ModelStates adapter_states(const TrainingSetup& s, const LanguageModel& m, const ParameterCount& c)
{
    ModelStates states;
    const WeightShare share = weight_share(s, c);
    const double linear = (c.total - c.embedding - c.head - c.norms) / c.total;
    const double bytes = linear * s.base_bits / 8 + (1 - linear) * 2;
    const double split = s.tensor * s.pipeline;
    const double group = is_zero3(s) ? share.dense_group : 1;
    states.parameters = bytes * (is_zero3(s) ? share.sharded() : share.total()) * B;
    const double trained = adapter_parameters(s, m) / (split * group);
    states.gradients = 2 * trained * B;
    states.optimizer = trained * (optimizer_bytes(s) + (is_pure(s) ? 0 : 4)) * B;
    states.parameters += 2 * trained * B;
    if (is_zero3(s))
        states.working = 2 * (gathered_layers * largest_layer(s, m, c) + m.vocab * m.hidden / s.tensor) * B;
    else if (s.base_bits < 16)
        states.working = 2 * m.hidden * std::max({m.intermediate, m.moe_intermediate, 3 * m.hidden}) / s.tensor * B;
    return states;
}

}

double optimizer_bytes(const TrainingSetup& s)
{
    switch (static_cast<Optimizer>(static_cast<int>(s.optimizer))) {
    case Optimizer::adamw:
        return chosen(s.precision, Precision::bf16) ? 4 : 8;
    case Optimizer::adamw_8bit:
        return 2;
    case Optimizer::adafactor:
        return factored;
    case Optimizer::sgd:
    case Optimizer::lion:
    case Optimizer::muon:
        break;
    }
    return 4;
}

WeightShare weight_share(const TrainingSetup& s, const ParameterCount& c)
{
    const double expert_tensor = s.expert == 1 ? s.tensor : 1;
    WeightShare share;
    share.dense = (c.total - c.experts_total) / (s.tensor * s.pipeline);
    share.expert = c.experts_total / (s.expert * s.pipeline * expert_tensor);
    share.dense_group = std::max(1.0, s.gpus / (s.tensor * s.pipeline));
    share.expert_group = std::max(1.0, s.gpus / (s.expert * s.pipeline * expert_tensor));
    return share;
}

double adapter_parameters(const TrainingSetup& s, const LanguageModel& m)
{
    const double r = s.lora_rank, h = m.hidden;
    const bool latent = m.attention == static_cast<double>(Attention::mla);
    const double key_value_heads = latent ? m.heads : m.kv_heads;
    const double query = m.heads * (latent ? m.qk_nope_head_dim + m.qk_rope_head_dim : m.head_dim);
    const double key = key_value_heads * (latent ? m.qk_nope_head_dim : m.head_dim), value = key_value_heads * m.v_head_dim;
    const double query_value = (h + query) + (h + value);
    if (chosen(s.lora_targets, LoraTargets::attention))
        return m.layers * r * query_value;
    const double matrices = m.gated_mlp > 0 ? 3 : 2;
    const double attention = query_value + (h + key) + (m.heads * m.v_head_dim + h);
    const double dense = matrices * (h + m.intermediate);
    const double experts = m.experts_total * matrices * (m.expert_hidden + m.moe_intermediate) +
                           (m.shared_intermediate > 0 ? matrices * (h + m.shared_intermediate) : 0);
    return r * (m.layers * attention + (m.layers - m.moe_layers) * dense + m.moe_layers * experts);
}

ModelStates model_states(const TrainingSetup& s, const LanguageModel& m, const ParameterCount& c)
{
    if (is_adapter(s))
        return adapter_states(s, m, c);
    const WeightShare share = weight_share(s, c);
    const auto kept = [&share](double bytes, bool divided) {
        return bytes * (divided ? share.sharded() : share.total()) * B;
    };
    const bool zero3 = is_zero3(s), pure = is_pure(s);
    const double width = chosen(s.precision, Precision::fp32) ? 4 : 2;

    ModelStates states;
    states.parameters = kept(zero3 && !pure ? 4 : width, zero3);
    states.gradients = kept(s.gradient_bytes, zero3 || chosen(s.sharding, Sharding::zero2));
    states.optimizer = kept(optimizer_bytes(s) + (pure || zero3 ? 0 : 4), !chosen(s.sharding, Sharding::ddp));
    if (zero3) {
        const double layer = largest_layer(s, m, c);
        states.working = width * (gathered_layers * layer + m.vocab * m.hidden / s.tensor) * B;
        states.unreduced = s.gradient_bytes * layer * B;
    }
    if (!chosen(s.offload, Offload::none))
        states.optimizer = Bytes{};
    if (chosen(s.offload, Offload::optimizer_parameters))
        states.parameters = states.gradients = Bytes{};
    return states;
}

}
