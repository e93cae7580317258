#include "engine/models/training_time.h"

#include "engine/models/pipeline.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using units::B;
using units::FLOP;
using units::token;
using units::us;

constexpr double used_memory = .86;      ///< of the device's, that a run is made to fill
constexpr double optimizer_traffic = 34; ///< bytes a weight: states read and written, gradient read, weight written
constexpr double host_link = 25e9;       ///< bytes/s of a GPU to host memory, for what is offloaded
constexpr double offload_traffic = 6;    ///< bytes a weight and step: a gradient down, a weight up
constexpr Seconds exchange_latency = 35 * us, exchange_latency_rank = .3 * us;
constexpr double exchange_nic_share = .93;

/// What the parts of a step have in common.
struct Run {
    const TrainingSetup& s;
    const TrainingShape& m;
    const Interconnect wires;
    const TrainingTimeConstants& c;
    double tokens; ///< of a micro-batch on one GPU
    double node;   ///< GPUs of a server
    Repeats again;

    [[gnu::noinline]] Seconds send(Collective collective, double bytes, double ranks, double per_node) const
    {
        return message_time(collective, bytes * B, {.ranks = ranks, .per_node = per_node}, wires);
    }
    Seconds gather_and_scatter(double bytes, double ranks, double per_node) const
    {
        return send(Collective::all_gather, bytes, ranks, per_node) +
               send(Collective::reduce_scatter, bytes, ranks, per_node);
    }
};

Seconds tensor_messages(const Run& run)
{
    const TrainingSetup& s = run.s;
    if (s.tensor <= 1)
        return {};
    const double bytes = 2 * run.tokens * run.m.hidden;
    const Seconds one = s.sequence_parallel > 0 ? run.gather_and_scatter(bytes, s.tensor, run.node)
                                                : run.send(Collective::all_reduce, bytes, s.tensor, run.node);
    return (s.async_tensor > 0 ? run.c.exposed_async : run.c.exposed) * (4 + 2 * run.again.matmul) * one;
}

Seconds context_messages(const Run& run, const AttentionKind& kind)
{
    const TrainingSetup& s = run.s;
    if (s.context <= 1)
        return {};
    const double bytes = 2 * s.micro_batch * s.sequence * kind.key_value / s.tensor;
    const double per_node = std::max(1.0, std::floor(run.node / s.tensor));
    return run.c.exposed * ((2 + run.again.attention) * run.send(Collective::all_gather, bytes, s.context, per_node) +
                            run.send(Collective::reduce_scatter, bytes, s.context, per_node));
}

Seconds expert_messages(const Run& run)
{
    const TrainingSetup& s = run.s;
    if (s.expert <= 1 || run.m.moe_layers <= 0)
        return {};
    const double local = run.tokens / s.tensor, row = 2 * run.m.expert_hidden;
    const double routed = local * run.m.active * row;
    const double nodes = std::ceil(s.expert * s.tensor / run.node);
    Seconds one;
    if (nodes <= 1) {
        one = run.send(Collective::all_to_all, routed, s.expert, s.expert);
    } else if (!(s.single_copy > 0)) {
        one = run.send(Collective::all_to_all, routed, s.expert, std::max(1.0, std::floor(run.node / s.tensor)));
    } else { // a token crosses once to each server that wants it, and is copied there
        const double inside = std::min(s.expert, std::max(1.0, std::floor(run.node / s.tensor)));
        const double crossing = (nodes - 1) * (1 - power(1 - 1 / nodes, run.m.active)) * local * row;
        one = std::max(run.send(Collective::all_to_all, routed, inside, inside),
                       exchange_latency + s.expert * exchange_latency_rank +
                           crossing * B / (exchange_nic_share * run.wires.nic));
    }
    const double again = run.again.matmul == .5 ? 0 : run.again.matmul > 0 ? run.again.matmul : 0;
    return (s.async_experts > 0 ? run.c.exposed_experts_async : run.c.exposed_experts) * (4 + 2 * again) * one;
}

