#pragma once
// What to rent: for a model and a load, every allowed accelerator x number x parallelism x replicas x format that keeps
// within the limits, and why each of the others cannot.
//
//     PlanRoom room{points, options, rejections};                    // the caller's memory; nothing is allocated
//     PlanSummary found = search_plans(request, candidates, formats, room);
//     for (const PlanOption& option : options.first(found.options))  // best first
//         use(option.layout, option.outputs);
//
// Recipe, for each accelerator and format: 1. layouts(): tensor parallelism in powers of two inside the fabric's
// domain, its experts cut by tensor or by expert; pipeline stages over servers only where no domain holds the model; 2.
// each layout that holds the weights and one whole request is tried with the most replicas that max_gpus allows: if
// that misses a limit, fewer do too; 3. the fewest replicas that keep within the limits are found by doubling and
// bisection (each carries its share of the load), and twice, four times ... as many are options too while they make a
// request at least 2 % faster;
// 4. what another option of the same accelerator and format beats in everything is dropped; 5. the rest is ranked, the
// Pareto front marked. An option's figures are those of `throughput` for its request.
//
// Left out: mixed fleets, prefill and decode on separate machines, experts spread over replicas, attention data
// parallelism, how many GPUs a provider sells as one server.

#include "engine/calculators/plan_fields.h"

namespace engine {

struct PlanRequest {
    LanguageModel model;
    double input_tokens = 1024, output_tokens = 1024, prefix_hit = 0;
    double concurrency = 32;                         ///< requests in flight (closed loop), all of them admitted
    double requests_per_s = absent;                  ///< present: open loop, concurrency is not read
    double max_ttft_s = absent, max_tpot_s = absent; ///< absent: no limit
    double max_gpus = 32;
    PlanObjective objective = PlanObjective::cost;
    ServingEngine engine = ServingEngine::vllm;
};
/// Of inputs that passed evaluate_plan().
PlanRequest plan_request(const Inputs& inputs, const LanguageModel& model);

/// An accelerator that may be rented. An array of doubles, like every record that crosses the WebAssembly boundary.
struct PlanCandidate {
    Accelerator gpu;
    Link intra, inter;             ///< absent intra: single devices only
    double gpu_hour_usd = absent;  ///< absent: its cost is not known, and it is never said to be cheaper or dearer
    double gpus_per_node = absent; ///< absent: the fabric's domain, else 8
};

/// A pair of formats to try.
struct PlanFormat {
    NumberFormat weights, kv_cache; ///< an absent kv_cache: what usual checkpoints ask for
    double native_weights =
        0;                   ///< 1: only on devices with tensor units for them; gguf only where the engine is llama.cpp
    double native_cache = 0; ///< 1: likewise
};

/// Of the WebAssembly boundary, in the order of the members above.
inline constexpr std::size_t plan_candidate_doubles = accelerator_members.size() + 2 * link_members.size() + 2;
inline constexpr std::size_t plan_format_doubles = 2 * number_format_members.size() + 2;
static_assert(sizeof(PlanCandidate) == plan_candidate_doubles * sizeof(double));
static_assert(sizeof(PlanFormat) == plan_format_doubles * sizeof(double));
inline constexpr std::size_t most_plan_candidates = 64, most_plan_formats = 24, most_plan_options = 128;

struct PlanLayout {
    int candidate = 0, format = 0;
    double tensor = 1, pipeline = 1, expert = 1, replicas = 1;

    double gpus() const { return tensor * pipeline * replicas; }
};

/// What options are compared by.
struct PlanPoint {
    PlanLayout layout;
    double cost = absent, gpus = 0, ttft = 0, tpot = 0, energy = absent, e2e = 0;
    bool pareto = false;
    int claim = 0; ///< whether and why it becomes an option
};

struct PlanOption {
    PlanLayout layout;
    bool pareto = false;
    bool extrapolated = false; ///< no measured case is comparable: ranges are absent
    std::array<double, throughput_outputs.size()> outputs{}, low{}, high{}; ///< in the order of throughput_outputs
};

/// Why an accelerator cannot. Each is true of every layout and format, at the most replicas that max_gpus allows.
enum class PlanReason {
    no_data, ///< its memory, bandwidth or rates are not known
    format,  ///< it runs none of the formats
    fabric,  ///< one device does not hold the model, and nothing is known of what joins several
    memory,  ///< value: GPUs that one replica needs, more than max_gpus (absent: more than the search looks at)
    load,    ///< value: GPUs that the load needs at least, more than max_gpus
    tpot,    ///< value: the least tpot of layouts that carry the load
    ttft,    ///< value: the least ttft likewise
    limits,  ///< each limit can be kept, but not both: value the ttft, other the tpot of the layout nearest to them
};
inline constexpr std::array<std::string_view, 8> plan_reason_ids{"no_data", "format", "fabric", "memory",
                                                                 "load",    "tpot",   "ttft",   "limits"};

struct PlanRejection {
    int candidate = 0;
    PlanReason reason = PlanReason::no_data;
    double value = absent, other = absent;
};

struct PlanRoom {
    std::span<PlanPoint> points; ///< scratch: 8,192 are plenty for the whole catalog
    std::span<PlanOption> options;
    std::span<PlanRejection> rejections; ///< as many as candidates
};

struct PlanSummary {
    int options = 0, rejections = 0;
    int left_out = 0; ///< options for which there was no room
};

/// options: for each accelerator and weight format the best one, and every one on the Pareto front; best first by the
/// objective (what has no price or no TDP stands last), ties by fewer GPUs. Where there is no room for all, each
/// accelerator's best one stays longest, then the front.
///
///     pareto   no option is at least as good in cost, GPUs, ttft, tpot and energy, and better in one
///
/// A figure that one of two options lacks makes them incomparable, unless both are of one accelerator or none has it.
PlanSummary search_plans(const PlanRequest& request, std::span<const PlanCandidate> candidates,
                         std::span<const PlanFormat> formats, const PlanRoom& room);

/// The engine that serves this format on this device.
ServingEngine plan_engine(const PlanRequest& request, const Accelerator& gpu, const NumberFormat& weights);

/// The request of `throughput` that a layout is: inputs and specifications.
struct PlanThroughput {
    Inputs inputs{};
    Specifications specs;
};
PlanThroughput plan_throughput(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                               const PlanLayout& layout);

/// The warnings of an answer.
void add_plan_warnings(const PlanRequest& request, std::span<const PlanCandidate> candidates,
                       std::span<const PlanOption> options, const PlanSummary& summary, Answer& answer);

} // namespace engine
