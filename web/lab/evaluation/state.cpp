#include "web/lab/evaluation/state.h"

#include "engine/calculators/collective.h"
#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "engine/calculators/training_time.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lab {

namespace {

constexpr std::string_view collective_prefix = "collective.", training_prefix = "training.";

/// Which scenario a key is about, and the field's own name.
struct Place {
    Scenario State::* scenario;
    std::string_view field;
};
Place place_of(std::string_view key)
{
    if (key.starts_with(collective_prefix))
        return {&State::collective, key.substr(collective_prefix.size())};
    if (key.starts_with(training_prefix))
        return {&State::training, key.substr(training_prefix.size())};
    return {&State::serving, key};
}

bool is_shared(std::string_view field) { return field == "model" || field == "gpu"; }

template<std::size_t count>
int index_in(const std::array<std::string_view, count>& ids, std::string_view id)
{
    const auto found = std::find(ids.begin(), ids.end(), id);
    return found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
}

template<class Enum, std::size_t count>
bool choose(Enum& slot, const std::array<std::string_view, count>& ids, std::string_view id)
{
    const int index = index_in(ids, id);
    if (index >= 0)
        slot = static_cast<Enum>(index);
    return index >= 0;
}

std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> items;
    while (!text.empty()) {
        items.emplace_back(text.substr(0, text.find(',')));
        text.remove_prefix(std::min(items.back().size() + 1, text.size()));
    }
    return items;
}

std::string joined(const std::vector<std::string>& items)
{
    std::string text;
    for (const std::string& item : items)
        text += (text.empty() ? "" : ",") + item;
    return text;
}

void add_fields(const Scenario& scenario, std::string_view prefix, std::vector<Setting>& all)
{
    const auto& fields = scenario.calculator->inputs;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (scenario.is_default(i) || (!prefix.empty() && is_shared(fields[i].id)))
            continue;
        if (fields[i].id != "model" || scenario.ids[i] != own_model_id) {
            all.push_back({std::string(prefix) + std::string(fields[i].id), scenario.text(i)});
            continue;
        }
        for (const auto& member : engine::language_model_members)
            if (const double value = scenario.own_model.*member.member; engine::is_present(value))
                all.push_back({"model." + std::string(member.id), exact_number(value)});
    }
}

}

State::State()
    : serving(engine::throughput), collective(engine::collective), training(engine::training_time_calculator),
      compared{"h100-sxm", "h200-sxm", "b200", "mi300x", "a100-sxm-80gb", "l40s"}, measured_output("throughput.tpot_s")
{
    training["gpus"] = 64;
    share_names(*this);
}

bool State::operator==(const State& other) const
{
    return panel == other.panel && serving == other.serving && collective == other.collective && training == other.training &&
           metric == other.metric && compared == other.compared && step == other.step && job == other.job &&
           measured_output == other.measured_output;
}

std::vector<Setting> settings(const State& state)
{
    static const State initial;
    std::vector<Setting> all;
    const auto add = [&all](std::string key, std::string value) { all.push_back({std::move(key), std::move(value)}); };
    if (state.panel != initial.panel)
        add("panel", std::string(panel_ids[static_cast<std::size_t>(state.panel)]));
    if (state.metric != initial.metric)
        add("metric", std::string(map_metric_ids[static_cast<std::size_t>(state.metric)]));
    if (state.compared != initial.compared)
        add("gpus_compared", joined(state.compared));
    if (state.step != initial.step)
        add("step", std::to_string(state.step));
    if (state.job != initial.job)
        add("job", std::string(job_ids[static_cast<std::size_t>(state.job)]));
    if (state.measured_output != initial.measured_output)
        add("measured", state.measured_output);
    add_fields(state.serving, "", all);
    add_fields(state.collective, collective_prefix, all);
    std::vector<Setting> training;
    add_fields(state.training, training_prefix, training);
    const std::size_t gpus = static_cast<std::size_t>(engine::field_index(state.training.calculator->inputs, "gpus"));
    for (Setting& setting : training) // The lab's own default is 64 GPUs, not the calculator's.
        if (setting.key != "training.gpus" || state.training.text(gpus) != initial.training.text(gpus))
            all.push_back(std::move(setting));
    return all;
}

bool apply(State& state, std::string_view key, std::string_view value)
{
    const std::string text(value);
    if (key == "panel")
        return choose(state.panel, panel_ids, value);
    if (key == "metric")
        return choose(state.metric, map_metric_ids, value);
    if (key == "job")
        return choose(state.job, job_ids, value);
    if (key == "gpus_compared") {
        state.compared = split(value);
        return true;
    }
    if (key == "step") {
        state.step = std::clamp(std::atoi(text.c_str()), 0, 100000);
        return true;
    }
    if (key == "measured") {
        const std::size_t dot = value.find('.');
        const engine::Calculator* calculator = engine::find_calculator(value.substr(0, dot));
        if (dot == value.npos || !calculator || engine::field_index(calculator->outputs, value.substr(dot + 1)) < 0)
            return false;
        state.measured_output = text;
        return true;
    }
    const Place place = place_of(key);
    const bool is_taken = (state.*place.scenario).set(place.field, value);
    share_names(state);
    return is_taken;
}

const engine::Field* field_of(std::string_view key)
{
    static const State state;
    const Place place = place_of(key);
    const auto& fields = (state.*place.scenario).calculator->inputs;
    const int index = engine::field_index(fields, place.field);
    return index < 0 ? nullptr : &fields[static_cast<std::size_t>(index)];
}

std::vector<Setting> calculator_settings(const State& state, const engine::Calculator& calculator)
{
    std::vector<Setting> all;
    if (calculator.id == engine::inference_memory.id)
        add_fields(memory_scenario(state.serving), "", all);
    else if (calculator.id == engine::collective.id)
        add_fields(state.collective, "", all);
    else
        add_fields(calculator.id == engine::throughput.id ? state.serving : state.training, "", all);
    return all;
}

Scenario memory_scenario(const Scenario& serving)
{
    Scenario memory(engine::inference_memory);
    for (std::size_t i = 0; i < memory.calculator->inputs.size(); ++i) { // throughput has the same fields first.
        memory.inputs[i] = serving.inputs[i];
        memory.ids[i] = serving.ids[i];
    }
    memory.own_model = serving.own_model;
    if (!engine::is_present(memory["context"]))
        memory["context"] = std::ceil(serving["input_tokens"] + serving["output_tokens"]);
    return memory;
}

void share_names(State& state)
{
    for (const std::string_view field : {"model", "gpu"}) {
        state.training.id(field) = state.serving.id(field);
        state.collective.id(field) = state.serving.id(field);
    }
    state.training.own_model = state.serving.own_model;
}

}
