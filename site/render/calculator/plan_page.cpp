#include "site/render/calculator/plan_page.h"

#include "site/render/calculator/form.h"
#include "site/render/calculator/layout.h"
#include "site/render/calculator/layout_picture.h"
#include "site/render/calculator/plot.h"
#include "site/render/html.h"
#include "site/render/plan_text.h"
#include "site/render/shown_value.h"
#include "site/render/warning_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace site {

namespace {

using engine::Field;
using engine::PlanOption;

constexpr std::size_t shown_options = 10; ///< the others are folded away
constexpr std::array<std::string_view, 5> columns{"ttft_s",
                                                  "tpot_s",
                                                  "output_tokens_per_s",
                                                  "cost_per_million_output_tokens_usd",
                                                  "energy_per_million_output_tokens_kwh"};
/// Words that plan_view.js and layout_picture.js say.
constexpr std::array<std::string_view, 23> live_words{
    "plan.rejected.fabric", "plan.rejected.format", "plan.rejected.limits", "plan.rejected.load", "plan.rejected.memory",
    "plan.rejected.memory_never", "plan.rejected.no_data", "plan.rejected.tpot", "plan.rejected.ttft", "plan.page.summary",
    "plan.page.rest", "plan.picture.replica", "plan.picture.tensor", "plan.picture.single", "plan.picture.pipeline",
    "plan.picture.expert", "plan.picture.layers", "plan.picture.link", "error.not_a_price",
    "plan.page.chart", "plan.page.chart_text", "plan.page.allow_all", "plan.page.enter_prices"};

struct Planned {
    const Website& website;
    const Edition& edition;
    const PlanScenario& plan;
    const PlanOutcome& outcome;

