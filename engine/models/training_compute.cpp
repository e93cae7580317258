#include "engine/models/training_compute.h"

#include "engine/models/sustained_rate.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using units::B;
using units::FLOP;
using units::us;

constexpr double memory_share = .85; ///< of the data sheet's bandwidth that large copies reach
constexpr double score_bytes = 10;   ///< an unfused score and pass: written, read, masked, normalised
constexpr double tile = 256;         ///< columns of the product that a thread block computes at once
constexpr double head_bytes = 14;    ///< a logit and pass over the loss
constexpr double usual_vector = 60e12;
constexpr double backward_of_attention = 2.5; ///< five matmuls of the backward against two of the forward

struct Work {
    Seconds matmul, cast;
};

/// Gathers the matmuls of a layer.
class Matmuls {
public:
    Matmuls(const TrainingSetup& setup, const TrainingRates& rates, const TrainingTimeConstants& c, double passes,
            double again)
        : m_setup(setup), m_rates(rates), m_constants(c), m_passes(passes), m_again(again)
    {
    }

    /// rows x in times in x out, `times` of them. `reads` times the input is read (separate q, k, v).
    [[gnu::noinline]] void add(double rows, double in, double out, double times = 1, double reads = 1, double slower = 1)
    {
        const double b = m_rates.operand_bytes;
        const Flop work = 2 * rows * in * (std::ceil(out / tile) * tile) * FLOP;
        const Bytes traffic = (b * rows * in * reads + b * in * out + 2 * rows * out) * B;
        m_work.matmul += times * (m_passes + m_again) *
                         (work / (m_rates.narrow * slower) + m_constants.operand * traffic / m_rates.memory);
        if (m_rates.casts()) {
            const double bytes =
                (2 + 2 * b) * (rows * (in * reads * (1 + m_again) + out) + in * out / m_setup.micro_batches);
            m_work.cast += times * m_constants.cast * (bytes * B / m_rates.memory);
        }
    }

    const Work& work() const { return m_work; }

private:
    const TrainingSetup& m_setup;
    const TrainingRates& m_rates;
    const TrainingTimeConstants& m_constants;
    double m_passes, m_again;
    Work m_work;
};

Seconds attention_time(const TrainingSetup& s, const AttentionKind& kind, double tokens, double again, bool recent,
                       const TrainingRates& rates, const TrainingTimeConstants& c)
{
    const double heads = kind.heads / s.tensor;
    if (s.fused_attention == 0) {
        const double pairs = tokens * s.sequence * heads;
        return pairs * (3 + again) *
               (2 * kind.score_width * FLOP / rates.wide + score_bytes * c.elementwise * B / rates.memory);
    }
    const bool flash2 = recent && chosen(s.attention_kernels, AttentionKernels::flash2);
    const double pairs = tokens * mean_span(kind, s.sequence) * heads;
    const Seconds matrices =
        pairs * 2 * kind.score_width * (1 + backward_of_attention + again) * FLOP / (rates.wide * (flash2 ? c.flash2 : 1));
    const Seconds softmax = pairs * c.softmax * (backward_of_attention + again) * FLOP / rates.vector;
    return recent && !flash2 ? std::max(matrices, softmax) : matrices + softmax;
}

double adapter_traffic(const TrainingSetup& s, const TrainingShape& m, const AttentionKind& kind)
{
    double width = 0;
    for (int i = 0; i < kind.matrices_used; ++i)
        width += kind.matrices[static_cast<std::size_t>(i)].in + 2 * kind.matrices[static_cast<std::size_t>(i)].out;
    if (chosen(s.lora_targets, LoraTargets::all_linear))
        width += (m.hidden + 2 * (m.mlp_matrices - 1) * m.mlp) + (m.mlp + 2 * m.hidden);
    return width;
}

}

TrainingRates training_rates(const TrainingSetup& s, const Accelerator& gpu, const TrainingTimeConstants& c)
{
    const SustainedRates best = sustained_rates(gpu);
    const double bf16 = value_or(gpu.bf16, value_or(gpu.fp16, value_or(gpu.fp8, 0) / 2));
    const bool ultra = gpu.fp4 > 2.2 * gpu.fp8; // more FP4 than twice FP8: exponentials were doubled as well
    TrainingRates rates;
    rates.wide = rates.narrow = c.matmul * best.bf16;
    rates.peak = bf16 * FLOP / units::s;
    rates.memory = memory_share * best.memory;
    rates.vector = value_or(gpu.fp32, usual_vector) * (ultra ? 1.33 : 1) * FLOP / units::s;
    if (chosen(s.precision, Precision::fp8_mixed) && best.fp8 > 1.2 * best.bf16) {
        rates.narrow = c.matmul * best.fp8;
        rates.operand_bytes = 1;
        rates.peak = value_or(gpu.fp8, 2 * bf16) * FLOP / units::s;
    }
    if (chosen(s.precision, Precision::nvfp4_mixed) && best.has_fp4) {
        const double fp4 = ultra ? std::sqrt(gpu.fp4 * 2 * gpu.fp8) : gpu.fp4;
        rates.narrow = c.matmul * c.fp4 * fp4 * FLOP / units::s;
        rates.operand_bytes = .5625;
        rates.peak = gpu.fp4 * FLOP / units::s;
    }
    if (chosen(s.precision, Precision::fp32)) {
        rates.wide = rates.narrow = c.matmul * value_or(gpu.tf32, value_or(gpu.fp32, bf16 / 8)) * .75 * FLOP / units::s;
        rates.peak = value_or(gpu.tf32, value_or(gpu.fp32, bf16 / 8)) * FLOP / units::s;
    }
    return rates;
}