Seconds pipeline_messages(const Run& run)
{
    const TrainingSetup& s = run.s;
    if (s.pipeline <= 1)
        return {};
    const double bytes = 2 * run.tokens * run.m.hidden / (s.sequence_parallel > 0 ? s.tensor : 1);
    const double per_node = s.tensor * s.context * s.data >= run.node ? 1 : 2;
    return run.c.exposed * 2 * s.virtual_stages * run.send(Collective::send_recv, bytes, 2, per_node);
}

/// Traffic of the data-parallel group that shows, given what computes beside it.
Seconds data_messages(const Run& run, const WeightShare& share, Seconds compute, const LanguageModel& model)
{
    const TrainingSetup& s = run.s;
    const double z = s.data * s.context;
    if (is_adapter(s) || z <= 1)
        return {};
    const double ranks_before = s.pipeline == 1 || s.tensor * s.pipeline > run.node ? s.tensor : s.tensor * s.pipeline;
    const double per_node = std::max(1.0, std::floor(run.node / ranks_before));
    const double expert_ranks = std::max(1.0, std::floor(share.expert_group));
    const double full_speed = std::min(1.0, value_or(s.nics_per_node, s.gpus_per_node) / s.gpus_per_node);
    if (is_zero3(s)) {
        const double units = model.layers / s.pipeline, times = s.pipeline == 1 ? s.micro_batches : 1;
        const double gathers = s.pipeline > 1 ? 1 : 2;
        const bool apart = s.expert > 1 && share.expert > 0;
        const double weights = (share.dense + (apart ? 0 : share.expert)) / units;
        Seconds t = times * units *
                    (gathers * run.send(Collective::all_gather, 2 * weights, z, per_node) +
                     run.send(Collective::reduce_scatter, s.gradient_bytes * weights, z, per_node));
        if (apart && expert_ranks > 1) {
            const double expert = share.expert / units;
            t += times * units *
                 (gathers * run.send(Collective::all_gather, 2 * expert, expert_ranks, 1) +
                  run.send(Collective::reduce_scatter, s.gradient_bytes * expert, expert_ranks, 1));
        }
        return std::max(run.c.hidden * full_speed * t, t - run.c.overlap * s.micro_batches * compute);
    }
    constexpr double reduced_bytes = 2; // Megatron reduces gradients in the training precision
    const auto exchange = [&](double weights, double ranks, double local) {
        return run.send(Collective::reduce_scatter, reduced_bytes * weights, ranks, local) +
               run.send(Collective::all_gather, 2 * weights, ranks, local);
    };
    Seconds t = exchange(share.dense, z, per_node);
    if (share.expert > 0 && expert_ranks > 1)
        t += exchange(share.expert, expert_ranks, std::max(1.0, std::floor(run.node / s.expert)));
    return std::max(run.c.hidden * t, t - run.c.overlap * compute);
}

Seconds optimizer_time(const TrainingSetup& s, const WeightShare& share, const TrainingRates& rates)
{
    if (is_adapter(s))
        return {};
    const double local = chosen(s.sharding, Sharding::ddp) ? share.total() : share.sharded();
    Seconds t = optimizer_traffic * local * B / rates.memory;
    if (!chosen(s.offload, Offload::none))
        t += offload_traffic * local * B / (host_link * B / units::s);
    if (chosen(s.offload, Offload::optimizer_parameters)) // weights come from the host for every pass
        t += s.micro_batches * 2 * 2 * local * B / (host_link * B / units::s);
    return t;
}

}

Bytes filled_memory(const Accelerator& gpu) { return used_memory * gpu.memory_bytes * B; }

