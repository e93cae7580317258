#include "site/render/compare/compared.h"

#include "site/render/compare/ratio.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <functional>

namespace site {

namespace {

using engine::Unit;

constexpr double clear_difference = 1.05;  ///< below this, neither is recommended
constexpr std::size_t most_names = 6;

std::string with_range(const Estimate& estimate, Unit unit, const Edition& edition)
{
    std::string html = escaped(shown(estimate.value, unit, edition));
    if (!engine::is_present(estimate.value))
        return html;
    if (engine::is_present(estimate.low))
        return html + "<br><small class=\"range\">" + escaped(shown(estimate.low, unit, edition) + " – " + shown(estimate.high, unit, edition)) + "</small>";
    return html + "<br><small class=\"range\">" + escaped(edition("range.extrapolated")) + "</small>";
}

std::string no_answer(ExampleState state, const Edition& edition)
{
    return escaped(edition(state == ExampleState::too_large ? "compare.too_large" : "compare.unknown"));
}

std::string scenario_link(const Edition& edition, std::string_view calculator, const std::string& query, const std::string& text)
{
    return link_html(edition.url("calculators/" + std::string(calculator) + "/") + query, text);
}

std::string serving_cell(const ServingExample& example, const Edition& edition)
{
    if (example.state != ExampleState::known)
        return "<td class=\"no\">" + no_answer(example.state, edition) + "</td>";
    const std::string count = edition("compare.gpus_format", {std::to_string(example.gpus), short_format_name(example.format)});
    return "<td class=\"num\">" + scenario_link(edition, "throughput", example.query, count) + "<br>" +
           with_range(example.per_gpu, Unit::tokens_per_second, edition) + "</td>";
}

std::string training_cell(const TrainingExample& example, const Edition& edition)
{
    if (example.state != ExampleState::known)
        return "<td class=\"no\">" + no_answer(example.state, edition) + "</td>";
    return "<td class=\"num\">" + scenario_link(edition, "training-time", example.query, shown(example.hours.value, Unit::hours, edition)) +
           (engine::is_present(example.hours.low) ? "<br><small class=\"range\">" + escaped(shown(example.hours.low, Unit::hours, edition) + " – " +
                                                        shown(example.hours.high, Unit::hours, edition)) + "</small>"
                                                  : "<br><small class=\"range\">" + escaped(edition("range.extrapolated")) + "</small>") + "</td>";
}

/// One use: what decides it, of both; more is better.
struct Use {
    std::string_view key;                ///< compare.use.<key>, compare.why.<key>
    std::string subject;                 ///< the model, where there is one
    Estimate a, b;
    ExampleState state_a = ExampleState::known, state_b = ExampleState::known;
};

Estimate inverse(const Estimate& e) { return {1 / e.value, 1 / e.high, 1 / e.low}; }

double fp64_rate(const AcceleratorRow& gpu)
{
    const double vector = engine::value_or(gpu.number("tflops.fp64.dense"), 0), tensor = engine::value_or(gpu.number("tflops.fp64-tensor.dense"), 0);
    return std::max(vector, tensor) > 0 ? std::max(vector, tensor) : engine::absent;
}

std::vector<Use> uses_of(const Compared& compared)
{
    const ExampleTable& table = compared.comparisons.examples();
    const Examples &a = table.of(compared.a), &b = table.of(compared.b);
    std::vector<Use> uses;
    const auto serving = [&](std::string_view key, std::size_t model, const std::function<Estimate(const ServingExample&)>& value) {
        const ServingExample &x = a.serving[model], &y = b.serving[model];
        uses.push_back({key, table.models()[model]->name, value(x), value(y), x.state, y.state});
    };
    for (std::size_t i = 0; i < table.models().size(); ++i)
        serving(i == 0 ? "serve_small" : "serve_large", i, [](const ServingExample& e) { return e.per_gpu; });
    if (!table.models().empty()) {
        constexpr std::size_t smallest = 0; // On one device of nearly everything, so that the devices' number decides nothing.
        if (a.serving[smallest].gpus == b.serving[smallest].gpus)
            serving("alone", smallest, [](const ServingExample& e) { return e.stream; });
        serving("prompts", smallest, [](const ServingExample& e) { return e.prefill_per_gpu; });
        serving("energy", smallest, [](const ServingExample& e) { return inverse(e.kwh); });
        uses.push_back({"training", table.models().front()->name, inverse(a.training.hours), inverse(b.training.hours), a.training.state, b.training.state});
    }
    uses.push_back({"fp64", {}, {.value = fp64_rate(compared.a)}, {.value = fp64_rate(compared.b)}});
    return uses;
}

/// Which of the two, and by how much; nothing when the data says nothing of either.
std::string choice(const Use& use, const Compared& compared)
{
    const Edition& edition = compared.edition;
    if (use.state_a != use.state_b && (use.state_a == ExampleState::known || use.state_b == ExampleState::known)) {
        const bool a = use.state_a == ExampleState::known;
        const ExampleState other = a ? use.state_b : use.state_a;
        if (other == ExampleState::too_large)
            return "<strong>" + escaped(a ? compared.name_a : compared.name_b) + "</strong> " + escaped(edition("compare.only_fits"));
        return {};
    }
    const double ratio = ratio_of(use.a.value, use.b.value);
    if (!engine::is_present(ratio))
        return {};
    if (std::max(ratio, 1 / ratio) < clear_difference)
        return escaped(edition("compare.alike"));
    std::string html = "<strong>" + escaped(compared.name_of_larger(ratio)) + "</strong> " + escaped(times(ratio, edition));
    const Estimate &less = ratio > 1 ? use.a : use.b, &more = ratio > 1 ? use.b : use.a;
    if (engine::is_present(less.high) && engine::is_present(more.low) && less.high > more.low)
        html.append("<br><small>").append(escaped(edition("compare.overlap"))).append("</small>");
    return html;
}

/// How many of the catalog's models it holds.
std::size_t held(const Compared& compared, const AcceleratorRow& gpu, std::size_t count)
{
    const auto& models = compared.catalog().models.rows();
    return static_cast<std::size_t>(std::count_if(models.begin(), models.end(), [&](const ModelRow& model) {
        return compared.comparisons.fits().at(gpu, model, count).format != nullptr;
    }));
}

std::string only_held(const Compared& compared, const AcceleratorRow& holder, const AcceleratorRow& other, const std::string& name)
{
    const Edition& edition = compared.edition;
    const FitTable& fits = compared.comparisons.fits();
    std::vector<const ModelRow*> models;
    for (const ModelRow& model : compared.catalog().models.rows())
        if (fits.at(holder, model, 0).format && !fits.at(other, model, 0).format)
            models.push_back(&model);
    if (models.empty())
        return {};
    std::stable_sort(models.begin(), models.end(), [](const ModelRow* x, const ModelRow* y) {
        return x->number("published_parameters") > y->number("published_parameters");
    });
    std::string list;
    for (std::size_t i = 0; i < std::min(models.size(), most_names); ++i)
        list.append(list.empty() ? "" : edition("compare.separator"))
            .append(link_html(edition.url("models/" + models[i]->id + "/"), models[i]->name))
            .append(escaped(edition("compare.in_format", {short_format_name(fits.at(holder, *models[i], 0).format->id)})));
    if (models.size() > most_names)
        list.append(escaped(edition("compare.and_more", {std::to_string(models.size() - most_names)})));
    return "<p>" + edition("compare.only_holds", {escaped(name), list}) + "</p>";
}

}

std::string verdict_rows(const Compared& compared)
{
    const Edition& edition = compared.edition;
    std::string html;
    for (const Use& use : uses_of(compared)) {
        const std::string pick = choice(use, compared);
        if (pick.empty())
            continue;
        const std::string key(use.key);
        html.append("<tr><th scope=\"row\">").append(escaped(edition("compare.use." + key, {use.subject}))).append("</th><td>").append(pick)
            .append("</td><td>").append(escaped(edition("compare.why." + key))).append("</td></tr>");
    }
    return html;
}

std::string fit_rows(const Compared& compared)
{
    std::string html;
    const std::string all = std::to_string(compared.catalog().models.rows().size());
    for (std::size_t i = 0; i < fit_counts.size(); ++i) {
        html.append("<tr><th scope=\"row\">").append(std::to_string(fit_counts[i])).append(" ").append(escaped(compared.edition("unit.card"))).append("</th>");
        for (const AcceleratorRow* gpu : {&compared.a, &compared.b}) {
            const bool asked = engine::is_present(gpu->spec.memory_bytes) && !(gpu->architecture == "apple" && i > 0);
            html.append("<td class=\"num\">").append(asked ? std::to_string(held(compared, *gpu, i)) + " / " + all : "–").append("</td>");
        }
        html.append("</tr>");
    }
    return html;
}

std::string fit_sentences(const Compared& compared)
{
    if (!engine::is_present(compared.a.spec.memory_bytes) || !engine::is_present(compared.b.spec.memory_bytes))
        return {};
    const std::string sentences = only_held(compared, compared.a, compared.b, compared.name_a) + only_held(compared, compared.b, compared.a, compared.name_b);
    return sentences.empty() ? "<p>" + escaped(compared.edition("compare.holds_same")) + "</p>" : sentences;
}

std::string serving_rows(const Compared& compared)
{
    const ExampleTable& table = compared.comparisons.examples();
    const Examples &a = table.of(compared.a), &b = table.of(compared.b);
    RatioAxis axis;
    for (std::size_t i = 0; i < table.models().size(); ++i)
        axis.include(ratio_of(a.serving[i].per_gpu.value, b.serving[i].per_gpu.value));
    std::string html;
    for (std::size_t i = 0; i < table.models().size(); ++i)
        html.append("<tr><th scope=\"row\">")
            .append(link_html(compared.edition.url("models/" + table.models()[i]->id + "/"), table.models()[i]->name)).append("</th>")
            .append(serving_cell(a.serving[i], compared.edition)).append(serving_cell(b.serving[i], compared.edition))
            .append(ratio_cell(ratio_of(a.serving[i].per_gpu.value, b.serving[i].per_gpu.value), axis, compared.name_a, compared.name_b, compared.edition))
            .append("</tr>");
    return html;
}

std::string training_rows(const Compared& compared)
{
    const ExampleTable& table = compared.comparisons.examples();
    const TrainingExample &a = table.of(compared.a).training, &b = table.of(compared.b).training;
    if (table.models().empty() || (a.state == ExampleState::unknown && b.state == ExampleState::unknown))
        return {};
    const double speed = ratio_of(1 / a.hours.value, 1 / b.hours.value);
    RatioAxis axis;
    axis.include(speed);
    const auto share = [&](const TrainingExample& example) {
        return "<td class=\"num\">" + (example.state == ExampleState::known ? with_range(example.mfu, Unit::fraction, compared.edition) : "–") + "</td>";
    };
    std::string cell = engine::is_present(speed) ? ratio_cell(speed, axis, compared.name_a, compared.name_b, compared.edition) : "<td class=\"more\">–</td>";
    return "<tr><th scope=\"row\">" + escaped(compared.edition("compare.training_time", {table.models().front()->name})) + "</th>" + training_cell(a, compared.edition) +
           training_cell(b, compared.edition) + cell + "</tr><tr><th scope=\"row\">MFU</th>" + share(a) + share(b) + "<td></td></tr>";
}

std::string price_items(const Compared& compared)
{
    const Edition& edition = compared.edition;
    const ExampleTable& table = compared.comparisons.examples();
    std::string html;
    const auto item = [&](const std::string& text) { html.append("<li>").append(escaped(text)).append("</li>"); };
    for (std::size_t i = 0; i < table.models().size(); ++i) {
        const ServingExample &a = table.of(compared.a).serving[i], &b = table.of(compared.b).serving[i];
        const double ratio = ratio_of(a.per_gpu.value, b.per_gpu.value);
        if (!engine::is_present(ratio))
            continue;
        const bool b_faster = ratio > 1;
        const std::string &fast = b_faster ? compared.name_b : compared.name_a, &slow = b_faster ? compared.name_a : compared.name_b;
        const std::string& model = table.models()[i]->name;
        if (std::max(ratio, 1 / ratio) < least_difference)
            item(edition("compare.price_equal", {model}));
        else
            item(edition("compare.price_ratio", {model, fast, slow, times(ratio, edition)}));
        const FactLookup price = compared.catalog().fact("provider.pricing.gpu_hour_usd");
        for (const bool of_a : {true, false}) {
            const ServingExample& priced = of_a ? a : b;
            if (!price || !engine::is_present(priced.dollars.value))
                continue;
            const double fair = price.fact->number() * (of_a ? ratio : 1 / ratio);
            item(edition("compare.price_known", {model, of_a ? compared.name_a : compared.name_b,
                                                 shown(price.fact->number(), Unit::dollars_per_hour, edition),
                                                 shown(priced.dollars.value, Unit::dollars, edition),
                                                 of_a ? compared.name_b : compared.name_a, shown(fair, Unit::dollars_per_hour, edition), compared.catalog().provider.name}));
        }
    }
    return html;
}

}
