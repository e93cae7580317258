#include "engine/models/serving.h"

#include "engine/models/smooth_max.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using namespace units;

constexpr int rounds = 3;
/// Of the open loop: false position ends when the number of sequences agrees this well.
constexpr int root_steps = 24;
constexpr double root_tolerance = 3e-4;
/// Of the output, that vLLM and SGLang find room for before a sequence starts, on average.
constexpr double reserved_output = .6;
/// A pipeline that is full loses this for each stage more; a hop between stages.
constexpr double stage_loss = .12;
constexpr Seconds stage_hop = 30 * us;
/// Below this a replica is read as serving one request at a time.
constexpr double single = 1.01;

/// The step of a batch, drafts included; tpot is its total over the tokens it yields.
struct Drafted {
    DecodeStep step;
    Seconds total;
};

Drafted drafted_step(const ServedReplica& served, const ServingLoad& load, double batch)
{
    const double context = load.lengths.mean_context();
    Drafted d;
    d.step = decode_step(served, batch, context, 1 + load.draft_tokens);
    d.total = d.step.total;
    if (load.draft_tokens > 0)
        d.total += load.draft_tokens * load.draft_cost * decode_step(served, batch, context).total;
    return d;
}

/// Everything about a load that does not change with the batch.
struct Setting {
    const ServedReplica& served;
    const ServingLoad& load;
    Prompt prompt;
    double output;
    double yield;       ///< tokens of a sequence a step
    double decode_steps; ///< that an output takes
    double budget;
    double per_step;    ///< prompts that the budget admits to a step
    PromptSteps steps;
    Seconds host;       ///< launching a step with prompts,
    Seconds felt_host;  ///< and what decoding sequences feel of it: launches run ahead of the device in part
    Seconds front;      ///< of the request before the scheduler sees it
};

Setting setting_of(const ServedReplica& served, const ServingLoad& load, const Admission& admission)
{
    const ServingParameters& p = served.parameters;
    const Prompt prompt{load.lengths.computed(), load.lengths.cached()};
    const PromptSteps steps = prompt_steps(served.replica.engine);
    const Seconds host = prompt_launch(served);
    const double yield = accepted_tokens(load.draft_tokens, load.draft_acceptance);
    return {.served = served,
            .load = load,
            .prompt = prompt,
            .output = load.lengths.output,
            .yield = yield,
            .decode_steps = std::max(load.lengths.output / yield, 1.0),
            .budget = admission.budget,
            .per_step = std::max(admission.budget / prompt.tokens, 1.0),
            .steps = steps,
            .host = host,
            .felt_host = steps == PromptSteps::mixed ? p.launch_share * host : host,
            .front = p.front_end_ms * ms + p.token_us * us * load.lengths.input};
}

PromptGroup group_of(const Setting& x, double prompts) { return prompt_group(x.served, prompts, x.prompt, x.budget); }

/// What the group adds to a step: seen by its own requests, and felt by the decoding ones.
struct Delays {
    Seconds own, felt;
};

Delays delays_of(const Setting& x, const PromptGroup& group, const Drafted& decode, double batch)
{
    const Seconds device = device_time(x.served, group, decode.step, batch, x.steps);
    return {prompt_delay(group, device, decode.total, x.host, x.steps),
            prompt_delay(group, device, decode.total, x.felt_host, x.steps)};
}

void settle(const Setting& x, Served& r, const Admission& admission)
{
    // One prompt with nothing else running.
    const PromptGroup alone = group_of(x, 1);
    r.prefill = fourth_sum(alone.alone(), alone.steps * x.host);
    r.front = x.front;
    r.capacity = admission.capacity;
    r.tokens_per_step = x.yield;
}

/// Mean time to the first token when all requests start at once.
Seconds first_wave(const Setting& x, double running)
{
    const double group = std::min(x.per_step, running);
    const PromptGroup work = group_of(x, group);
    return cube_sum(work.alone(), work.steps * x.host) * (running / group + 1) / 2;
}

/// Sequences that run when more are always waiting. TensorRT-LLM reserves the whole output of a sequence before it starts,
/// the others a share: lengths differ, and most sequences are in the middle of theirs.
double admitted(const ServingLoad& load, const Admission& admission, ServingEngine engine)
{
    if (engine == ServingEngine::tensorrt_llm)
        return admission.capacity;
    const RequestLengths& l = load.lengths;
    return admission.capacity * l.final_context() / (l.input + reserved_output * l.output);
}

/// Adds what a pipeline costs.
void through_stages(const Setting& x, Served& r, double concurrency)
{
    const double stages = x.served.replica.layout.pipeline;
    if (stages <= 1)
        return;
    const double full = std::min(stages, concurrency);
    const double slow = 1 + stage_loss * (full - 1);
    r.tpot = r.tpot * slow + x.served.replica.stage_hops * stage_hop;
    r.ttft = r.ttft * slow;
    r.queue = r.queue * slow;
    r.requests_per_s *= full / slow;
}

}

double accepted_tokens(double draft_tokens, double acceptance)
{
    if (draft_tokens <= 0)
        return 1;
    if (acceptance >= 1)
        return draft_tokens + 1;
    return (1 - power(acceptance, draft_tokens + 1)) / (1 - acceptance);
}

