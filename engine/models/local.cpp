#include "engine/models/local.h"

#include "engine/models/expert_routing.h"
#include "engine/models/smooth_max.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

using namespace units;

constexpr LocalParameters llama_cpp{.91, 30, 65, .86, .84, .62, 512, 4, false};
constexpr LocalParameters transformers{.80, 20, 700, .70, .60, 0, 2048, 2, true};

constexpr double geforce_ratio = 2.5;      ///< tensor rate over FP32 rate, at most
constexpr double half_lanes_ratio = 7;     ///< at least, on Ampere: the A100
constexpr double fp32_share = 1.0 / 8;     ///< of the FP16 rate, where the data sheet tells no FP32 rate
constexpr double moe_launches = .6;        ///< of a layer's, that experts add
constexpr double attention_share = .35;    ///< of F16
constexpr double tile = 16;                ///< rows an expert's tokens are padded to
constexpr double batched = 8;              ///< streams from which decode computes noticeably
constexpr Seconds hop = 60 * us, segment = 30 * us, front_end = 30 * ms;
constexpr BytesPerSecond usual_upload = 55 * GB / s;
constexpr double upload_share = .8;        ///< of the link, that uploading weights reaches

/// What one token, or many, needs of the weights.
struct LocalModel {
    double dense, experts, active, expert, moe_layers; ///< weights; expert: one of one layer
    Bytes dense_bytes, expert_bytes, head_bytes, total;

    double touched(double tokens) const
    {
        return experts > 0 ? experts * (1 - power(1 - std::min(1.0, active / experts), tokens)) : 0;
    }
    Bytes read(double tokens) const { return dense_bytes + moe_layers * touched(tokens) * expert_bytes; }
    double multiplied(double tokens) const
    {
        const double rows = tokens * active + std::min(touched(tokens), tokens * active) * tile / 2;
        return tokens * dense + (experts > 0 ? moe_layers * expert * rows : 0);
    }
};

LocalModel local_model(const LanguageModel& m, const ParameterCount& count, const NumberFormat& weights)
{
    const WeightBits bits = weight_bits(weights, m.experts_total > 0);
    const double mlp = count.dense_mlp_total + count.shared_total + count.router_total;
    LocalModel l{};
    l.dense = count.attention_total + mlp;
    l.experts = m.experts_total;
    l.active = m.experts_active;
    l.expert = count.expert;
    l.moe_layers = m.moe_layers;
    l.dense_bytes = (count.attention_total * bits.attention + mlp * bits.mlp) * bit;
    l.expert_bytes = count.expert * bits.expert * bit;
    l.head_bytes = m.vocab * m.hidden * bits.head * bit;
    l.total = l.dense_bytes + m.moe_layers * m.experts_total * l.expert_bytes + 2 * l.head_bytes;
    return l;
}

}

const LocalParameters& local_parameters(ServingEngine engine)
{
    return engine == ServingEngine::transformers ? transformers : llama_cpp;
}

LocalRates local_rates(const Accelerator& gpu)
{
    const auto architecture = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    double f16 = value_or(gpu.fp16, value_or(gpu.bf16, value_or(gpu.fp8, 0) / 2));
    double f32 = value_or(gpu.fp32, f16 * fp32_share);
    const double ratio = f32 > 0 ? f16 / f32 : 0;
    const bool has_geforce_cards = architecture == Architecture::ampere || architecture == Architecture::ada ||
                                   architecture == Architecture::blackwell_geforce;
    if (has_geforce_cards && ratio <= geforce_ratio)
        f16 *= 2;
    if (architecture == Architecture::volta || architecture == Architecture::turing ||
        (architecture == Architecture::ampere && ratio >= half_lanes_ratio))
        f32 *= 2;
    return {f16 * FLOP / s, f32 * FLOP / s};
}

