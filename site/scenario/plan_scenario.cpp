#include "site/scenario/plan_scenario.h"

#include <array>

namespace site {

using engine::PlanInput;

namespace {

constexpr std::size_t most_points = 8192;

/// Formats that are tried unless the reader names one.
constexpr std::array<std::string_view, 6> usual_formats{"bf16", "fp8", "nvfp4", "awq-int4-g128", "gguf-q8_0", "gguf-q4_k_m"};
constexpr std::array<std::string_view, 2> served_caches{"bf16", "fp8"};
constexpr std::array<std::string_view, 1> local_caches{"fp16"};

class FormatList {
public:
    FormatList(const Catalog& catalog, std::string cache) : m_catalog(catalog), m_cache(std::move(cache)) {}

    /// native_weights: only on devices that have units for them.
    void add(std::string_view weights, std::span<const std::string_view> caches, double native_weights)
    {
        const std::string_view given = m_cache;
        for (const std::string_view cache : m_cache.empty() ? caches : std::span(&given, 1)) {
            const auto w = m_catalog.format(weights), c = m_catalog.format(cache);
            if (!w || !c)
                continue;
            m_list.ids.push_back({std::string(weights), std::string(cache)});
            m_list.formats.push_back({.weights = *w,
                                      .kv_cache = *c,
                                      .native_weights = native_weights,
                                      .native_cache = m_cache.empty() ? 1.0 : 0.0});
        }
    }
    void add_usual(std::string_view native)
    {
        if (native.empty())
            native = "bf16";
        const auto format = m_catalog.format(native);
        double bits = format ? format->bits_per_weight : 16;
        if (bits >= 16)
            bits = 17; // FP16 is as good as BF16, which comes first below.
        else
            add(native, served_caches, 0);
        for (const std::string_view usual : usual_formats)
            if (const auto narrower = m_catalog.format(usual); narrower && narrower->bits_per_weight < bits - .01)
                add(usual, caches_of(usual), 1);
        // Of what is published narrower than all of these, llama.cpp has a file too.
        if (const std::string gguf = "gguf-" + std::string(native); m_catalog.format(gguf))
            add(gguf, local_caches, 1);
    }
    static std::span<const std::string_view> caches_of(std::string_view weights)
    {
        return weights.starts_with("gguf-") ? std::span<const std::string_view>(local_caches) : served_caches;
    }
    PlanFormats take() { return std::move(m_list); }

private:
    const Catalog& m_catalog;
    std::string m_cache;
    PlanFormats m_list;
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
    FormatList list(catalog, id_of(out.scenario, PlanInput::kv_cache));
    const ModelRow* model = catalog.models.find(id_of(out.scenario, PlanInput::model));
    if (const std::string weights = id_of(out.scenario, PlanInput::weights); !weights.empty())
        list.add(weights, FormatList::caches_of(weights), 0);
    else
        list.add_usual(model ? model->native_format : "");
    PlanFormats found = list.take();
    out.format_ids = std::move(found.ids);
    out.formats = std::move(found.formats);
}

} // namespace

PlanFormats usual_plan_formats(const Catalog& catalog, std::string_view native)
{
    FormatList list(catalog, "");
    list.add_usual(native);
    return list.take();
}

std::vector<std::string_view> usual_caches(std::string_view weights)
{
    const auto caches = FormatList::caches_of(weights);
    return {caches.begin(), caches.end()};
}

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
