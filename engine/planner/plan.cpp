#include "engine/planner/plan.h"

#include "engine/planner/plan_layouts.h"
#include "engine/planner/plan_ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double seconds_per_hour = 3600, million = 1e6, joules_per_kwh = 3.6e6;
/// More replicas are an option of their own while they make a request this much faster.
constexpr double worthwhile = .98;

bool is_usable(const Accelerator& gpu)
{
    return gpu.memory_bytes > 0 && gpu.memory_bandwidth > 0 && sustained_rates(gpu).bf16 > FlopPerSecond{};
}

bool has_units(const Accelerator& gpu, const NumberFormat& format)
{
    switch (static_cast<Arithmetic>(static_cast<int>(format.arithmetic))) {
    case Arithmetic::fp8:
        return gpu.fp8 > 0;
    case Arithmetic::fp4:
        return gpu.fp4 > 0;
    case Arithmetic::int8:
        return gpu.int8 > 0;
    default:
        return true;
    }
}

/// Whether the device's engine can read the formats, and the device has units for those that ask for them.
bool suits(const PlanRequest& request, const PlanFormat& format, const Accelerator& gpu)
{
    const bool gguf = format.weights.gguf > 0, wide = format.weights.bits_per_weight >= 16;
    const bool local = plan_engine(request, gpu, format.weights) == ServingEngine::llama_cpp;
    if (local && !gguf && !wide)
        return false; // llama.cpp reads its own formats
    if (format.native_weights > 0) {
        const bool runs_llama = plan_engine(request, gpu, {}) == ServingEngine::llama_cpp;
        if (gguf != runs_llama || !has_units(gpu, format.weights))
            return false;
    }
    const bool fp8_cache = format.kv_cache.arithmetic == static_cast<double>(Arithmetic::fp8);
    return !(format.native_cache > 0) || (has_units(gpu, format.kv_cache) && !(local && fp8_cache));
}

/// How a layout does with some number of replicas.
struct Trial {
    PlanPoint point;
    bool carries = false;
    double load_gpus = unlimited; ///< where it does not carry the load: GPUs that would at least be needed
};

/// One accelerator's search: what it can, and the nearest it came to what it cannot.
class Search {
public:
    Search(const PlanRequest& request, Points& points) : m_request(request), m_points(points) {}

    /// Tries all formats; true if the accelerator has an option, else `rejection` tells why not.
    bool try_candidate(const PlanCandidate& candidate, int index, std::span<const PlanFormat> formats,
                       PlanRejection& rejection)
    {
        rejection = {.candidate = index};
        if (!is_usable(candidate.gpu))
            return false;
        const std::size_t before_it = m_points.size();
        Layouts fewest{};
        bool any_format = false;
        m_misses = {};
        for (std::size_t f = 0; f < formats.size(); ++f) {
            if (!suits(m_request, formats[f], candidate.gpu))
                continue;
            any_format = true;
            m_points.begin_group();
            const auto visit = [&](const ThroughputSetup& setup, const PlanLayout& layout) {
                try_layout(candidate, setup, layout);
            };
            const Layouts seen = for_each_layout(m_request, candidate, formats[f],
                                                 {.candidate = index, .format = static_cast<int>(f)}, visit);
            fewest = {.fewest_gpus = std::min(fewest.fewest_gpus, seen.fewest_gpus),
                      .alone = fewest.alone || seen.alone};
        }
        if (m_points.size() > before_it || m_points.lost() > 0)
            return true;
        if (!any_format)
            rejection.reason = PlanReason::format;
        else if (!m_misses.visited) {
            rejection.reason =
                !std::isfinite(fewest.fewest_gpus) && fewest.alone ? PlanReason::fabric : PlanReason::memory;
            rejection.value = std::isfinite(fewest.fewest_gpus) ? fewest.fewest_gpus : absent;
        } else {
            explain(rejection);
        }
        return false;
    }

private:
    struct Misses {
        bool visited = false, carried = false, tpot_kept = false, ttft_kept = false;
        double load_gpus = unlimited, tpot = unlimited, ttft = unlimited;
        double nearest = unlimited, nearest_ttft = absent, nearest_tpot = absent;
    };

    bool keeps_tpot(const PlanPoint& p) const { return !(p.tpot > m_request.max_tpot_s); }
    bool keeps_ttft(const PlanPoint& p) const { return !(p.ttft > m_request.max_ttft_s); }
    bool is_good(const Trial& t) const { return t.carries && keeps_tpot(t.point) && keeps_ttft(t.point); }

