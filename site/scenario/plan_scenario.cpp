#include "site/scenario/plan_scenario.h"

#include <array>

namespace site {

using engine::PlanInput;

namespace {

constexpr std::size_t most_points = 8192;

/// A format that is tried unless the reader names one.
struct Usual {
    std::string_view weights;
    std::array<std::string_view, 2> caches;
};
constexpr std::array<Usual, 6> usual_formats{{{"bf16", {"bf16", "fp8"}},
                                              {"fp8", {"bf16", "fp8"}},
                                              {"nvfp4", {"bf16", "fp8"}},
                                              {"awq-int4-g128", {"bf16", "fp8"}},
                                              {"gguf-q8_0", {"fp16", ""}},
                                              {"gguf-q4_k_m", {"fp16", ""}}}};

class FormatList {
public:
    FormatList(const Catalog& catalog, std::string cache, PlanScenario& scenario)
        : m_catalog(catalog), m_cache(std::move(cache)), m_scenario(scenario)
    {
    }

    /// native_weights: only on devices that have units for them.
    void add(std::string_view weights, std::array<std::string_view, 2> caches, double native_weights)
    {
        if (!m_cache.empty())
            caches = {m_cache, ""};
        for (const std::string_view cache : caches) {
            const auto w = m_catalog.format(weights), c = m_catalog.format(cache);
            if (!w || !c)
                continue;
            m_scenario.format_ids.push_back({std::string(weights), std::string(cache)});
            m_scenario.formats.push_back({.weights = *w,
                                          .kv_cache = *c,
                                          .native_weights = native_weights,
                                          .native_cache = m_cache.empty() ? 1.0 : 0.0});
        }
    }

private:
    const Catalog& m_catalog;
    std::string m_cache;
    PlanScenario& m_scenario;
};

std::string id_of(const Scenario& scenario, PlanInput input) { return scenario.ids[static_cast<std::size_t>(input)]; }

void add_candidates(const Catalog& catalog, PlanScenario& out)
{
    const std::vector<ListItem> allowed = list_items(id_of(out.scenario, PlanInput::gpus_allowed));
    const std::vector<ListItem> prices = list_items(id_of(out.scenario, PlanInput::prices));
    const std::string network = id_of(out.scenario, PlanInput::inter_fabric);
    const auto listed = [](const std::vector<ListItem>& list, const std::string& id) -> const ListItem* {
        for (const ListItem& item : list)
            if (item.id == id)
                return &item;
        return nullptr;
    };
    for (const AcceleratorRow& row : catalog.accelerators.rows()) {
        if (!allowed.empty() && !listed(allowed, row.id))
            continue;
        engine::PlanCandidate candidate{.gpu = row.spec, .intra = catalog.fabric_of(row), .inter = {}};
        if (const auto inter = catalog.fabric(network, &row))
            candidate.inter = *inter;
        if (const ListItem* price = listed(prices, row.id))
            candidate.gpu_hour_usd = std::stod(price->value);
        out.gpus.push_back(&row);
        out.candidates.push_back(candidate);
    }
}

void add_formats(const Catalog& catalog, PlanScenario& out)
{
    FormatList list(catalog, id_of(out.scenario, PlanInput::kv_cache), out);
    constexpr std::array<std::string_view, 2> served{"bf16", "fp8"}, local{"fp16", ""};
    if (const std::string weights = id_of(out.scenario, PlanInput::weights); !weights.empty()) {
        list.add(weights, weights.starts_with("gguf-") ? local : served, 0);
        return;
    }
    const ModelRow* model = catalog.models.find(id_of(out.scenario, PlanInput::model));
    std::string native = model && !model->native_format.empty() ? model->native_format : "bf16";
    const auto format = catalog.format(native);
    double bits = format ? format->bits_per_weight : 16;
    if (bits >= 16)
        bits = 17; // FP16 is as good as BF16, which comes first below.
    else
        list.add(native, served, 0);
    for (const Usual& usual : usual_formats)
        if (const auto narrower = catalog.format(usual.weights); narrower && narrower->bits_per_weight < bits - .01)
            list.add(usual.weights, usual.caches, 1);
    // Of what is published narrower than all of these, llama.cpp has a file too.
    if (catalog.format("gguf-" + native))
        list.add("gguf-" + native, local, 1);
}

} // namespace

PlanScenario make_plan_scenario(const Catalog& catalog, std::span<const Setting> settings)
{
    PlanScenario out;
    out.scenario = make_scenario(engine::plan_calculator, catalog, settings);
    add_candidates(catalog, out);
    add_formats(catalog, out);
    return out;
}

engine::ServingEngine engine_of(const PlanScenario& plan, const engine::PlanOption& option)
{
    return engine::plan_engine(engine::plan_request(plan.scenario.inputs, plan.scenario.specs.model),
                               plan.candidates[static_cast<std::size_t>(option.layout.candidate)].gpu,
                               plan.formats[static_cast<std::size_t>(option.layout.format)].weights);
}

PlanOutcome run(const PlanScenario& plan, std::size_t most)
{
    const Outcome checked = evaluate(plan.scenario);
    PlanOutcome out{.answer = checked.answer, .options = {}, .rejections = {}, .problems = checked.problems};
    if (!out.problems.empty())
        return out;
    std::vector<engine::PlanPoint> points(most_points);
    out.options.resize(most);
    out.rejections.resize(plan.candidates.size());
    const engine::PlanRequest request = engine::plan_request(plan.scenario.inputs, plan.scenario.specs.model);
    const engine::PlanSummary found =
        engine::search_plans(request, plan.candidates, plan.formats, {points, out.options, out.rejections});
    out.options.resize(static_cast<std::size_t>(found.options));
    out.rejections.resize(static_cast<std::size_t>(found.rejections));
    engine::add_plan_warnings(request, plan.candidates, out.options, found, out.answer);
    return out;
}

} // namespace site
