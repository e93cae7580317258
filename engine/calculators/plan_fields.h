#pragma once
// The fields of `plan`: for a model and a load, which accelerators, how many, cut how, in which format. As a Calculator
// it checks a request; the options are rows, and engine/planner/plan.h searches them.
//
// Two inputs are lists whose records go to the planner beside the Specifications: `gpus_allowed` (ids) and `prices`
// (id:US$).

#include "engine/calculators/throughput.h"

namespace engine {

/// What "best" means. cost: of a million output tokens; latency: of a whole request.
enum class PlanObjective { cost, gpus, latency, energy };
inline constexpr std::array<std::string_view, 4> plan_objective_ids{"cost", "gpus", "latency", "energy"};

/// Index of each field in plan_inputs.
enum class PlanInput {
    model,
    weights,
    kv_cache,
    gpus_allowed,
    max_gpus,
    inter_fabric,
    input_tokens,
    output_tokens,
    prefix_hit,
    concurrency,
    requests_per_s,
    max_ttft_s,
    max_tpot_s,
    objective,
    engine,
    prices,
    count
};

///     weights, kv_cache   absent: what makes sense on each device
///     gpus_allowed        absent: the whole catalog
///     concurrency         requests in flight at once, all of them running: none waits for room in a cache
///     requests_per_s      present: requests arrive at random at this rate, and concurrency is not read
///     max_ttft_s, max_tpot_s   of the means; absent: no limit
///     engine              of the devices that run it; gguf-* formats and Apple's devices: llama.cpp
inline constexpr std::array<Field, static_cast<std::size_t>(PlanInput::count)> plan_inputs{{
    {.id = "model", .kind = Kind::model, .group = Group::model, .initial_id = "llama-3.3-70b"},
    {.id = "weights", .kind = Kind::format, .group = Group::model},
    {.id = "kv_cache", .kind = Kind::format, .group = Group::model},
    {.id = "gpus_allowed", .kind = Kind::accelerators, .group = Group::hardware},
    {.id = "max_gpus",
     .kind = Kind::count,
     .unit = Unit::gpus,
     .initial = 32,
     .least = 1,
     .most = 1024,
     .group = Group::hardware},
    {.id = "inter_fabric",
     .kind = Kind::link,
     .group = Group::hardware,
     .advanced = true,
     .initial_id = "infiniband-ndr400"},
    {.id = "input_tokens", .unit = Unit::tokens, .initial = 1024, .least = 1, .most = 1e7, .group = Group::load},
    {.id = "output_tokens", .unit = Unit::tokens, .initial = 1024, .least = 1, .most = 1e7, .group = Group::load},
    {.id = "prefix_hit",
     .unit = Unit::fraction,
     .initial = 0,
     .least = 0,
     .most = 1,
     .group = Group::load,
     .advanced = true},
    {.id = "concurrency",
     .kind = Kind::count,
     .unit = Unit::sequences,
     .initial = 32,
     .least = 1,
     .most = 1e6,
     .group = Group::load},
    {.id = "requests_per_s", .unit = Unit::requests_per_second, .least = 1e-9, .most = 1e9, .group = Group::load},
    {.id = "max_ttft_s", .unit = Unit::seconds, .least = 1e-6, .most = 1e6, .group = Group::load},
    {.id = "max_tpot_s", .unit = Unit::seconds, .least = 1e-6, .most = 1e6, .group = Group::load},
    {.id = "objective", .kind = Kind::choice, .initial = 0, .group = Group::load, .choices = plan_objective_ids},
    {.id = "engine",
     .kind = Kind::choice,
     .initial = 0,
     .group = Group::engine,
     .advanced = true,
     .choices = serving_engine_ids},
    {.id = "prices", .kind = Kind::prices, .unit = Unit::dollars_per_hour, .most = 1e6, .group = Group::prices},
}};

/// What an option has in front of its throughput_outputs.
enum class PlanOutput {
    gpu,
    weights,
    kv_cache,
    gpus,
    tensor_parallel,
    pipeline_parallel,
    expert_parallel,
    replicas,
    pareto,
    count
};
inline constexpr std::size_t plan_output_count = static_cast<std::size_t>(PlanOutput::count);

constexpr std::array<Field, plan_output_count + throughput_outputs.size()> make_plan_outputs()
{
    std::array<Field, plan_output_count + throughput_outputs.size()> all{{
        {.id = "gpu", .kind = Kind::accelerator},
        {.id = "weights", .kind = Kind::format},
        {.id = "kv_cache", .kind = Kind::format},
        {.id = "gpus", .kind = Kind::count, .unit = Unit::gpus},
        {.id = "tensor_parallel", .kind = Kind::count, .unit = Unit::gpus},
        {.id = "pipeline_parallel", .kind = Kind::count, .unit = Unit::gpus},
        {.id = "expert_parallel", .kind = Kind::count, .unit = Unit::gpus},
        {.id = "replicas", .kind = Kind::count},
        {.id = "pareto", .kind = Kind::flag},
    }};
    for (std::size_t i = 0; i < throughput_outputs.size(); ++i)
        all[plan_output_count + i] = throughput_outputs[i];
    return all;
}
inline constexpr auto plan_outputs = make_plan_outputs();

enum class PlanWarning {
    no_prices,      ///< the objective is cost and no accelerator has a price: ranked by GPUs
    some_unpriced,  ///< how many options have no price and stand behind those that have one
    extrapolated,   ///< how many options no measured case is comparable to
    beyond_context, ///< tokens of a request, tokens that the model is made for
    not_all_shown,  ///< options left out for want of room
    no_option,      ///< every accelerator is rejected
    formats_differ, ///< narrower formats may answer worse, which is not weighed
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(PlanWarning::count)> plan_warnings{
    "plan_no_prices",     "plan_some_unpriced", "plan_extrapolated",  "plan_beyond_context",
    "plan_not_all_shown", "plan_no_option",     "plan_formats_differ"};

/// The checks of the table, and that there is a model. Outputs stay absent.
Problem evaluate_plan(const Request& request, Answer& answer);
Problem derive_plan(const Request& request, Derivation& derivation);

inline constexpr Calculator plan_calculator{.id = "plan",
                                            .inputs = plan_inputs,
                                            .outputs = plan_outputs,
                                            .steps = {},
                                            .warnings = plan_warnings,
                                            .evaluate = evaluate_plan,
                                            .derive = derive_plan};

} // namespace engine
