#include "site/render/plan_text.h"

#include "engine/units/format.h"

#include <string_view>

namespace site {

using engine::PlanInput;
using engine::PlanReason;
using engine::Unit;

namespace {

std::string shown(double value, Unit unit, const Words& words)
{
    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    return std::string(engine::format(value, unit, language, 3).view());
}

}

std::string layout_text(const engine::PlanLayout& layout)
{
    std::string text = "TP" + exact_number(layout.tensor);
    if (layout.pipeline > 1)
        text += " PP" + exact_number(layout.pipeline);
    if (layout.expert > 1)
        text += " EP" + exact_number(layout.expert);
    return text + (layout.replicas > 1 ? " ×" + exact_number(layout.replicas) : "");
}

std::string rejection_text(const PlanScenario& plan, const engine::PlanRejection& rejection, const Words& words)
{
    const std::string key =
        "plan.rejected." + std::string(engine::plan_reason_ids[static_cast<std::size_t>(rejection.reason)]);
    const auto limit = [&](PlanInput input, Unit unit) {
        return shown(plan.scenario.inputs[static_cast<std::size_t>(input)], unit, words);
    };
    const std::string most = exact_number(plan.scenario.inputs[static_cast<std::size_t>(PlanInput::max_gpus)]);
    switch (rejection.reason) {
    case PlanReason::memory:
        return engine::is_present(rejection.value) ? words(key, {exact_number(rejection.value), most})
                                                   : std::string(words("plan.rejected.memory_never"));
    case PlanReason::load:
        return words(key, {exact_number(rejection.value), most});
    case PlanReason::tpot:
        return words(
            key, {shown(rejection.value, Unit::seconds, words), limit(PlanInput::max_tpot_s, Unit::seconds)});
    case PlanReason::ttft:
        return words(
            key, {shown(rejection.value, Unit::seconds, words), limit(PlanInput::max_ttft_s, Unit::seconds)});
    case PlanReason::limits:
        return words(key, {shown(rejection.value, Unit::seconds, words), shown(rejection.other, Unit::seconds, words)});
    default:
        return std::string(words(key));
    }
}

std::string throughput_query(const PlanScenario& plan, const engine::PlanOption& option)
{
    const Scenario& scenario = plan.scenario;
    const engine::PlanLayout& layout = option.layout;
    const FormatPair& formats = plan.format_ids[static_cast<std::size_t>(layout.format)];
    std::string query;
    const auto add = [&query](std::string_view field, const std::string& value) {
        if (!value.empty())
            query.append(query.empty() ? "" : "&").append(field).append("=").append(value);
    };
    const auto same = [&](PlanInput input) {
        const int at = static_cast<int>(input);
        add(scenario.calculator->inputs[static_cast<std::size_t>(at)].id, value_text(scenario, at));
    };
    same(PlanInput::model);
    add("gpu", plan.gpus[static_cast<std::size_t>(layout.candidate)]->id);
    add("gpus", exact_number(layout.gpus()));
    add("weights", formats.weights);
    add("kv_cache", formats.kv_cache);
    add("tensor_parallel", exact_number(layout.tensor));
    add("pipeline_parallel", exact_number(layout.pipeline));
    add("expert_parallel", exact_number(layout.expert));
    add("data_parallel", exact_number(layout.replicas));
    add("engine", std::string(engine::serving_engine_ids[static_cast<std::size_t>(engine_of(plan, option))]));
    for (const PlanInput input : {PlanInput::inter_fabric, PlanInput::input_tokens, PlanInput::output_tokens, PlanInput::prefix_hit,
                                  PlanInput::requests_per_s})
        same(input);
    // Requests that arrive by themselves: one stream a replica, for engines that serve one at a time.
    const bool open = engine::is_present(scenario.inputs[static_cast<std::size_t>(PlanInput::requests_per_s)]);
    open ? add("concurrency", exact_number(layout.replicas)) : same(PlanInput::concurrency);
    add("gpu_hour_usd", exact_number(plan.candidates[static_cast<std::size_t>(layout.candidate)].gpu_hour_usd));
    return query;
}

} // namespace site
