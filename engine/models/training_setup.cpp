#include "engine/models/training_setup.h"

#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

constexpr double small_model = 30e9; ///< parameters: below, data parallelism alone is the usual layout
constexpr double usual_sequence = 8192;
constexpr double usual_days = 60, usual_mfu = .4, most_derived_gpus = 16384;
constexpr double tokens_a_parameter = 20; ///< of a job whose length is not told (Chinchilla)
constexpr double step_tokens_small = 4 * 1024 * 1024.0, step_tokens_large = 16 * 1024 * 1024.0;
constexpr double states_share = .45, states_share_experts = .3,
                 base_share = .6; ///< of the memory, in a layout that is derived
constexpr double usual_server = 8, rack = 72;
constexpr double most_derived_expert_groups = 64, many_expert_groups = 64;

void default_to(double& member, double value)
{
    if (!is_present(member))
        member = value;
}

double power_of_two(double value) { return nearest_power_of_two(std::max(value, 1.0)); }

double derived_gpus(const TrainingSetup& s, const ParameterCount& count, const Accelerator& gpu)
{
    if (is_adapter(s))
        return usual_server;
    const double rate = value_or(gpu.bf16, value_or(gpu.fp16, 3e14));
    const double job = 6 * count.active * value_or(s.tokens, tokens_a_parameter * count.total);
    return std::clamp(power_of_two(job / (usual_mfu * rate * usual_days * 86400)), usual_server, most_derived_gpus);
}

void derive_layout(TrainingSetup& s, const LanguageModel& m, const ParameterCount& count, const Accelerator& gpu)
{
    const double memory = value_or(gpu.memory_bytes, 80e9) / 1.074; // as the label counts it
    const double parameters = count.total;
    if (is_adapter(s)) {
        const double bytes = value_or(s.base_bits, 16) <= 8 || chosen(s.precision, Precision::fp8_mixed) ||
                                     chosen(s.precision, Precision::nvfp4_mixed)
                                 ? 1.05
                                 : 2;
        double split = 1;
        while (bytes * parameters / split > base_share * memory && split < s.gpus)
            split *= 2;
        while (is_present(s.global_batch) && std::floor(s.gpus / split) > s.global_batch && split < s.gpus)
            split *= 2;
        s.tensor = std::min(split, usual_server);
        s.pipeline = std::max(1.0, std::floor(split / s.tensor));
        s.sharding = static_cast<double>(Sharding::ddp);
    } else if (s.gpus == 1) {
        s.sharding = static_cast<double>(Sharding::ddp);
    } else if (parameters < small_model || s.gpus <= usual_server) {
        s.sharding = static_cast<double>(Sharding::zero3);
    } else {
        const bool experts = m.moe_layers > 0;
        s.tensor = experts ? 1 : std::min(usual_server, s.gpus);
        s.expert = 1;
        while (experts && s.expert * 2 <= std::min({most_derived_expert_groups, m.experts_total, s.gpus}))
            s.expert *= 2;
        const double ranks = experts ? s.expert : s.tensor;
        const double left = (6 + 12 / std::max(1.0, std::floor(s.gpus / 64))) *
                            ((parameters - count.experts_total) / s.tensor + count.experts_total / ranks);
        s.pipeline = 1;
        const double most = (experts ? states_share_experts : states_share) * memory;
        while (left / s.pipeline > most && ranks * s.pipeline * 2 <= s.gpus && s.pipeline < m.layers)
            s.pipeline *= 2;
        s.sharding = static_cast<double>(Sharding::zero1);
    }
}

/// Sequences of a micro-batch that feed the GPU and divide the batch of a data-parallel group.
double derived_micro_batch(const TrainingSetup& s)
{
    const double share = std::max(1.0, std::floor(s.global_batch / s.data));
    const double tokens = s.pipeline > 1 ? 4096 : is_zero3(s) ? 16384 : 8192;
    const double most = std::max(1.0, std::floor(tokens / s.sequence));
    double micro = 1;
    while (micro * 2 <= most && is_multiple(share, micro * 2) &&
           share / (micro * 2) >= (s.pipeline > 1 ? 4 * s.pipeline : 1))
        micro *= 2;
    return micro;
}

/// Exchange kernels that send a token once a server are the usual choice there.
bool newest_exchange(const Accelerator& gpu)
{
    const auto a = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    return a == Architecture::blackwell || a == Architecture::rubin;
}

}

