#include "site/render/catalog/catalog_page.h"

#include "site/render/catalog/spec_table.h"
#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"

#include <algorithm>

namespace site {

namespace {

using engine::Unit;

/// What the engine computes, with the published counts beside it.
std::string counts(const Website& website, const Edition& edition, const ModelRow& model, Citations& citations)
{
    const Catalog& catalog = *website.catalog;
    const ModelFigures figures = model_figures(catalog, model);
    const auto published = [&](std::string_view key) {
        const Fact* fact = model.find(key);
        if (!fact)
            return std::string();
        return edition("model.published", {shown(fact->number(), Unit::parameters, edition)});
    };
    const auto count = [&](std::string_view label, double value, std::string_view key) {
        const Fact* fact = model.find(key);
        return edition.templates.render("items/spec", {{"label", escaped(label)},
                                                       {"value", escaped(shown(value, Unit::parameters, edition, 4))},
                                                       {"unverified", ""},
                                                       {"note", escaped(published(key))},
                                                       {"source", fact ? citations.mark(fact->source) : ""}});
    };
    std::string html = count(edition("model.count.parameters"), figures.parameters, "published_parameters");
    if (engine::is_present(model.spec.experts_total))
        html += count(edition("model.count.active"), figures.active, "published_active_parameters");
    std::vector<std::string> formats{model.native_format.empty() ? "bf16" : model.native_format};
    for (const std::string_view format : {"bf16", "fp8", "awq-int4-g128"})
        if (std::none_of(formats.begin(), formats.end(),
                         [&](const std::string& f) { return short_format_name(f) == short_format_name(format); }))
            formats.emplace_back(format);
    for (const std::string& format : formats)
        html += computed_row(edition("model.count.weights", {short_format_name(format)}),
                             model_bytes(catalog, model, format), Unit::bytes, edition, edition("model.count.whole"));
    html += computed_row(edition("model.count.kv"), figures.kv_per_token, Unit::bytes_per_token, edition,
                         edition("model.count.kv_note"));
    html += computed_row(edition("model.count.kv_8k"), figures.kv_context, Unit::bytes, edition,
                         edition("model.count.kv_note"));
    return html;
}

/// The shape as the configuration tells it.
std::string shape(const Edition& edition, const ModelRow& model, Citations& citations)
{
    std::string html;
    for (const Fact& fact : model.facts)
        if (!fact.key.starts_with("published_") && fact.key != "parameters" && fact.key != "active_parameters")
            html += spec_row(model, fact.key, edition("fact." + fact.key), edition, citations);
    return html;
}

std::string fits(const Website& website, const Edition& edition, const FitTable& table, const ModelRow& model)
{
    std::vector<const AcceleratorRow*> gpus;
    for (const AcceleratorRow& gpu : website.catalog->accelerators.rows())
        if (engine::is_present(gpu.spec.memory_bytes))
            gpus.push_back(&gpu);
    std::stable_sort(gpus.begin(), gpus.end(), [](const AcceleratorRow* a, const AcceleratorRow* b) {
        return a->spec.memory_bytes > b->spec.memory_bytes;
    });
    std::string html;
    for (const AcceleratorRow* gpu : gpus)
        html += edition.templates.render("items/fit", {{"url", edition.url("gpus/" + gpu->id + "/")},
                                                       {"name", escaped(gpu->name)},
                                                       {"size", escaped(shown(gpu->spec.memory_bytes, Unit::bytes, edition))},
                                                       {"cells", fit_cells(edition, table, *gpu, model)}});
    return html;
}

std::string sidebar(const Website& website, const Edition& edition, const ModelRow& model)
{
    std::string html;
    for (const ModelRow& other : website.catalog->models.rows())
        if (other.family == model.family)
            html += edition.templates.render("items/sidebar", {{"url", edition.url("models/" + other.id + "/")},
                                                               {"title", escaped(other.name)},
                                                               {"current", &other == &model ? "true" : ""}});
    return html;
}

}

std::string model_summary(const Catalog& catalog, const Edition& edition, const ModelRow& model)
{
    const ModelFigures figures = model_figures(catalog, model);
    const std::string total = shown(figures.parameters, Unit::parameters, edition);
    const std::string cache = shown(figures.kv_per_token, Unit::bytes, edition);
    if (engine::is_present(model.spec.experts_total) && engine::is_present(figures.active))
        return edition("model.verdict_moe", {total, shown(figures.active, Unit::parameters, edition), cache});
    return edition("model.verdict_dense", {total, cache});
}

std::string model_page(const Website& website, const Edition& edition, const FitTable& table, const ModelRow& model)
{
    Citations citations(website, edition);
    const std::string tail = "models/" + model.id + "/";
    std::string count_rows = counts(website, edition, model, citations);
    std::string shape_rows = shape(edition, model, citations);
    const std::vector<Crumb> trail{{std::string(edition("nav.models")), edition.url("models/")}, {model.name, ""}};
    std::string main = edition.templates.render(
        "model", {{"crumbs", crumbs(website, edition, trail)},
                  {"name", escaped(model.name)},
                  {"family", escaped(model.family)},
                  {"verdict", escaped(model_summary(*website.catalog, edition, model))},
                  {"also", aliases_html(model, edition)},
                  {"calculator_url", edition.url("calculators/inference-memory/?model=" + model.id)},
                  {"counts", std::move(count_rows)},
                  {"specs", std::move(shape_rows)},
                  {"fits", fits(website, edition, table, model)},
                  {"notes", notes_html(website, edition, model)},
                  {"backlinks", backlink_items(website, edition, model.id)},
                  {"sources", citations.items()},
                  {"sidebar", sidebar(website, edition, model)}});
    return shell(website, edition,
                 {.kind = "model",
                  .title = model.name,
                  .description = edition("model.description", {model.name}),
                  .url = edition.url(tail),
                  .section = "models",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {}},
                 std::move(main));
}

}