    /// The layout with this many replicas.
    Trial trial(ThroughputSetup& x, const Replica& replica, const PlanLayout& layout, double replicas,
                double price) const
    {
        spread_load(m_request, layout, replicas, x);
        const ThroughputEstimate e = estimate_throughput(x, replica);
        Trial t;
        PlanPoint& p = t.point;
        p.layout = layout;
        p.layout.replicas = replicas;
        p.gpus = p.layout.gpus();
        p.ttft = e.ttft.in(units::s);
        p.tpot = e.tpot.in(units::s);
        p.e2e = p.ttft + std::max(m_request.output_tokens - 1, 0.0) * p.tpot;
        const double rate = e.output_tokens_per_s;
        p.cost = million * price * p.gpus / seconds_per_hour / rate;
        p.energy = million * p.gpus * device_power(x.memory.gpu, e.activity).in(units::W) / rate / joules_per_kwh;

        const double most = admits(x);
        if (is_present(m_request.requests_per_s)) {
            t.carries = most >= 1 && !e.served.is_overloaded && std::isfinite(p.ttft);
            if (!t.carries) // At its limit a replica is overloaded already: one more than the load divided by that.
                t.load_gpus = layout.tensor * layout.pipeline *
                              (std::floor(m_request.requests_per_s / (e.requests_per_s / replicas)) + 1);
        } else {
            t.carries = x.load.concurrency <= most;
            if (!t.carries)
                t.load_gpus = layout.tensor * layout.pipeline * std::ceil(m_request.concurrency / most);
        }
        return t;
    }

    void note(const Trial& t)
    {
        m_misses.visited = true;
        if (!t.carries) {
            m_misses.load_gpus = std::min(m_misses.load_gpus, t.load_gpus);
            return;
        }
        const PlanPoint& p = t.point;
        m_misses.carried = true;
        m_misses.tpot_kept = m_misses.tpot_kept || keeps_tpot(p);
        m_misses.ttft_kept = m_misses.ttft_kept || keeps_ttft(p);
        m_misses.tpot = std::min(m_misses.tpot, p.tpot);
        m_misses.ttft = std::min(m_misses.ttft, p.ttft);
        const double over = std::max(p.tpot / value_or(m_request.max_tpot_s, unlimited),
                                     p.ttft / value_or(m_request.max_ttft_s, unlimited));
        if (over < m_misses.nearest) {
            m_misses.nearest = over;
            m_misses.nearest_ttft = p.ttft;
            m_misses.nearest_tpot = p.tpot;
        }
    }

    void try_layout(const PlanCandidate& candidate, const ThroughputSetup& setup, const PlanLayout& layout)
    {
        ThroughputSetup x = setup;
        const Replica replica = x.is_local ? Replica{} : make_replica(x);
        const double price = candidate.gpu_hour_usd;
        double most = std::floor(m_request.max_gpus / (layout.tensor * layout.pipeline));
        if (!is_present(m_request.requests_per_s))
            most = std::min(most, m_request.concurrency); // a replica without a request is idle
        Trial best = trial(x, replica, layout, most, price);
        if (!is_good(best))
            return note(best);
        // The fewest that keep the limits: double until they do, then bisect.
        double misses = 0, keeps = 1;
        for (; keeps < most; keeps *= 2) {
            const Trial t = trial(x, replica, layout, keeps, price);
            if (is_good(t)) {
                best = t;
                break;
            }
            misses = keeps;
        }
        keeps = std::min(keeps, most);
        while (keeps - misses > 1) {
            const double middle = std::floor((misses + keeps) / 2);
            const Trial t = trial(x, replica, layout, middle, price);
            if (is_good(t)) {
                keeps = middle;
                best = t;
            } else {
                misses = middle;
            }
        }
        m_points.add(best.point);
        for (double r = 2 * keeps, last = best.point.e2e; r <= most; r *= 2) {
            const Trial t = trial(x, replica, layout, r, price);
            if (!is_good(t) || t.point.e2e > worthwhile * last)
                break;
            m_points.add(t.point);
            last = t.point.e2e;
        }
    }

    void explain(PlanRejection& r) const
    {
        const Misses& m = m_misses;
        if (!m.carried)
            r.reason = PlanReason::load, r.value = m.load_gpus;
        else if (!m.tpot_kept)
            r.reason = PlanReason::tpot, r.value = m.tpot;
        else if (!m.ttft_kept)
            r.reason = PlanReason::ttft, r.value = m.ttft;
        else
            r.reason = PlanReason::limits, r.value = m.nearest_ttft, r.other = m.nearest_tpot;
    }

