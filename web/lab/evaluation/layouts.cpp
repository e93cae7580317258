#include "web/lab/evaluation/layouts.h"

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "engine/calculators/training_memory.h"
#include "engine/calculators/training_time.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::size_t most_options = 40;

/// training-memory has training-time's first fields.
Scenario training_memory_scenario(const Scenario& training)
{
    Scenario memory(engine::training_memory_calculator);
    for (std::size_t i = 0; i < memory.calculator->inputs.size(); ++i) {
        memory.inputs[i] = training.inputs[i];
        memory.ids[i] = training.ids[i];
    }
    memory.own_model = training.own_model;
    return memory;
}

double used(const Evaluated& evaluated, const engine::Calculator& calculator, std::string_view field, double otherwise)
{
    const int index = engine::field_index(calculator.inputs, field);
    return index < 0 ? otherwise : engine::value_or(evaluated.answer.inputs[static_cast<std::size_t>(index)], otherwise);
}

const Scenario& scenario_of(const State& state) { return state.job == Job::serving ? state.serving : state.training; }

struct Evaluation {
    Evaluated time, memory;
};
Evaluation evaluate_job(const State& state, const Catalog& catalog)
{
    const Scenario& scenario = scenario_of(state);
    const Scenario memory = state.job == Job::serving ? memory_scenario(scenario) : training_memory_scenario(scenario);
    return {evaluate(scenario, catalog), evaluate(memory, catalog)};
}

LayoutOption option_of(const State& state, const Evaluation& e)
{
    const bool serves = state.job == Job::serving;
    const engine::Calculator& time = *scenario_of(state).calculator;
    const engine::Calculator& memory = serves ? engine::inference_memory : engine::training_memory_calculator;
    LayoutOption option;
    option.tensor = used(e.time, time, "tensor_parallel", 1);
    option.pipeline = used(e.time, time, "pipeline_parallel", 1);
    option.expert = used(e.time, time, "expert_parallel", 1);
    const double gpus = used(e.time, time, "gpus", 1);
    option.data = serves ? used(e.time, time, "data_parallel", 1) : std::max(1.0, gpus / (option.tensor * option.pipeline * used(e.time, time, "context_parallel", 1)));
    option.fits = e.memory.output(memory, "fits") > 0;
    option.total_bytes = e.memory.output(memory, "total_bytes");
    option.usable_bytes = e.memory.output(memory, "usable_bytes");
    option.time = e.time.output(time, serves ? "tpot_s" : "step_s");
    option.rate = e.time.output(time, serves ? "output_tokens_per_s" : "tokens_per_s");
    return option;
}

void add_options(const State& state, const Catalog& catalog, Layouts& made)
{
    State tried = state;
    for (double tensor = 1; tensor <= std::min(made.gpus, 64.0); tensor *= 2)
        for (double pipeline = 1; tensor * pipeline <= made.gpus && pipeline <= 64; pipeline *= 2) {
            LayoutOption asked{.tensor = tensor, .pipeline = pipeline, .data = made.gpus / (tensor * pipeline), .expert = made.chosen.expert};
            if (asked.data != static_cast<double>(static_cast<long>(asked.data)))
                continue;
            take_layout(tried, asked);
            const Evaluation e = evaluate_job(tried, catalog);
            if (e.time.is_sound() && e.memory.is_sound())
                made.options.push_back(option_of(tried, e));
        }
    std::stable_sort(made.options.begin(), made.options.end(), [](const LayoutOption& a, const LayoutOption& b) {
        return a.fits != b.fits ? a.fits : engine::value_or(a.rate, 0) > engine::value_or(b.rate, 0);
    });
    made.options.resize(std::min(made.options.size(), most_options));
}

}

Layouts make_layouts(const State& state, const Catalog& catalog)
{
    Layouts made;
    const bool serves = state.job == Job::serving;
    const Evaluation e = evaluate_job(state, catalog);
    made.answered = e.time.is_sound() && e.memory.is_sound();
    made.problem = e.time.is_sound() ? e.memory.problem : e.time.problem;
    const engine::Calculator& calculator = *scenario_of(state).calculator;
    made.gpus = engine::value_or(scenario_of(state)["gpus"], 1);
    if (made.answered) {
        made.chosen = option_of(state, e);
        made.gpus = used(e.time, calculator, "gpus", 1);
        made.gpus_per_node = used(e.time, calculator, "gpus_per_node", 8);
        const engine::Calculator& memory = serves ? engine::inference_memory : engine::training_memory_calculator;
        const std::initializer_list<std::string_view> of_serving{"weights_bytes", "kv_cache_bytes", "activation_bytes", "runtime_bytes"};
        const std::initializer_list<std::string_view> of_training{"parameters_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes",
                                                                  "logits_bytes", "runtime_bytes"};
        for (const std::string_view output : serves ? of_serving : of_training)
            made.parts.push_back({output, engine::value_or(e.memory.output(memory, output), 0)});
    }
    add_options(state, catalog, made);
    return made;
}

void take_layout(State& state, const LayoutOption& option)
{
    Scenario& scenario = state.job == Job::serving ? state.serving : state.training;
    scenario["tensor_parallel"] = option.tensor;
    scenario["pipeline_parallel"] = option.pipeline;
    if (state.job == Job::serving)
        scenario["data_parallel"] = option.data;
    if (option.expert > 1)
        scenario["expert_parallel"] = option.expert;
}

RankPlace place_of_rank(const LayoutOption& option, int rank)
{
    const int tensor = static_cast<int>(option.tensor), pipeline = static_cast<int>(option.pipeline), expert = static_cast<int>(option.expert);
    const int replica = rank / (tensor * pipeline);
    // Expert groups are made of the tensor ranks of all replicas of a stage, one after the other.
    const int of_stage = replica * tensor + rank % tensor;
    return {replica, rank / tensor % pipeline, rank % tensor, expert > 0 ? of_stage % expert : 0};
}

}
