// derive(): the steps of throughput, with the values that the estimate used.

#include "engine/calculators/throughput.h"

#include "engine/calculators/step_list.h"
#include "engine/calculators/throughput_estimate.h"
#include "engine/models/power.h"

#include <algorithm>

namespace engine {

namespace {

using namespace units;

using Steps = StepList<ThroughputStep>;

void derive_decode(const ThroughputSetup& x, const Replica& r, const Served& served, const Steps& add)
{
    const ServingParameters& p = serving_parameters(x.memory.serving.engine);
    const DecodeStep& d = served.step;
    const double batch = served.decoding, context = x.load.lengths.mean_context(), memory = r.rates.memory.in(B / s);
    add(ThroughputStep::weights_read, d.weights.in(s), d.weights.in(s) * p.bandwidth * memory, p.bandwidth, memory);
    add(ThroughputStep::gemm, d.gemm.in(s), batch, p.matmul, r.mlp.rate.in(FLOP / s));
    add(ThroughputStep::weights_time, (d.total - d.cache - d.state - d.communication - d.kernels - d.sequences).in(s),
        d.weights.in(s), d.gemm.in(s));
    add(ThroughputStep::cache_read, d.cache.in(s), batch, context, r.cache.token().in(B), p.cache_bandwidth, memory);
    if (d.state > Seconds{})
        add(ThroughputStep::state_read, d.state.in(s), batch, r.cache.state().in(B), p.cache_bandwidth, memory);
    if (d.communication > Seconds{})
        add(ThroughputStep::all_reduce, d.communication.in(s), r.blocks / 2, batch, r.hidden);
    add(ThroughputStep::kernels, d.kernels.in(s), d.kernels.in(us) / p.kernel_us, p.kernel_us * us.in(s));
    add(ThroughputStep::sequences, d.sequences.in(s), batch, p.sequence_us * us.in(s));
    add(ThroughputStep::decode_step, d.total.in(s),
        (d.total - d.cache - d.state - d.communication - d.kernels - d.sequences).in(s), d.cache.in(s), d.state.in(s),
         d.communication.in(s), d.kernels.in(s), d.sequences.in(s));
}

void derive_prompts(const ThroughputSetup& x, const Served& served, const Steps& add)
{
    const ServingParameters& p = serving_parameters(x.memory.serving.engine);
    const PromptGroup& g = served.prompt;
    const RequestLengths& lengths = x.load.lengths;
    add(ThroughputStep::prompt_work, (g.alone() - g.rest()).in(s),
        g.steps, g.tokens, g.weights.read.in(s), g.weights.gemm.in(s));
    add(ThroughputStep::prompt_attention, g.attention.in(s));
    add(ThroughputStep::prompt_elementwise, (g.elementwise + g.communication).in(s),
        g.elementwise.in(s), g.communication.in(s));
    add(ThroughputStep::prompt_delay, served.delay.in(s));
    const double others = std::max(served.decoding - 1, 1e-9);
    add(ThroughputStep::prompt_share, served.prefill_share.in(s),
        served.prefill_share.in(s) * lengths.output / others, served.decoding, lengths.output);
    if (x.load.draft_tokens > 0)
        add(ThroughputStep::drafted, served.tokens_per_step, x.load.draft_acceptance, x.load.draft_tokens);
    if (lengths.output > 1)
        add(ThroughputStep::tpot, served.tpot.in(s),
            served.step.total.in(s), served.tokens_per_step, served.prefill_share.in(s));
    const Seconds front = p.front_end_ms * ms + p.token_us * us * lengths.input;
    add(ThroughputStep::front_end, front.in(s), p.front_end_ms * ms.in(s), p.token_us * us.in(s), lengths.input);
    if (served.queue > Seconds{})
        add(ThroughputStep::queue, served.queue.in(s), x.load.concurrency, served.capacity, lengths.output);
    add(ThroughputStep::ttft, served.ttft.in(s),
        front.in(s), served.step.total.in(s), p.pickup_steps, served.delay.in(s), p.pickup_prefills, served.arrivals,
         served.queue.in(s));
    add(ThroughputStep::capacity, served.capacity, x.plan.pool.in(B), x.plan.pool.in(B) / served.capacity);
    add(ThroughputStep::running, served.decoding,
        served.running, lengths.output, served.tpot.in(s), (served.ttft - served.queue).in(s));
}

void derive_local(const ThroughputSetup& x, const LocalRun& r, const Steps& add)
{
    const MemorySetup& m = x.memory;
    const LocalParameters& p = local_parameters(m.serving.engine);
    add(ThroughputStep::local_stream, r.weights.in(s));
    if (r.spilled > 0)
        add(ThroughputStep::local_host, r.host.in(s),
            r.spilled, x.plan.weights_total.in(B), (x.local.host_bandwidth > BytesPerSecond{} ? x.local.host_bandwidth
                                                                                              : usual_host_bandwidth).in(B / s));
    add(ThroughputStep::local_launches, r.launches.in(s), m.model.layers, m.model.moe_layers, p.layer_us * us.in(s));
    add(ThroughputStep::local_tpot, r.tpot.in(s),
        r.weights.in(s), r.host.in(s), r.cache.in(s), r.state.in(s), r.communication.in(s), r.launches.in(s));
    add(ThroughputStep::local_prefill, r.prefill.in(s), r.gemm.in(s), r.attention.in(s));
    add(ThroughputStep::local_ttft, r.ttft.in(s), r.prefill.in(s), (r.ttft - r.prefill).in(s));
}

void derive_rates(const ThroughputSetup& x, const ThroughputEstimate& e, const Steps& add)
{
    const RequestLengths& lengths = x.load.lengths;
    const double gpus = x.memory.gpus, rate = e.output_tokens_per_s;
    if (!is_present(x.rate))
        add(ThroughputStep::request_rate, e.requests_per_s,
            e.running, (e.ttft - e.queue).in(s), lengths.output, e.tpot.in(s));
    add(ThroughputStep::output_rate, rate, 1, e.requests_per_s, lengths.output);
    if (is_present(x.gpu_hour_usd)) {
        const double bill = 1e6 * x.gpu_hour_usd * gpus / 3600;
        add(ThroughputStep::cost_output, bill / rate, gpus, x.gpu_hour_usd, rate);
        add(ThroughputStep::cost_input, bill / (e.requests_per_s * lengths.input),
            gpus, x.gpu_hour_usd, e.requests_per_s, lengths.input);
    }
    if (is_present(x.memory.gpu.tdp)) {
        const double power = gpus * device_power(x.memory.gpu, e.activity).in(W);
        add(ThroughputStep::power, power, gpus, x.memory.gpu.tdp, e.activity.memory, e.activity.matmul);
        add(ThroughputStep::energy, 1e6 * power / rate / 3.6e6, power, rate);
    }
}

}

Problem derive_throughput(const Request& request, Derivation& derivation)
{
    if (Problem problem = check_inputs(throughput, request.inputs); problem.code != ErrorCode::none)
        return problem;
    ThroughputSetup x;
    if (Problem problem = throughput_setup(request, x); problem.code != ErrorCode::none)
        return problem;
    derivation.steps_used = 0;
    if (!x.fits && !x.runs_split)
        return {}; // nothing runs
    const Replica replica = make_replica(x);
    const ThroughputEstimate e = estimate_throughput(x, replica);
    const Steps add{derivation};
    if (e.is_local) {
        derive_local(x, e.local, add);
    } else {
        derive_decode(x, replica, e.served, add);
        derive_prompts(x, e.served, add);
    }
    derive_rates(x, e, add);
    return {};
}

}