bool is_recent(const Accelerator& gpu)
{
    const auto a = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    return !(a == Architecture::volta || a == Architecture::turing || a == Architecture::ampere || a == Architecture::ada);
}

TrainingSetup completed_setup(TrainingSetup s, const LanguageModel& m, const ParameterCount& count, const Accelerator& gpu,
                              const Link& intra, SetupPurpose purpose)
{
    const bool time = purpose == SetupPurpose::time;
    const bool fp16 = chosen(s.precision, Precision::fp16_mixed);
    default_to(s.lora_rank, 16);
    default_to(s.base_bits, chosen(s.method, TrainingMethod::qlora) ? 4.5 : 16);
    default_to(s.fused_attention, fp16 ? 0 : 1);
    const bool unfused = s.fused_attention == 0;
    default_to(s.sequence, std::min(value_or(m.max_context, 2048), usual_sequence));

    const bool laid = s.tensor >= 1 || s.pipeline >= 1 || s.context >= 1 || s.expert >= 1 || is_present(s.sharding);
    if (!is_present(s.gpus)) {
        const double product = value_or(s.tensor, 1) * value_or(s.pipeline, 1) * value_or(s.context, 1);
        s.gpus = std::max(time ? derived_gpus(s, count, gpu) : usual_server, product);
    }
    if (!laid)
        derive_layout(s, m, count, gpu);
    default_to(s.tensor, 1);
    default_to(s.pipeline, 1);
    default_to(s.context, 1);
    default_to(s.expert, 1);
    default_to(s.sharding, static_cast<double>(s.gpus > 1 ? Sharding::zero1 : Sharding::ddp));
    const bool narrow = chosen(s.precision, Precision::fp8_mixed) || chosen(s.precision, Precision::nvfp4_mixed);
    default_to(s.gradient_bytes, chosen(s.precision, Precision::bf16) || (narrow && !is_zero3(s)) ? 2 : 4);
    s.data = std::max(1.0, std::floor(s.gpus / (s.tensor * s.pipeline * s.context)));

    const bool batch_told = is_present(s.global_batch);
    const double step_tokens = count.total < small_model ? step_tokens_small : step_tokens_large;
    default_to(s.global_batch, std::max(s.data, std::floor(std::floor(step_tokens / s.sequence) / s.data) * s.data));
    default_to(s.micro_batch, time ? derived_micro_batch(s) : 1);
    s.micro_batches = std::max(1.0, s.global_batch / (s.data * s.micro_batch));
    s.gathers_gradients = batch_told && s.micro_batches > 1;
    if (!is_present(s.virtual_stages)) {
        s.virtual_stages = 1;
        while (time && s.pipeline > 1 && chosen(s.sharding, Sharding::zero1) &&
               (s.pipeline - 1) / (s.virtual_stages * s.micro_batches) > .2 && s.virtual_stages * 2 * s.pipeline <= m.layers)
            s.virtual_stages *= 2;
    }

    const auto full = static_cast<double>(Recompute::full), none = static_cast<double>(Recompute::none);
    if (!is_present(s.recompute) && (unfused && fp16))
        s.recompute = full; // before 2022 there was no other kind
    if (!is_present(s.recompute) && (!time || is_adapter(s)))
        s.recompute = none;
    if (is_present(s.recompute))
        s.recompute_share = s.recompute == full ? 1 : 0;

    default_to(s.sequence_parallel, s.tensor > 1 && !unfused ? 1 : 0);
    if (s.tensor == 1)
        s.sequence_parallel = 0;
    default_to(s.attention_kernels, static_cast<double>(is_zero3(s) ? AttentionKernels::flash2 : AttentionKernels::native));
    default_to(s.async_tensor, is_recent(gpu) && !unfused && !is_zero3(s) ? 1 : 0);
    default_to(s.async_experts, s.pipeline > 1 && is_recent(gpu) && !is_zero3(s) ? 1 : 0);
    default_to(s.single_copy, newest_exchange(gpu) || s.expert >= many_expert_groups ? 1 : 0);
    default_to(s.gpus_per_node, value_or(intra.domain, usual_server) >= rack ? rack : usual_server);
    s.gpus_per_node = std::min(s.gpus_per_node, s.gpus);
    if (unfused && is_zero3(s) && s.tensor < s.gpus_per_node)
        default_to(s.nics_per_node, 1);
    return s;
}

}
