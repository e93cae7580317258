#include "engine/models/decode.h"

#include "engine/models/smooth_max.h"

#include <algorithm>

namespace engine {

namespace {

using namespace units;

/// Kernels of one half of a layer: norm, two or three GEMMs, rotary or activation, attention, residual.
constexpr double kernels_of_block = 5;
/// More for a recurrent layer (convolution, gates, state update), a sparse indexer, FP4 activations, a shared expert (share
/// of what the experts add).
constexpr double kernels_of_linear = 2, kernels_of_index = 5, kernels_of_fp4 = 1, kernels_of_shared = .6;
/// Decode attention reaches half the 16-bit rate at best: short queries fill half of a tile.
constexpr double decode_attention_share = .5;

Seconds read_time(const WeightPart& part, const ServedReplica& served)
{
    const double share = served.parameters.bandwidth * (part.is_narrow ? served.parameters.narrow_bandwidth : 1);
    return part.read / (served.replica.rates.memory * share);
}

Seconds dense_read_time(const ServedReplica& served)
{
    const Replica& r = served.replica;
    return read_time(r.attention, served) + read_time(r.mlp, served) + read_time(r.head, served);
}

/// Routed experts, all layers; de-quantising limits them where the format is foreign.
Seconds expert_read_time(const ServedReplica& served, double touched)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    const Bytes bytes = r.moe_layers * touched / r.expert_groups * r.expert.read;
    const Seconds read = bytes / (r.rates.memory * p.bandwidth);
    if (!r.experts_dequantised)
        return read;
    const auto per_flop = p.dequantised_bytes * B / (1000 * FLOP);
    return std::max(read, bytes / (per_flop * r.rates.bf16));
}

Seconds gemm_time(const WeightPart& part, double rows, const ServedReplica& served)
{
    const double share = served.parameters.matmul * (part.is_block ? served.parameters.block_matmul : 1);
    return 2 * FLOP * rows * part.multiplied / (part.rate * share);
}

}

Seconds weight_read_time(const ServedReplica& served, double tokens)
{
    const double touched = touched_experts(served.routing, tokens * served.replica.replicas_spanned);
    return dense_read_time(served) + expert_read_time(served, touched);
}

WeightWork weight_work(const ServedReplica& served, double tokens, double heads, double tile)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    WeightWork work{.read = dense_read_time(served),
                    .gemm = gemm_time(r.attention, tokens, served) + gemm_time(r.mlp, tokens, served) +
                            gemm_time(r.head, heads, served)};
    if (r.moe_layers <= 0)
        return work;
    const double spanned = tokens * r.replicas_spanned;
    const double touched = touched_experts(served.routing, spanned);
    work.read += expert_read_time(served, touched);
    const double rows = spanned * r.active + std::min(touched, spanned * r.active) * tile / 2;
    work.gemm += gemm_time(r.expert, r.moe_layers * served.busiest * rows / r.expert_groups, served) / p.grouped_matmul;
    return work;
}

Seconds step_communication(const ServedReplica& served, double tokens)
{
    const Replica& r = served.replica;
    const Seconds latency = served.parameters.all_reduce_us * us;
    constexpr double reduces_per_layer = 2, bytes_per_value = 2;
    Seconds t = r.blocks / 2 * reduces_per_layer *
                all_reduce_time(r.all_reduce, tokens * r.hidden * bytes_per_value * B, latency);
    if (r.replicas_spanned > 1)
        t += r.moe_layers * expert_exchange_time(r.exchange, r.expert_groups, tokens, r.active, r.hidden, latency);
    return t;
}

double step_kernels(const ServedReplica& served)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    return kernels_of_block * r.blocks + kernels_of_linear * r.linear_layers +
           p.moe_kernels * r.moe_layers * (1 + (r.has_shared ? kernels_of_shared : 0)) +
           (r.is_mla ? p.mla_kernels * r.full_layers : 0) + kernels_of_index * r.index_layers +
           r.layers * ((r.is_block ? p.block_kernels : 0) + (r.is_fp4 ? kernels_of_fp4 : 0));
}

DecodeStep decode_step(const ServedReplica& served, double batch, double context, double tokens)
{
    const Replica& r = served.replica;
    const ServingParameters& p = served.parameters;
    const WeightWork work = weight_work(served, batch * tokens, batch * tokens, decode_tile);
    const BytesPerSecond cache_rate = r.rates.memory * p.cache_bandwidth;

    const double full = r.full_layers * std::min(context, r.sparse_tokens);
    const double sliding = r.sliding_layers > 0 ? r.sliding_layers * std::min(context, r.window) : 0;
    const Bytes cached = batch * (full * r.cache.full_layer + sliding * r.cache.sliding_layer);
    const Flop attention = batch * tokens * (full + sliding) * r.decode_flop / r.layout.tensor * FLOP;

    DecodeStep step;
    step.weights = work.read;
    step.gemm = work.gemm;
    step.cache = std::max(cached / cache_rate, attention / (r.rates.bf16 * decode_attention_share)) +
                 batch * r.index_layers * context * r.cache.index_layer / cache_rate;
    step.state = 2 * batch * r.linear_layers * r.cache.state_layer / cache_rate;
    step.communication = step_communication(served, batch * tokens);
    step.kernels = step_kernels(served) * p.kernel_us * us;
    step.sequences = batch * p.sequence_us * us;
    step.total = cube_sum(step.weights, step.gemm) + step.cache + step.state + step.communication + step.kernels +
                 step.sequences;
    return step;
}

}