LocalRun run_locally(const LanguageModel& m, const ParameterCount& count, const Accelerator& gpu, const NumberFormat& weights,
                     const LocalSetup& setup, const LocalParameters& p)
{
    const double t = setup.layout.tensor, stages = setup.layout.pipeline;
    const LocalModel l = local_model(m, count, weights);
    const LocalRates rates = local_rates(gpu);
    const BytesPerSecond memory = gpu.memory_bandwidth * B / s;
    const bool quantised = weight_bits(weights, m.experts_total > 0).mlp < 16;
    const double input = setup.lengths.computed();
    const CacheShape cache = cache_shape(m, setup.key_bits, setup.value_bits, {}, ServingEngine::llama_cpp);
    const double unlimited = std::numeric_limits<double>::infinity();
    const double window = m.sliding_layers > 0 ? m.sliding_window : unlimited;
    const double sparse = m.index_topk > 0 ? m.index_topk : unlimited;
    const auto cached = [&](double tokens) {
        return m.full_layers * std::min(tokens, sparse) * cache.full_layer +
               (m.sliding_layers > 0 ? m.sliding_layers * std::min(tokens, window) * cache.sliding_layer : Bytes{});
    };

    LocalRun run;
    run.streams = setup.concurrency;
    const double batch = run.streams;

    run.spilled = is_present(setup.gpu_layers) ? std::clamp(1 - setup.gpu_layers / m.layers, 0.0, 1.0)
                                               : std::min(setup.missing / l.total, 1.0);
    const BytesPerSecond host = setup.host_bandwidth > BytesPerSecond{} ? setup.host_bandwidth : usual_host_bandwidth;

    const auto stream = [&](double tokens) {
        const Bytes bytes = l.read(tokens) + l.head_bytes;
        const Seconds read = bytes / t / (memory * p.bandwidth);
        const auto per_flop = p.dequantised_bytes * B / (1000 * FLOP);
        return quantised ? cube_sum(read, bytes / t / (per_flop * rates.f32)) : read;
    };
    const auto matmul = [&](double tokens) {
        const Flop one = l.multiplied(tokens) / t * FLOP;
        return 2 * one / (rates.f16 * p.matmul) + one * p.lane_flop / rates.f32;
    };
    const ReduceLanes group = reduce_lanes({.intra = setup.link, .inter = {}, .gpu = gpu, .gpus_per_domain = t}, t);
    const auto communication = [&](double tokens) {
        if (t <= 1)
            return Seconds{};
        return 2 * m.layers * (all_reduce_time(group, tokens * m.hidden * p.reduced_bytes * B, Seconds{}) + segment);
    };

    // Decode.
    const Seconds hops = (stages - 1) * hop;
    run.launches = (m.layers + moe_launches * m.moe_layers) * p.layer_us * us;
    run.weights = stream(batch) * (1 - run.spilled);
    run.host = run.spilled * l.read(batch) / host;
    run.cache = batch * cached(setup.lengths.mean_context()) / t / (memory * p.cache_bandwidth);
    run.state = 2 * batch * m.linear_layers * cache.state_layer / t / memory;
    run.communication = communication(batch);
    const Seconds device = run.weights + run.host + (batch > batched ? matmul(batch) : Seconds{}) + run.cache + run.state +
                           run.communication + hops;
    run.tpot = p.launches_overlap ? std::max(device, run.launches) : device + run.launches;

    // Prefill in micro-batches; a layer split works on one card at a time.
    const double parts = std::max(1.0, std::ceil(input / p.micro_batch)), each = input / parts;
    const double keys = setup.lengths.cached() + input / 2;
    const double seen = m.full_layers * std::min(keys, sparse) +
                        (m.sliding_layers > 0 ? m.sliding_layers * std::min(keys, window) : 0);
    const bool mla = m.attention == static_cast<double>(Attention::mla);
    const double head = mla ? m.qk_nope_head_dim + m.qk_rope_head_dim + m.v_head_dim : m.head_dim + m.v_head_dim;
    run.attention = 2 * m.heads * head * input * seen * FLOP / (t * attention_share * rates.f16);
    run.gemm = parts * matmul(each);
    const BytesPerSecond upload = setup.link.topology == static_cast<double>(Topology::host_tree)
                                      ? upload_share * send_rate(setup.link, 2) : upload_share * usual_upload;
    run.prefill = parts * (cube_sum(matmul(each), stream(each)) + communication(each) + run.launches + hops +
                           run.spilled * (l.total - 2 * l.head_bytes) / upload) + run.attention;
    run.ttft = run.prefill + front_end;
    return run;
}

}