    const PlanRequest& m_request;
    Points& m_points;
    Misses m_misses;
};

PlanOption option_of(const PlanRequest& request, const PlanCandidate& candidate, const PlanFormat& format,
                     const PlanPoint& point)
{
    PlanOption option{.layout = point.layout, .pareto = point.pareto};
    const PlanThroughput run = plan_throughput(request, candidate, format, point.layout);
    Answer answer;
    throughput.evaluate({run.inputs, run.specs}, answer); // a layout that was tried has an answer
    for (std::size_t i = 0; i < option.outputs.size(); ++i) {
        option.outputs[i] = answer.outputs[i];
        option.low[i] = answer.low[i];
        option.high[i] = answer.high[i];
    }
    option.extrapolated = !is_present(option.low[static_cast<std::size_t>(ThroughputOutput::tpot_s)]);
    return option;
}

} // namespace

PlanRequest plan_request(const Inputs& inputs, const LanguageModel& model)
{
    const auto input = [&inputs](PlanInput field) { return inputs[static_cast<std::size_t>(field)]; };
    return {.model = model,
            .input_tokens = input(PlanInput::input_tokens),
            .output_tokens = input(PlanInput::output_tokens),
            .prefix_hit = input(PlanInput::prefix_hit),
            .concurrency = input(PlanInput::concurrency),
            .requests_per_s = input(PlanInput::requests_per_s),
            .max_ttft_s = input(PlanInput::max_ttft_s),
            .max_tpot_s = input(PlanInput::max_tpot_s),
            .max_gpus = input(PlanInput::max_gpus),
            .objective = static_cast<PlanObjective>(static_cast<int>(input(PlanInput::objective))),
            .engine = static_cast<ServingEngine>(static_cast<int>(input(PlanInput::engine)))};
}

PlanSummary search_plans(const PlanRequest& request, std::span<const PlanCandidate> candidates,
                         std::span<const PlanFormat> formats, const PlanRoom& room)
{
    PlanSummary summary;
    Points points(room.points);
    Search search(request, points);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        PlanRejection rejection;
        if (!search.try_candidate(candidates[c], static_cast<int>(c), formats, rejection))
            room.rejections[static_cast<std::size_t>(summary.rejections++)] = rejection;
    }
    const std::span<PlanPoint> all = points.all();
    mark_pareto(all);
    const auto order = [&](const PlanPoint& a, const PlanPoint& b) { return before(a, b, request.objective); };
    std::make_heap(all.begin(), all.end(), order); // a third of the code of std::sort
    std::sort_heap(all.begin(), all.end(), order);
    summary.left_out = points.lost() + choose(all, formats, room.options.size());
    for (const PlanPoint& p : all)
        if (p.claim != no_claim)
            room.options[static_cast<std::size_t>(summary.options++)] =
                option_of(request, candidates[static_cast<std::size_t>(p.layout.candidate)],
                          formats[static_cast<std::size_t>(p.layout.format)], p);
    return summary;
}

void add_plan_warnings(const PlanRequest& request, std::span<const PlanCandidate> candidates,
                       std::span<const PlanOption> options, const PlanSummary& summary, Answer& answer)
{
    const auto warn = [&answer](PlanWarning code, double first = absent, double second = absent) {
        answer.warnings[static_cast<std::size_t>(answer.warnings_used++)] = {.code = static_cast<int>(code),
                                                                             .arguments = {first, second, absent}};
    };
    double unpriced = 0, extrapolated = 0;
    for (const PlanOption& option : options) {
        unpriced += is_present(candidates[static_cast<std::size_t>(option.layout.candidate)].gpu_hour_usd) ? 0 : 1;
        extrapolated += option.extrapolated ? 1 : 0;
    }
    const auto count = static_cast<double>(options.size());
    if (options.empty())
        warn(PlanWarning::no_option);
    else if (unpriced == count && request.objective == PlanObjective::cost)
        warn(PlanWarning::no_prices);
    else if (unpriced > 0 && unpriced < count)
        warn(PlanWarning::some_unpriced, unpriced);
    for (const PlanOption& option : options)
        if (option.layout.format != options.front().layout.format) {
            warn(PlanWarning::formats_differ);
            break;
        }
    if (extrapolated > 0)
        warn(PlanWarning::extrapolated, extrapolated, count);
    if (request.input_tokens + request.output_tokens > request.model.max_context)
        warn(PlanWarning::beyond_context, request.input_tokens + request.output_tokens, request.model.max_context);
    if (summary.left_out > 0)
        warn(PlanWarning::not_all_shown, summary.left_out);
}

} // namespace engine