    const AcceleratorRow& gpu(const PlanOption& option) const { return *plan.gpus[static_cast<std::size_t>(option.layout.candidate)]; }
    std::string formats(const PlanOption& option) const
    {
        const FormatPair& pair = plan.format_ids[static_cast<std::size_t>(option.layout.format)];
        return pair.weights + " / " + pair.kv_cache;
    }
    std::string output(const PlanOption& option, std::string_view id) const
    {
        const int at = engine::field_index(engine::throughput_outputs, id);
        const Field& field = engine::throughput_outputs[static_cast<std::size_t>(at)];
        return escaped(shown(option.outputs[static_cast<std::size_t>(at)], field.unit, edition));
    }
};

std::string option_row(const Planned& p, const PlanOption* option, std::size_t rank)
{
    const auto cell = [&](std::string_view id) { return option ? p.output(*option, id) : std::string(); };
    std::string numbers;
    for (const std::string_view id : columns)
        numbers.append("<td class=\"num\" data-cell=\"").append(id).append("\">").append(cell(id)).append("</td>");
    return p.edition.templates.render(
        "items/plan_option",
        {{"rank", option ? std::to_string(rank + 1) : ""},
         {"front", option && option->pareto ? "true" : ""},
         {"url", option ? escaped(p.edition.url("calculators/throughput/") + "?" + throughput_query(p.plan, *option)) : "#"},
         {"gpu", option ? escaped(exact_number(option->layout.gpus()) + " × " + p.gpu(*option).name) : ""},
         {"layout", option ? escaped(layout_text(option->layout)) : ""},
         {"formats", option ? escaped(p.formats(*option)) : ""},
         {"numbers", std::move(numbers)}});
}

std::string table(const Planned& p, std::size_t first, std::size_t last, std::string_view part)
{
    std::string head, rows;
    for (const std::string_view id : columns)
        head.append("<th class=\"num\" scope=\"col\">").append(escaped(p.edition("plan.column." + std::string(id)))).append("</th>");
    for (std::size_t i = first; i < last; ++i)
        rows += option_row(p, &p.outcome.options[i], i);
    return p.edition.templates.render("items/plan_table", {{"part", std::string(part)}, {"head", std::move(head)}, {"rows", std::move(rows)}});
}

std::string rejections(const Planned& p)
{
    std::string items;
    for (const engine::PlanRejection& rejection : p.outcome.rejections)
        items.append("<li><b>").append(escaped(p.plan.gpus[static_cast<std::size_t>(rejection.candidate)]->name))
            .append("</b> <span>").append(escaped(rejection_text(p.plan, rejection, *p.edition.words))).append("</span></li>");
    return items;
}

/// "NVLink 4, 450 GB/s one way": a fabric as this device has it.
std::string link_text(const Edition& edition, std::string_view name, const engine::Link& link)
{
    return name.empty() ? std::string()
                        : edition("plan.picture.link", {name, shown(link.one_direction, engine::Unit::bytes_per_second, edition)});
}

std::string picture(const Planned& p, const PlanOption& option)
{
    const Catalog& catalog = *p.website.catalog;
    const AcceleratorRow& gpu = p.gpu(option);
    const engine::PlanCandidate& candidate = p.plan.candidates[static_cast<std::size_t>(option.layout.candidate)];
    const auto name = [&](const std::string& id) {
        const LinkRow* row = catalog.links.find(id);
        return row ? row->name : std::string();
    };
    const engine::PlanLayout& l = option.layout;
    return layout_picture(p.edition, {.tensor = l.tensor,
                                      .pipeline = l.pipeline,
                                      .expert = l.expert,
                                      .replicas = l.replicas,
                                      .layers = p.plan.scenario.specs.model.layers,
                                      .gpu = gpu.name,
                                      .intra = link_text(p.edition, gpu.link ? name(gpu.link->fabric) : "", candidate.intra),
                                      .inter = link_text(p.edition, name(value_text(p.plan.scenario, static_cast<int>(engine::PlanInput::inter_fabric))),
                                                         candidate.inter)});
}

/// What is tried for models of each native format, for scripts: {"bf16": [["bf16", "fp8", 1, 1], ...]}.
std::string formats_json(const Catalog& catalog)
{
    std::set<std::string> natives{"bf16"};
    for (const ModelRow& row : catalog.models.rows())
        if (!row.native_format.empty())
            natives.insert(row.native_format);
    const auto list = [](const auto& items, const auto& write) {
        std::string json = "[";
        for (const auto& item : items)
            json.append(json.size() == 1 ? "" : ",").append(write(item));
        return json + "]";
    };
    std::string json = "{\"usual\":{";
    for (const std::string& native : natives) {
        const PlanFormats found = usual_plan_formats(catalog, native);
        std::vector<std::size_t> all(found.ids.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = i;
        json.append(json.ends_with('{') ? "" : ",").append(json_string(native)).append(":").append(list(all, [&](std::size_t i) {
            return "[" + json_string(found.ids[i].weights) + "," + json_string(found.ids[i].kv_cache) + "," +
                   exact_number(found.formats[i].native_weights) + "," + exact_number(found.formats[i].native_cache) + "]";
        }));
    }
    const auto caches = [&](std::string_view weights) { return list(usual_caches(weights), [](std::string_view id) { return json_string(id); }); };
    return json + "},\"gguf\":" + caches("gguf-q8_0") + ",\"served\":" + caches("bf16") + "}";
}

/// All options by speed and cost, or by speed and number of GPUs where nothing has a price.
std::string chart(const Planned& p)
{
    const auto output = [](const PlanOption& option, std::string_view id) {
        return option.outputs[static_cast<std::size_t>(engine::field_index(engine::throughput_outputs, id))];
    };
    constexpr std::string_view speed = "stream_tokens_per_s", cost = "cost_per_million_output_tokens_usd";
    const auto& options = p.outcome.options;
    const bool priced = std::any_of(options.begin(), options.end(), [&](const PlanOption& o) { return engine::is_present(output(o, cost)); });
    Plot plot{.x_unit = engine::Unit::tokens_per_second, .y_unit = priced ? engine::Unit::dollars : engine::Unit::gpus,
              .log_x = true, .line = {}, .ideal = false, .marks = {}};
    for (const bool front : {false, true})
        for (const PlanOption& option : options)
            if (option.pareto == front)
                if (const double y = priced ? output(option, cost) : option.layout.gpus(); engine::is_present(y))
                    plot.marks.push_back({output(option, speed), y, front ? "front" : "other"});
    if (plot.marks.empty())
        return {};
    const auto [least, most] = std::minmax_element(plot.marks.begin(), plot.marks.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    const auto rate = [&](double value) { return shown(value, engine::Unit::tokens_per_second, p.edition); };
    const std::string_view y_label = field_label(p.edition, priced ? cost : "gpus");
    const std::string words = p.edition("plan.page.chart_text", {std::to_string(plot.marks.size()), rate(least->x), rate(most->x), y_label});
    return "<p class=\"panel-title\">" + escaped(p.edition("plan.page.chart", {y_label})) + "</p>" + plot_svg(p.edition, plot, words) +
           "<figcaption>" + escaped(words) + "</figcaption>";
}

std::string warnings(const Planned& p)
{
    std::string html;
    for (const std::string& words : warning_texts(engine::plan_calculator, p.outcome.answer, *p.edition.words))
        html.append("<li>").append(escaped(words)).append("</li>");
    return html;
}

bool lacks_prices(const Planned& p)
{
    const auto warnings = std::span(p.outcome.answer.warnings).first(static_cast<std::size_t>(p.outcome.answer.warnings_used));
    return std::any_of(warnings.begin(), warnings.end(), [](const engine::Warning& warning) {
        return warning.code == static_cast<int>(engine::PlanWarning::no_prices);
    });
}

std::string options(const Planned& p)
{
    const std::size_t count = p.outcome.options.size(), first = std::min(count, shown_options);
    return p.edition.templates.render(
        "plan_options",
        {{"best", table(p, 0, first, "best")},
         {"rest", table(p, first, count, "rest")},
         {"no_rest", first == count ? "true" : ""},
         {"rest_words", escaped(p.edition("plan.page.rest", {std::to_string(count - first)}))},
         {"rejected", rejections(p)},
         {"template", option_row(p, nullptr, 0)}});
}

std::string answer(const Planned& p)
{
    const std::size_t count = p.outcome.options.size();
    const PlanOption* best = count > 0 ? &p.outcome.options.front() : nullptr;
    const auto front = std::count_if(p.outcome.options.begin(), p.outcome.options.end(), [](const PlanOption& o) { return o.pareto; });
    std::string headline;
    for (const std::string_view field : find_layout("plan")->headline)
        headline.append("<li><span class=\"name\">").append(escaped(field_label(p.edition, field))).append("</span> <output data-field=\"")
            .append(field).append("\">").append(best ? p.output(*best, field) : "–").append("</output></li>");
    return p.edition.templates.render(
        "plan_answer", {{"model", escaped(input_text(p.website, p.edition, p.plan.scenario, "model"))},
                        {"summary", escaped(p.edition("plan.page.summary", {std::to_string(count), std::to_string(front)}))},
                        {"none", best ? "" : "true"},
                        {"gpu", best ? escaped(exact_number(best->layout.gpus()) + " × " + p.gpu(*best).name) : ""},
                        {"how", best ? escaped(layout_text(best->layout) + " · " + p.formats(*best)) : ""},
                        {"headline", std::move(headline)},
                        {"picture", best ? picture(p, *best) : ""},
                        {"warnings", warnings(p)},
                        {"unpriced", lacks_prices(p) ? "true" : ""},
                        {"chart", chart(p)},
                        {"cost", escaped(field_label(p.edition, "cost_per_million_output_tokens_usd"))},
                        {"gpus", escaped(field_label(p.edition, "gpus"))},
                        {"options", options(p)},
                        {"formats", escaped(formats_json(*p.website.catalog))},
                        {"throughput", p.edition.url("calculators/throughput/")}});
}

}

AnswerParts plan_parts(const Website& website, const Edition& edition)
{
    const PlanScenario plan = make_plan_scenario(*website.catalog, {});
    const PlanOutcome outcome = run(plan, engine::most_plan_options);
    const Planned p{website, edition, plan, outcome};
    std::string strings = strings_json(website, edition, engine::plan_calculator, AnswerSize::full);
    strings.pop_back();
    for (const std::string_view key : live_words)
        strings.append(",").append(json_string(key)).append(":").append(json_string(edition(key)));
    return {answer(p), "", strings + "}", ""};
}

}