Repeats repeats_of(const TrainingSetup& s)
{
    const bool selective = chosen(s.recompute, Recompute::selective);
    if (selective && is_zero3(s))
        return {.matmul = .5, .elementwise = 1, .attention = 0};
    if (selective)
        return {.attention = s.fused_attention == 0 ? 1.0 : 0.0};
    return {.matmul = s.recompute_share,
            .elementwise = std::max(s.recompute_share, s.light_share),
            .attention = s.recompute_share};
}

void LayerTime::add(const LayerTime& other, double times)
{
    matmul += times * other.matmul;
    cast += times * other.cast;
    attention += times * other.attention;
    elementwise += times * other.elementwise;
    routing += times * other.routing;
    launch += times * other.launch;
}

LayerTime layer_time(const TrainingSetup& s, const TrainingShape& m, const AttentionKind& kind, bool moe, bool recent,
                     const TrainingRates& rates, const TrainingTimeConstants& c)
{
    const double t = s.tensor, tokens = s.micro_batch * s.sequence / s.context;
    const Repeats again = repeats_of(s);
    const bool separate = is_zero3(s) && m.mlp_matrices == 3 && m.gqa; // FSDP runs models as they are written
    const double up = m.mlp_matrices - 1;

    Matmuls matmuls(s, rates, c, is_adapter(s) ? 2 : 3, again.matmul);
    for (int i = 0; i < kind.matrices_used; ++i) {
        const Matrix& matrix = kind.matrices[static_cast<std::size_t>(i)];
        const bool last = i == kind.matrices_used - 1;
        matmuls.add(tokens, last ? matrix.in / t : matrix.in, last ? matrix.out : matrix.out / t, 1,
                    separate ? matrix.pieces : 1);
    }
    double passed = 8 * m.hidden / (s.sequence_parallel > 0 ? t : 1) + 2 * kind.rotary / t;
    LayerTime time;
    if (moe) {
        const double expert_tensor = s.expert == 1 ? t : 1, local = m.experts / s.expert;
        const double rows = tokens * m.active * s.expert / m.experts / (expert_tensor > 1 ? 1 : t);
        matmuls.add(rows, m.expert_hidden, up * m.expert / expert_tensor, local, 1, c.grouped);
        matmuls.add(rows, m.expert / expert_tensor, m.expert_hidden, local, 1, c.grouped);
        if (m.shared > 0) {
            matmuls.add(tokens, m.hidden, up * m.shared / t);
            matmuls.add(tokens, m.shared / t, m.hidden);
        }
        const double routed = tokens * m.active / t * 2 * (6 * m.hidden + m.mlp_matrices * m.expert);
        const double router = tokens / t * m.experts * 12;
        time.routing = c.routing * (3 + again.elementwise) * ((routed + router) * B / rates.memory);
    } else {
        matmuls.add(tokens, m.hidden, up * m.mlp / t, 1, separate ? 2 : 1);
        matmuls.add(tokens, m.mlp / t, m.hidden);
        passed += m.mlp_matrices * m.mlp / t;
    }
    time.matmul = matmuls.work().matmul;
    time.cast = matmuls.work().cast;
    const double eager = s.compiled == 0 ? c.eager : 1; // absent is not eager
    time.elementwise = c.elementwise * eager * (3 + again.elementwise) * (2 * tokens * passed * B / rates.memory);
    if (is_adapter(s))
        time.elementwise += c.elementwise * 3 * (2 * tokens * adapter_traffic(s, m, kind) / t * B / rates.memory);
    time.attention = attention_time(s, kind, tokens, again.attention, recent, rates, c);
    time.launch = c.launch_us * us * (3 + again.elementwise) * (moe ? 3 : 1);
    return time;
}

Seconds head_time(const TrainingSetup& s, const TrainingShape& m, const TrainingRates& rates, const TrainingTimeConstants& c)
{
    const double tokens = s.micro_batch * s.sequence / s.context, width = m.vocab / s.tensor;
    const Bytes traffic = (2 * tokens * m.hidden + 2 * m.hidden * width + 2 * tokens * width) * B;
    const double passes = is_adapter(s) ? 2 : 3;
    return passes * (2 * tokens * width * m.hidden * FLOP / rates.wide + c.operand * traffic / rates.memory) +
           c.elementwise * (tokens * width * head_bytes * B / rates.memory);
}

}
