#include "engine/calculators/throughput.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/memory_search.h"
#include "engine/calculators/throughput_estimate.h"
#include "engine/calculators/throughput_range.h"
#include "engine/models/power.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using namespace units;

constexpr double million = 1e6, percent = 100, joules_per_kwh = 3.6e6, seconds_per_hour = 3600;

// Not inlined: each copy of these would be paid for in the WebAssembly module.
[[gnu::noinline]] void put(Answer& answer, ThroughputOutput field, double value)
{
    answer.outputs[static_cast<std::size_t>(field)] = value;
}

void warn(Answer& answer, ThroughputWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

/// The range of a time that follows `range`, or of a rate, its inverse.
[[gnu::noinline]] void put_range(Answer& answer, ThroughputOutput field, ErrorRange range, bool inverse)
{
    const auto i = static_cast<std::size_t>(field);
    const double value = answer.outputs[i];
    answer.low[i] = inverse ? value / range.high : value * range.low;
    answer.high[i] = inverse ? value / range.low : value * range.high;
}

void fill_outputs(const ThroughputSetup& x, const ThroughputEstimate& e, Answer& answer)
{
    const RequestLengths& lengths = x.load.lengths;
    const double gpus = x.memory.gpus, rate = e.output_tokens_per_s;
    put(answer, ThroughputOutput::prefill_s, e.prefill.in(s));
    put(answer, ThroughputOutput::ttft_s, e.ttft.in(s));
    const bool has_rest = lengths.output > 1; // tokens after the first, else there is no time between tokens
    put(answer, ThroughputOutput::tpot_s, has_rest ? e.tpot.in(s) : absent);
    put(answer, ThroughputOutput::e2e_s, (e.ttft + std::max(lengths.output - 1, 0.0) * e.tpot).in(s));
    put(answer, ThroughputOutput::stream_tokens_per_s, has_rest ? 1 / e.tpot.in(s) : absent);
    put(answer, ThroughputOutput::output_tokens_per_s, rate);
    put(answer, ThroughputOutput::output_tokens_per_s_per_gpu, rate / gpus);
    put(answer, ThroughputOutput::total_tokens_per_s, e.requests_per_s * (lengths.input + lengths.output));
    put(answer, ThroughputOutput::prefill_tokens_per_s, lengths.computed() / (e.prefill + e.front).in(s));
    put(answer, ThroughputOutput::requests_per_s, e.requests_per_s);
    put(answer, ThroughputOutput::bound, static_cast<double>(e.bound));
    const double bill = x.gpu_hour_usd * gpus / seconds_per_hour; // US$ a second; NaN without a price
    put(answer, ThroughputOutput::cost_per_million_output_tokens_usd, million * bill / rate);
    put(answer, ThroughputOutput::cost_per_million_input_tokens_usd, million * bill / (e.requests_per_s * lengths.input));
    const double power = gpus * device_power(x.memory.gpu, e.activity).in(W);
    put(answer, ThroughputOutput::power_w, power);
    put(answer, ThroughputOutput::energy_per_million_output_tokens_kwh, million * power / rate / joules_per_kwh);
    put(answer, ThroughputOutput::running_sequences, e.running);
    put(answer, ThroughputOutput::capacity_sequences, e.capacity);
    put(answer, ThroughputOutput::queue_s, e.queue.in(s));
}

void fill_ranges(const ThroughputSetup& x, const ThroughputEstimate& e, Answer& answer)
{
    const auto apply = [&answer](ThroughputOutput field, ErrorRange range, bool inverse) {
        put_range(answer, field, range, inverse);
    };
    const ErrorRange tpot = tpot_range(x), ttft = ttft_range(x), rate = request_range(x);
    apply(ThroughputOutput::prefill_s, ttft, false);
    apply(ThroughputOutput::ttft_s, ttft, false);
    apply(ThroughputOutput::tpot_s, tpot, false);
    apply(ThroughputOutput::stream_tokens_per_s, tpot, true);
    apply(ThroughputOutput::prefill_tokens_per_s, ttft, true);
    for (const ThroughputOutput field :
         {ThroughputOutput::output_tokens_per_s, ThroughputOutput::output_tokens_per_s_per_gpu,
          ThroughputOutput::total_tokens_per_s, ThroughputOutput::requests_per_s})
        apply(field, rate, true);
    for (const ThroughputOutput field :
         {ThroughputOutput::e2e_s, ThroughputOutput::cost_per_million_output_tokens_usd,
          ThroughputOutput::cost_per_million_input_tokens_usd})
        apply(field, rate, false);
    if (is_present(x.rate) && !e.served.is_overloaded) // what arrives is what is served
        for (const ThroughputOutput field :
             {ThroughputOutput::output_tokens_per_s, ThroughputOutput::output_tokens_per_s_per_gpu,
              ThroughputOutput::total_tokens_per_s, ThroughputOutput::requests_per_s,
              ThroughputOutput::cost_per_million_output_tokens_usd, ThroughputOutput::cost_per_million_input_tokens_usd}) {
            const auto i = static_cast<std::size_t>(field);
            answer.low[i] = answer.high[i] = answer.outputs[i];
        }
    if (!is_present(tpot.low))
        warn(answer, ThroughputWarning::extrapolated);
}

void add_warnings(const Request& request, const ThroughputSetup& x, const ThroughputEstimate& e, Answer& answer)
{
    const MemorySetup& m = x.memory;
    const UnusedInputs unused{throughput_inputs, request.inputs, answer, static_cast<int>(ThroughputWarning::no_effect)};
    const bool open = is_present(x.rate);
    check_unused(m, unused);
    unused.check(static_cast<int>(MemoryInput::mean_context), true); // the lengths tell
    unused.check(static_cast<int>(MemoryInput::concurrency), open && !x.is_local);
    unused.check(static_cast<int>(MemoryInput::expert_parallel), x.is_local && m.layout.expert > 1);
    unused.check(static_cast<int>(ThroughputInput::requests_each), open || x.is_local);
    unused.check(static_cast<int>(ThroughputInput::draft_tokens), x.is_local);
    unused.check(static_cast<int>(ThroughputInput::host_bandwidth), !x.is_local);
    if (m.is_bold)
        warn(answer, ThroughputWarning::bold_settings, m.serving.utilization, m.serving.max_sequences);
    const double t = m.layout.tensor;
    if (!x.fits && !x.runs_split)
        warn(answer, ThroughputWarning::does_not_fit,
             (x.plan.total - x.plan.cache * (1 - 1 / x.plan.concurrency) - x.plan.usable).in(GB));
    else if (!x.load.is_saturated && !is_present(x.rate) && x.load.concurrency > x.admission.capacity && !x.is_local)
        warn(answer, ThroughputWarning::capacity_limits, e.capacity, x.clients);
    if (e.served.is_overloaded)
        warn(answer, ThroughputWarning::overloaded, e.requests_per_s, x.rate);
    if (t > 1 && !(x.wiring.intra.peer_to_peer > 0))
        warn(answer, ThroughputWarning::no_peer_to_peer, t);
    if (t > x.wiring.gpus_per_domain)
        warn(answer, ThroughputWarning::spans_servers, t, x.wiring.gpus_per_domain);
    if (x.load.draft_tokens > 0 && !x.is_local)
        warn(answer, ThroughputWarning::speculation_unmeasured);
    if (m.layout.pipeline > 1 && !x.is_local)
        warn(answer, ThroughputWarning::pipeline_unmeasured);
    if ((m.model.linear_layers > 0 || m.model.index_layers > 0) && !x.is_local)
        warn(answer, ThroughputWarning::hybrid_unmeasured);
    if (x.is_local && e.local.spilled > 0)
        warn(answer, ThroughputWarning::spilled, percent * e.local.spilled);
    if (m.load.context > m.model.max_context) // false where absent
        warn(answer, ThroughputWarning::context_above_model, m.model.max_context, m.load.context);
    if (is_present(m.model.parameters))
        warn(answer, ThroughputWarning::parameters_published);
    if (m.cache_bits_derived && m.key_bits != 16)
        warn(answer, ThroughputWarning::cache_format_derived, m.key_bits);
    if (const double used = t * m.layout.pipeline * m.replicas; used < m.gpus)
        warn(answer, ThroughputWarning::gpus_unused, m.gpus - used);
}

bool admits_one(const MemorySetup& s) { return admitted_sequences(s, s.plan) >= 1; }

/// Smallest single changes: more GPUs or a wider group until the weights fit, fewer clients until nobody waits, a narrower cache.
void add_suggestions(const ThroughputSetup& x, Answer& answer)
{
    if (x.is_local && (x.fits || x.runs_split))
        return;
    constexpr double narrow_cache = 8;
    if (!x.fits) {
        MemorySetup wider = x.memory;
        const double gpus = fewest_gpus(x.memory, x.memory.asked, admits_one);
        // More GPUs are of no use where nothing is known of what joins them.
        if (is_present(gpus) && lay_out(wider, gpus).code == ErrorCode::none && reduce_lanes(x.wiring, wider.layout.tensor).is_known)
            add_suggestion(answer, static_cast<int>(MemoryInput::gpus), gpus);
        wider = x.memory;
        while (is_present(wider.asked.tensor) && (wider.asked.tensor *= 2) <= x.memory.gpus)
            if (lay_out(wider, x.memory.gpus).code == ErrorCode::none && admits_one(wider)) {
                add_suggestion(answer, static_cast<int>(MemoryInput::tensor_parallel), wider.asked.tensor);
                break;
            }
        add_suggestion(answer, static_cast<int>(MemoryInput::weights), absent);
    } else if (!x.load.is_saturated && x.load.concurrency > x.admission.capacity) {
        add_suggestion(answer, static_cast<int>(MemoryInput::concurrency),
                std::max(1.0, std::floor(x.admission.capacity * x.memory.replicas)));
        if (x.memory.key_bits > narrow_cache)
            add_suggestion(answer, static_cast<int>(MemoryInput::kv_cache), absent);
    }
}

}

Problem evaluate_throughput(const Request& request, Answer& answer)
{
    if (Problem problem = check_inputs(throughput, request.inputs); problem.code != ErrorCode::none)
        return problem;
    ThroughputSetup x;
    if (Problem problem = throughput_setup(request, x); problem.code != ErrorCode::none)
        return problem;

    blank(answer, x.used);
    put(answer, ThroughputOutput::fits, x.fits ? 1 : 0);
    ThroughputEstimate e;
    if (x.fits || x.runs_split) {
        e = estimate_throughput(x, make_replica(x));
        fill_outputs(x, e, answer);
        fill_ranges(x, e, answer);
    }
    add_warnings(request, x, e, answer);
    add_suggestions(x, answer);
    return {};
}

}
