#include "engine/models/serving.h"

#include "engine/models/smooth_max.h"
#include "engine/units/elementary.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using namespace units;

constexpr int rounds = 3;
/// Of the open loop: secants end when the number of sequences agrees this well.
constexpr int root_steps = 24;
constexpr double root_tolerance = 3e-4;
/// Of the output, that vLLM and SGLang find room for before a sequence starts, on average.
constexpr double reserved_output = .6;
/// A pipeline that is full loses this for each stage more; a hop between stages.
constexpr double stage_loss = .12;
constexpr Seconds stage_hop = 30 * us;
/// Up to this share of what a replica can hold and read at most, a rate is served.
constexpr double surely_served = .5;
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

/// The longest mean time to the first token, if running one after another would complete as many requests.
Seconds longest_first(const Setting& x, const Served& r, Seconds step, Seconds rest, Seconds first)
{
    const Seconds start = x.front + r.prefill;
    const double after = std::max(x.output - 1, 1.0);
    // A step alone takes at least its share of the batch's, so that most loads need no second look.
    if (first + rest <= r.running * (start + after * step / (x.yield * r.decoding)))
        return first;
    return r.running * (start + after * drafted_step(x.served, x.load, 1).total / x.yield) - rest;
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

/// The root of `excess` between 1 and `most`, climbing from 1 along secants, in `root`, where `excess` was evaluated last. A
/// positive value at `most`: false. Below one sequence the step is that of one, and the root follows at once.
template<class Excess>
bool solve_upwards(const Excess& excess, double most, double& root)
{
    double low = 1, high = most, at_low = excess(low);
    if (at_low <= 0) {
        root = low + at_low;
        return true;
    }
    double previous = low, at_previous = at_low, next = std::min(low + at_low, most);
    for (int i = 0; i < root_steps; ++i) {
        const double value = excess(next);
        if (std::abs(value) <= root_tolerance * next)
            return true;
        if (value > 0 && next >= most)
            return false;
        (value > 0 ? low : high) = next;
        const double secant = next - value * (next - previous) / (value - at_previous);
        previous = next;
        at_previous = value;
        // Where the secant leaves the bracket: halve what is bracketed, or look at the end.
        next = secant > low && secant < high ? secant : high < most ? (low + high) / 2 : most;
    }
    return true;
}

/// Adds what a pipeline costs whose micro-batches are at work.
void through_stages(const Setting& x, Served& r)
{
    if (x.served.replica.layout.pipeline <= 1)
        return;
    const double full = r.micro_batches, slow = 1 + stage_loss * (full - 1);
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
    const double capacity = load.is_saturated ? std::min(admitted(load, admission, served.replica.engine), admission.sequences)
                                              : std::min(admission.capacity, admission.sequences);
    const double clients = load.is_saturated ? capacity : load.concurrency;

    Served r;
    settle(x, r, admission);
    const double sequences = std::max(std::min(clients, capacity), 1.0);
    r.micro_batches = std::min(served.replica.layout.pipeline, sequences);
    r.running = sequences / r.micro_batches;
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
    const Seconds rest = std::max(x.output - 1, 1.0) * per_token;
    first = std::max(first, r.running * work - rest);
    first = std::min(first, longest_first(x, r, d.total, rest, first));
    r.requests_per_s = r.running / (first + rest).in(s);
    if (!load.is_saturated && clients > capacity)
        r.queue = (clients / capacity - 1) * (x.output * per_token + first);
    r.ttft = first + r.queue;
    through_stages(x, r);
    return r;
}

Served serve_open_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission, double rate)
{
    const Setting x = setting_of(served, load, admission);
    const ServingParameters& p = served.parameters;
    const double room = std::max(std::min(admitted(load, admission, served.replica.engine), admission.sequences), 1.0);
    Served r;
    settle(x, r, admission);
    r.micro_batches = std::min(served.replica.layout.pipeline, room);
    const double stage_rate = rate / r.micro_batches; // each stage holds its share of the sequences
    r.prompt = group_of(x, 1);
    Drafted d;
    Seconds felt;
    // How many more sequences the rate keeps decoding than `decoding`: positive for few, negative at the most.
    const auto excess = [&](double decoding) {
        r.decoding = decoding;
        d = drafted_step(served, load, decoding);
        const Delays delays = delays_of(x, r.prompt, d, decoding);
        r.delay = delays.own;
        felt = delays.felt;
        r.prefill_share = delays.felt * ((decoding - 1) / x.output);
        r.tpot = d.total / x.yield + r.prefill_share;
        return stage_rate * x.output * r.tpot.in(s) - decoding;
    };
    const double most = room / r.micro_batches;
    const bool is_served = solve_upwards(excess, most, r.decoding);
    // Near the most that a replica completes only its closed loop tells on which side the rate is.
    if (!is_served || r.decoding > surely_served * most || stage_rate * felt.in(s) > surely_served) {
        ServingLoad full = load;
        full.is_saturated = true;
        full.requests_each = 0;
        Served saturated = serve_closed_loop(served, full, admission);
        if (rate >= saturated.requests_per_s) {
            saturated.is_overloaded = true;
            saturated.queue = saturated.ttft = std::nan("") * s;
            return saturated;
        }
    }
    r.step = d.step;
    r.arrivals = std::min(stage_rate * d.total.in(s), x.per_step);
    r.running = std::max(r.decoding, 1.0);
    const double busy = std::min(stage_rate * r.delay.in(s), .99);
    const double use = std::min(r.decoding / most, .99);
    r.queue = x.output * r.tpot * (power(use, std::sqrt(2 * (room + 1))) / (room * (1 - use)) / 2);
    r.ttft = x.front + d.total * (1 + p.pickup_steps) + r.delay * (1 + busy / (2 * (1 - busy))) + r.queue;
    through_stages(x, r);
    r.requests_per_s = rate;
    return r;
}

}
