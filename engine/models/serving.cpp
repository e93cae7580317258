#include "engine/models/serving.h"

#include "engine/models/smooth_max.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using namespace units;

constexpr int rounds = 4;
constexpr int bisections = 20;
/// Engines that admit a sequence before its whole output is reserved count this share of it.
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
    Seconds host;
    Seconds front;      ///< of the request before the scheduler sees it
};

Setting setting_of(const ServedReplica& served, const ServingLoad& load, const Admission& admission)
{
    const ServingParameters& p = served.parameters;
    const Prompt prompt{load.lengths.computed(), load.lengths.cached()};
    const double yield = accepted_tokens(load.draft_tokens, load.draft_acceptance);
    return {.served = served,
            .load = load,
            .prompt = prompt,
            .output = load.lengths.output,
            .yield = yield,
            .decode_steps = std::max(load.lengths.output / yield, 1.0),
            .budget = admission.budget,
            .per_step = std::max(admission.budget / prompt.tokens, 1.0),
            .steps = prompt_steps(served.replica.engine),
            .host = prefill_launch(served),
            .front = p.front_end_ms * ms + p.token_us * us * load.lengths.input};
}

Seconds delay(const Setting& x, const PrefillWork& work, Seconds decode, Seconds host)
{
    return prefill_delay(work, decode, host, x.steps);
}

PrefillWork work_of(const Setting& x, double prompts, double batch, PromptSteps steps)
{
    return prefill_work(x.served, prompts, x.prompt, batch, x.budget, steps);
}

/// Host time that decoding sequences feel: launches run ahead of the device in part.
Seconds felt_host(const Setting& x)
{
    return x.steps == PromptSteps::mixed ? x.served.parameters.launch_share * x.host : x.host;
}

void settle(const Setting& x, Served& r, const Admission& admission)
{
    // One prompt with nothing else running.
    const PrefillWork alone = work_of(x, 1, 1, PromptSteps::separate);
    r.prefill = fourth_sum(alone.device, alone.steps * x.host);
    r.capacity = admission.capacity;
    r.tokens_per_step = x.yield;
}

/// Mean time to the first token when all requests start at once.
Seconds first_wave(const Setting& x, double running)
{
    const double group = std::min(x.per_step, running);
    const PrefillWork work = work_of(x, group, 1, PromptSteps::separate);
    return cube_sum(work.device, work.steps * x.host) * (running / group + 1) / 2;
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
    return (1 - std::pow(acceptance, draft_tokens + 1)) / (1 - acceptance);
}

Served serve_closed_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission)
{
    const Setting x = setting_of(served, load, admission);
    const ServingParameters& p = served.parameters;
    const double stages = served.replica.layout.pipeline;
    const double capacity = load.is_saturated ? std::min(admission.capacity, admission.sequences / stages) : admission.capacity;
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

    Drafted d = drafted_step(served, load, r.running);
    Seconds per_token = d.total / x.yield, first = 4 * d.total;
    for (int round = 0; round < rounds; ++round) {
        const Seconds decoding = x.output * per_token;
        r.decoding = std::max(r.running * (decoding / (decoding + first)), 1.0);
        d = drafted_step(served, load, r.decoding);
        r.prompt = work_of(x, group, r.decoding, x.steps);
        r.delay = delay(x, r.prompt, d.total, x.host);
        r.prefill_share = delay(x, r.prompt, d.total, felt_host(x)) / group * ((r.decoding - 1) / x.output);
        per_token = d.total / x.yield + r.prefill_share;
        const Seconds steady = x.front + d.total * (1 + p.pickup_steps) +
                               r.delay * (1 + p.pickup_prefills * std::min(r.arrivals, 1.0));
        first = (1 - wave_share) * steady + wave_share * wave;
    }
    r.step = d.step;
    r.tpot = per_token;
    if (r.running <= single)
        first = x.front + r.prefill; // nobody to wait for
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
    double least = 0, more = most.running;
    Drafted d;
    for (int i = 0; i < bisections; ++i) {
        r.decoding = (least + more) / 2;
        const double batch = std::max(r.decoding, 1.0);
        d = drafted_step(served, load, batch);
        r.prompt = work_of(x, 1, batch, x.steps);
        r.delay = delay(x, r.prompt, d.total, x.host);
        r.prefill_share = delay(x, r.prompt, d.total, felt_host(x)) * (std::max(r.decoding - 1, 0.0) / x.output);
        r.tpot = d.total / x.yield + r.prefill_share;
        (stage_rate * x.output * r.tpot.in(s) > r.decoding ? least : more) = r.decoding;
    }
    r.step = d.step;
    r.arrivals = std::min(stage_rate * d.total.in(s), x.per_step);
    r.running = std::max(r.decoding, 1.0);
    const double busy = std::min(stage_rate * r.delay.in(s), .99);
    const double use = std::min(r.decoding / most.running, .99);
    r.queue = x.output * r.tpot * (std::pow(use, std::sqrt(2 * (most.running + 1))) / (most.running * (1 - use)) / 2);
    r.ttft = x.front + d.total * (1 + p.pickup_steps) + r.delay * (1 + busy / (2 * (1 - busy))) + r.queue;
    r.requests_per_s = stage_rate;
    through_stages(x, r, stages);
    r.requests_per_s = rate;
    return r;
}

}