TrainingSetup with_recompute(TrainingSetup s, const LanguageModel& model, const ParameterCount& count,
                             const TrainingShape& shape, const Accelerator& gpu)
{
    if (is_present(s.recompute_share))
        return s;
    s.recompute_share = 0;
    if (is_present(gpu.memory_bytes)) {
        const Bytes most = filled_memory(gpu);
        s.recompute = static_cast<double>(Recompute::none);
        const Bytes none = training_memory(s, model, count, shape, gpu).total;
        Bytes cheap = none;
        if (none > most && shape.moe_layers > 0 && s.fused_attention > 0 && !is_zero3(s)) {
            s.light_share = 1;
            cheap = training_memory(s, model, count, shape, gpu).total;
            if (cheap < most)
                s.light_share = (none - most) / (none - cheap);
        }
        if (cheap > most) {
            s.recompute = static_cast<double>(Recompute::full);
            const Bytes full = training_memory(s, model, count, shape, gpu).total;
            s.recompute_share = full >= cheap ? 1 : std::min(1.0, (cheap - most) / (cheap - full));
        }
    }
    s.recompute = static_cast<double>(s.recompute_share > .5 ? Recompute::full : Recompute::none);
    return s;
}

TrainingTime training_time(const TrainingSetup& s, const LanguageModel& model, const ParameterCount& count,
                           const TrainingShape& m, const Accelerator& gpu, const Link& intra, const Link& inter,
                           const TrainingTimeConstants& c)
{
    TrainingTime time;
    time.rates = training_rates(s, gpu, c);
    const Run run{.s = s,
                  .m = m,
                  .wires = training_wires(s, intra, inter, gpu),
                  .c = c,
                  .tokens = s.micro_batch * s.sequence / s.context,
                  .node = s.gpus_per_node,
                  .again = repeats_of(s)};
    const bool recent = is_recent(gpu);

    // One micro-batch through all layers of the model.
    LayerTime layers;
    Seconds context;
    const double moe_share = m.moe_layers / m.layers;
    for (const AttentionKind& kind : m.kinds) {
        if (kind.layers <= 0)
            continue;
        if (moe_share < 1)
            layers.add(layer_time(s, m, kind, false, recent, time.rates, c), kind.layers * (1 - moe_share));
        if (moe_share > 0)
            layers.add(layer_time(s, m, kind, true, recent, time.rates, c), kind.layers * moe_share);
        if (kind.fixed_span <= 0)
            context += kind.layers * context_messages(run, kind);
    }
    const Seconds tensor = m.layers * tensor_messages(run), expert = m.moe_layers * expert_messages(run);
    const Seconds head = head_time(s, m, time.rates, c);

    // The slowest stage: the most layers, or the last one with the head.
    const Seconds layer = (layers.total() + tensor + context + expert) / m.layers;
    const double per_stage = std::ceil(m.layers / s.pipeline);
    const double last = std::max(0.0, m.layers - (s.pipeline - 1) * per_stage);
    const bool head_is_slowest = s.pipeline == 1 || last * layer + head > per_stage * layer;
    const double of_model = (head_is_slowest ? last : per_stage) / m.layers;

    time.layers.add(layers, of_model * s.micro_batches);
    time.tensor = of_model * s.micro_batches * tensor;
    time.context = of_model * s.micro_batches * context;
    time.expert = of_model * s.micro_batches * expert;
    time.head = head_is_slowest ? s.micro_batches * head : Seconds{};
    time.pipeline = s.micro_batches * pipeline_messages(run);
    const Seconds compute = time.layers.total() + time.head;
    time.bubble = bubble_of_work(s.pipeline, s.virtual_stages, s.micro_batches) *
                  (compute + time.tensor + time.context + time.expert + time.pipeline);
    const WeightShare share = weight_share(s, count);
    time.data = data_messages(run, share, (compute + time.expert) / s.micro_batches, model);
    time.optimizer = optimizer_time(s, share, time.rates);
    time.step = compute + time.exposed() + time.bubble + time.optimizer;

    const bool causal = s.fused_attention > 0;
    const double all = model_flop_per_token(m, count, s.sequence, causal, 3).in(FLOP / token);
    const double matmul = model_flop_per_token(m, count, 0, causal, 3).in(FLOP / token);
    time.model_flop = is_adapter(s) ? all - matmul / 3 : all;
    time.hardware_flop = time.model_flop + run.again.matmul * matmul / 3 + run.again.attention * (all - matmul) / 3;
    return time;
}

}