Served serve_closed_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission)
{
    const Setting x = setting_of(served, load, admission);
    const ServingParameters& p = served.parameters;
    const double stages = served.replica.layout.pipeline;
    const double capacity = load.is_saturated ? std::min(admitted(load, admission, served.replica.engine), admission.sequences / stages)
                                              : admission.capacity;
    // Each stage works on its share of the sequences.
    const double clients = load.is_saturated ? capacity : std::max(load.concurrency / stages, std::min(1.0, load.concurrency));

    Served r;
    settle(x, r, admission);
    r.running = std::max(std::min(clients, capacity), 1.0);
    const double spread = r.running / x.per_step + p.finish_spread * x.decode_steps;
    r.arrivals = std::min(std::max(r.running / spread, r.running / x.decode_steps), x.per_step);
    const double group = std::max(r.arrivals, 1.0);

    const bool has_wave = load.requests_each > 0;
    const double wave_share = has_wave ? 1 / load.requests_each : 0;
    const Seconds wave = has_wave ? first_wave(x, r.running) : Seconds{};

    r.prompt = group_of(x, group);
    Drafted d = drafted_step(served, load, r.running);
    Seconds per_token = d.total / x.yield, first = 4 * d.total, work; // `work`: what one prompt costs the device
    for (int round = 0; round < rounds; ++round) {
        const Seconds decoding = x.output * per_token;
        r.decoding = std::max(r.running * (decoding / (decoding + first)), 1.0);
        d = drafted_step(served, load, r.decoding);
        const Delays delays = delays_of(x, r.prompt, d, r.decoding);
        r.delay = delays.own;
        work = delays.felt / group;
        r.prefill_share = work * ((r.decoding - 1) / x.output);
        per_token = d.total / x.yield + r.prefill_share;
        const Seconds steady = x.front + d.total * (1 + p.pickup_steps) +
                               r.delay * (1 + p.pickup_prefills * std::min(r.arrivals, 1.0));
        first = (1 - wave_share) * steady + wave_share * wave;
    }
    r.step = d.step;
    r.tpot = per_token;
    if (r.running <= single)
        first = x.front + r.prefill; // nobody to wait for
    // While one request is answered the device reads a prompt for each that runs: short answers wait for each other.
    first = std::max(first, r.running * work - std::max(x.output - 1, 1.0) * per_token);
    r.requests_per_s = r.running / (first + std::max(x.output - 1, 1.0) * per_token).in(s);
    if (!load.is_saturated && clients > capacity)
        r.queue = (clients / capacity - 1) * (x.output * per_token + first);
    r.ttft = first + r.queue;
    through_stages(x, r, load.is_saturated ? stages : load.concurrency);
    return r;
}

Served serve_open_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission, double rate)
{
    ServingLoad full = load;
    full.is_saturated = true;
    full.requests_each = 0;
    Served most = serve_closed_loop(served, full, admission);
    if (rate >= most.requests_per_s) {
        most.is_overloaded = true;
        most.queue = most.ttft = std::nan("") * s;
        return most;
    }
    const Setting x = setting_of(served, load, admission);
    const ServingParameters& p = served.parameters;
    const double stages = served.replica.layout.pipeline;
    const double stage_rate = rate / stages; // each stage holds its share of the sequences
    Served r;
    settle(x, r, admission);
    r.prompt = group_of(x, 1);
    Drafted d;
    // How many more sequences the rate keeps decoding than `decoding`: positive for few, negative at the most.
    const auto excess = [&](double decoding) {
        r.decoding = decoding;
        const double batch = std::max(decoding, 1.0);
        d = drafted_step(served, load, batch);
        const Delays delays = delays_of(x, r.prompt, d, batch);
        r.delay = delays.own;
        r.prefill_share = delays.felt * (std::max(decoding - 1, 0.0) / x.output);
        r.tpot = d.total / x.yield + r.prefill_share;
        return stage_rate * x.output * r.tpot.in(s) - decoding;
    };
    double low = 0, high = most.running, at_low = excess(low), at_high = std::min(excess(high), 0.0);
    for (int i = 0; i < root_steps && at_high < 0; ++i) {
        const double middle = low + (high - low) * at_low / (at_low - at_high);
        const double value = excess(middle);
        if (std::abs(value) <= root_tolerance * middle)
            break;
        // A bound that stays twice counts half (Illinois rule), so that both close in.
        if (value > 0)
            low = middle, at_low = value, at_high /= 2;
        else
            high = middle, at_high = value, at_low /= 2;
    }
    r.step = d.step;
    r.arrivals = std::min(stage_rate * d.total.in(s), x.per_step);
    r.running = std::max(r.decoding, 1.0);
    const double busy = std::min(stage_rate * r.delay.in(s), .99);
    const double use = std::min(r.decoding / most.running, .99);
    r.queue = x.output * r.tpot * (power(use, std::sqrt(2 * (most.running + 1))) / (most.running * (1 - use)) / 2);
    r.ttft = x.front + d.total * (1 + p.pickup_steps) + r.delay * (1 + busy / (2 * (1 - busy))) + r.queue;
    r.requests_per_s = stage_rate;
    through_stages(x, r, stages);
    r.requests_per_s = rate;
    return r;
}

}
