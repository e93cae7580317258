#pragma once
// Continuous batching under load: how the steps of decode.h and prefill.h add up to the time that a request sees.
//
//     Load  load{.lengths = {1024, 1024}, .concurrency = 64};
//     Served r = serve_closed_loop(served, load, admission);
//     r.tpot, r.ttft: means; percentiles would need a simulation
//
// Out of scope: percentiles (these are means), prefill and decode on separate machines, attention data parallelism,
// preemption, LoRA, beam search, guided decoding.

#include "engine/models/lengths.h"
#include "engine/models/prefill.h"

namespace engine {

/// What limits the sequences of one replica that run at once, those in all its pipeline stages together.
struct Admission {
    double capacity = 1;     ///< sequences of the full length whose cache fits, at least 1
    double sequences = 1024; ///< the scheduler's limit
    double budget = 8192;    ///< tokens a step may prefill
};

struct ServingLoad {
    RequestLengths lengths;
    double concurrency = 1;     ///< requests in flight at one replica (closed loop)
    bool is_saturated = false;  ///< as many as fit: concurrency is not read
    double requests_each = 10;  ///< a closed loop of C clients ends after C times this; 0: it never ends
    double draft_tokens = 0;    ///< speculative decoding: tokens proposed a step,
    double draft_acceptance = 0; ///< chance that one is accepted,
    double draft_cost = 0;      ///< time to propose one, relative to a step without speculation
};

struct Served {
    Seconds tpot, ttft;      ///< means; ttft with the queue
    Seconds prefill;         ///< one prompt alone
    Seconds front;           ///< before the scheduler sees the request, part of ttft
    Seconds queue;           ///< waiting for room in the cache, part of ttft
    Seconds prefill_share;   ///< of tpot: prompts of others
    Seconds delay;           ///< that a group of arriving prompts adds to its step
    double running = 1;      ///< sequences admitted, of one micro-batch,
    double decoding = 1;     ///< of them past their first token
    double micro_batches = 1; ///< at work in the pipeline's stages at once
    double capacity = 1;     ///< of the replica
    double arrivals = 0;     ///< prompts that start in a step
    double tokens_per_step = 1; ///< of one sequence; more than 1 with accepted drafts
    DecodeStep step;
    PromptGroup prompt;      ///< the arriving group
    double requests_per_s = 0; ///< of the replica, what it completes
    bool is_overloaded = false; ///< open loop: more arrive than can be served
};

/// C clients, each sending its next request when the last one is answered.
///
///     R = min(C, capacity);   B = R O tpot / (O tpot + ttft)          sequences that decode
///     q = min(budget / I, max(R / O, R / (R I / budget + spread O)))  prompts that start in a step: cohorts stay bunched
///     tpot = d(B) + S / max(q,1) (B - 1) / O                          every other request is read once while I decode O tokens
///     ttft = (1 - 1/n)[front + token I + (1 + pickup) d + S (1 + prefills min(q, 1))] + 1/n first wave + queue
///     first wave = S(m) (R / m + 1) / 2,  m = min(budget / I, R)      all clients start at once; n requests each
///     ttft at least R w - (O - 1) tpot                                the device reads R prompts while one is answered
///     ttft at most R e_1 - (O - 1) tpot                               batching is no slower than one request after another
///     queue = (C / capacity - 1)(O tpot + ttft)                       Little's law
///
///     d decode step, S delay of max(q,1) prompts, w of it a prompt, I computed prompt tokens, O output tokens,
///     e_1 time of a request that is alone; a pipeline's stages each work on their share of R
/// Three rounds of substitution from tpot = d(R), ttft = 4 d(R).
Served serve_closed_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission);

/// Requests that arrive at random, `rate` a second at this replica.
///
///     B = rate O tpot(B)       tpot(B) = d(B) + S B / O       (Little's law, solved along secants)
///     ttft = front + token I + (1 + pickup) d + S (1 + rho / (2 (1 - rho))) + wait for room,   rho = rate S
///     wait for room = O tpot u^((2 (c + 1))^(1/2)) / (2 c (1 - u)),   u = B / c,  c sequences that a saturated replica runs
///
/// Above what a saturated replica completes the answer is that replica's, is_overloaded is set and the queue has no mean.
/// Source: M/D/1 for the prompts; the wait for room is the usual approximation of many servers (Sakasegawa).
Served serve_open_loop(const ServedReplica& served, const ServingLoad& load, const Admission& admission, double rate);

/// Tokens that a verifying step yields for one sequence.
///
///     (1 - a^(g+1)) / (1 - a)
///
///     a chance that a draft token is accepted, g draft tokens a step
/// Source: [leviathan-2022] equation 1.
double accepted_tokens(double draft_tokens, double acceptance);

}
