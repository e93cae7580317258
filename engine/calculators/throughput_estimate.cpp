#include "engine/calculators/throughput_estimate.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

ThroughputBound longest(Seconds memory, Seconds compute, Seconds interconnect, Seconds overhead)
{
    const Seconds most = std::max({memory, compute, interconnect, overhead});
    if (most == compute)
        return ThroughputBound::compute;
    if (most == interconnect)
        return ThroughputBound::interconnect;
    return most == overhead ? ThroughputBound::overhead : ThroughputBound::memory;
}

/// Share of a request's time in an open loop from which waiting for room in the cache is what limits it.
constexpr double least_wait = .05;

void bound_of_served(const ThroughputSetup& x, ThroughputEstimate& e)
{
    const Served& r = e.served;
    const DecodeStep& d = r.step;
    const double output = x.load.lengths.output;
    // A token's own time, and its share of what prompts take.
    const double prompts = r.decoding / output / std::max(r.arrivals, 1.0);
    const Seconds prompt_gemm = r.prompt.steps * r.prompt.weights.gemm + r.prompt.attention;
    const Seconds memory = (std::max(d.weights, d.gemm) == d.weights ? d.weights : Seconds{}) + d.cache + d.state +
                           prompts * r.prompt.elementwise;
    const Seconds compute = (d.gemm > d.weights ? d.gemm : Seconds{}) + prompts * prompt_gemm;
    // A little waiting where an open loop's requests bunch by chance limits nothing.
    const bool waits = r.queue > (is_present(x.rate) ? least_wait * (r.ttft + output * r.tpot) : Seconds{});
    e.bound = waits || r.is_overloaded
                  ? ThroughputBound::capacity
                  : longest(memory, compute, d.communication + prompts * r.prompt.communication, d.kernels + d.sequences);
    const Seconds whole = d.total + prompts * r.delay;
    const ServingParameters& p = serving_parameters(x.memory.serving.engine);
    e.activity = {.memory = (p.bandwidth * d.weights + p.cache_bandwidth * (d.cache + d.state) +
                             prompts * p.bandwidth * r.prompt.elementwise) / whole,
                  .matmul = p.matmul * (d.gemm + prompts * prompt_gemm) / whole};
}

void serve_request(const ThroughputSetup& x, const Replica& replica, ThroughputEstimate& e)
{
    const Served r = serve(x, replica, serving_parameters(x.memory.serving.engine));
    e.served = r;
    e.prefill = r.prefill;
    e.front = r.front;
    e.ttft = r.ttft;
    e.tpot = r.tpot;
    e.queue = r.queue;
    e.requests_per_s = r.requests_per_s * x.busy_replicas;
    e.running = r.running * r.micro_batches * x.busy_replicas;
    e.capacity = r.capacity * x.memory.replicas;
    bound_of_served(x, e);
}

void run_request(const ThroughputSetup& x, ThroughputEstimate& e)
{
    const MemorySetup& m = x.memory;
    const LocalParameters& p = local_parameters(m.serving.engine);
    const LocalRun r = run_locally(m.model, m.count, m.gpu, m.weights, x.local, p);
    e.local = r;
    e.is_local = true;
    e.prefill = r.prefill;
    e.ttft = r.ttft;
    e.tpot = r.tpot;
    const Seconds whole = r.ttft + std::max(x.load.lengths.output - 1, 0.0) * r.tpot;
    e.requests_per_s = r.streams * x.busy_replicas / whole.in(units::s);
    if (is_present(x.rate)) {
        // An open loop on one stream: a queue with constant service (M/D/1).
        const double most = e.requests_per_s, busy = x.rate / most;
        e.queue = busy < 1 ? whole * (busy / (2 * (1 - busy))) : std::nan("") * units::s;
        e.ttft = e.ttft + e.queue;
        e.requests_per_s = std::min(most, x.rate);
        e.served.is_overloaded = busy >= 1;
    }
    e.running = r.streams * x.busy_replicas;
    e.capacity = x.admission.capacity * m.replicas;
    const bool answers = x.load.lengths.output > 1;
    e.bound = answers ? longest(r.weights + r.host + r.cache + r.state, Seconds{}, r.communication, r.launches)
                      : longest(Seconds{}, r.gemm + r.attention, Seconds{}, r.launches);
    e.activity = {.memory = p.bandwidth * r.weights / r.tpot, .matmul = answers ? 0 : p.matmul * r.gemm / r.prefill};
}

}

ThroughputEstimate estimate_throughput(const ThroughputSetup& x, const Replica& replica)
{
    ThroughputEstimate e;
    if (x.is_local)
        run_request(x, e);
    else
        serve_request(x, replica, e);
    e.output_tokens_per_s = e.requests_per_s * x.load.lengths.output;
    return e;
}

}
