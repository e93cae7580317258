#include "site/render/compare/example_table.h"

#include "site/render/catalog/fit_table.h"
#include "site/render/parallel.h"
#include "site/scenario/scenario.h"

#include <cmath>

namespace site {

namespace {

using Settings = std::vector<Setting>;

/// One answered request.
class Run {
public:
    Run(const Catalog& catalog, std::string_view calculator, const Settings& settings)
        : m_calculator(*engine::find_calculator(calculator)), m_scenario(make_scenario(m_calculator, catalog, settings)),
          m_outcome(evaluate(m_scenario))
    {
    }
    bool answered() const { return m_outcome.problems.empty(); }
    Estimate estimate(std::string_view field) const
    {
        const auto at = static_cast<std::size_t>(engine::field_index(m_calculator.outputs, field));
        const engine::Answer& answer = m_outcome.answer;
        if (!(answer.high[at] > answer.low[at]))
            return {.value = answer.outputs[at]};
        return {answer.outputs[at], answer.low[at], answer.high[at]};
    }
    double value(std::string_view field) const { return estimate(field).value; }

private:
    const engine::Calculator& m_calculator;
    Scenario m_scenario;
    Outcome m_outcome;
};

Estimate divided(Estimate estimate, double by) { return {estimate.value / by, estimate.low / by, estimate.high / by}; }

std::string query_of(const Settings& settings)
{
    std::string query;
    for (const auto& [field, value] : settings)
        query.append(query.empty() ? "?" : "&").append(field).append("=").append(value);
    return query;
}

bool is_apple(const AcceleratorRow& gpu) { return gpu.architecture == "apple"; }

std::string weights_of(const AcceleratorRow& gpu, const ModelRow& model)
{
    if (is_apple(gpu))
        return "gguf-q8_0";
    if (!model.native_format.empty() && model.native_format != "bf16")
        return model.native_format;
    return engine::is_present(gpu.spec.fp8) ? "fp8" : "bf16";
}

/// The owner's price of this accelerator, as a setting; empty when it names another.
std::string price_of(const Catalog& catalog, const AcceleratorRow& gpu)
{
    const FactLookup price = catalog.fact("provider.pricing.gpu_hour_usd");
    return price && catalog.provider.pricing_gpu == gpu.id ? exact_number(price.fact->number()) : std::string();
}

ServingExample serving(const Catalog& catalog, const AcceleratorRow& gpu, const ModelRow& model)
{
    ServingExample example;
    example.format = weights_of(gpu, model);
    const std::string price = price_of(catalog, gpu);
    bool any_answer = false;
    for (const int count : fit_counts) {
        if (is_apple(gpu) && count > 1)
            break;
        Settings settings{{"model", model.id},
                          {"weights", example.format},
                          {"gpu", gpu.id},
                          {"gpus", std::to_string(count)},
                          {"input_tokens", std::to_string(example_tokens)},
                          {"output_tokens", std::to_string(example_tokens)}};
        if (is_apple(gpu))
            settings.push_back({"engine", "llama.cpp"});
        if (!price.empty())
            settings.push_back({"gpu_hour_usd", price});
        Settings loaded = settings;
        loaded.push_back({"concurrency", std::to_string(example_concurrency)});
        const Run run(catalog, "throughput", loaded);
        if (!run.answered())
            continue;
        any_answer = true;
        if (run.value("fits") != 1 || run.value("running_sequences") < example_concurrency - 0.5)
            continue;
        example.state = ExampleState::known;
        example.gpus = count;
        example.total = run.estimate("output_tokens_per_s");
        example.per_gpu = run.estimate("output_tokens_per_s_per_gpu");
        example.prefill_per_gpu = divided(run.estimate("prefill_tokens_per_s"), count);
        example.kwh = run.estimate("energy_per_million_output_tokens_kwh");
        example.dollars = run.estimate("cost_per_million_output_tokens_usd");
        example.query = query_of(loaded);
        settings.push_back({"concurrency", "1"});
        if (const Run alone(catalog, "throughput", settings); alone.answered())
            example.stream = alone.estimate("stream_tokens_per_s");
        return example;
    }
    example.state = any_answer ? ExampleState::too_large : ExampleState::unknown;
    return example;
}

TrainingExample training(const Catalog& catalog, const AcceleratorRow& gpu, const ModelRow& model)
{
    TrainingExample example;
    if (is_apple(gpu))
        return example;
    const Settings settings{{"model", model.id},
                            {"gpu", gpu.id},
                            {"gpus", std::to_string(example_training_gpus)},
                            {"tokens", exact_number(example_training_tokens)}};
    const Run run(catalog, "training-time", settings);
    if (!run.answered() || !engine::is_present(run.value("days")))
        return example;
    example.query = query_of(settings);
    if (run.value("fits") != 1) {
        example.state = ExampleState::too_large;
        return example;
    }
    example.state = ExampleState::known;
    example.hours = divided(run.estimate("days"), 1.0 / 24);
    example.mfu = run.estimate("mfu");
    return example;
}

}

ExampleTable::ExampleTable(const Catalog& catalog, std::span<const std::string> reference_models, int jobs)
    : m_catalog(catalog), m_examples(catalog.accelerators.rows().size())
{
    for (const std::string& id : reference_models)
        if (const ModelRow* model = catalog.models.find(id))
            m_models.push_back(model);
    for_each_parallel(m_examples.size(), jobs, [&](std::size_t i) {
        const AcceleratorRow& gpu = catalog.accelerators.rows()[i];
        for (const ModelRow* model : m_models)
            m_examples[i].serving.push_back(serving(catalog, gpu, *model));
        if (!m_models.empty())
            m_examples[i].training = training(catalog, gpu, *m_models.front());
    });
}

const Examples& ExampleTable::of(const AcceleratorRow& gpu) const
{
    return m_examples[static_cast<std::size_t>(&gpu - m_catalog.accelerators.rows().data())];
}

}
