#include "site/render/catalog/catalog_page.h"

#include "site/render/catalog/spec_table.h"
#include "site/render/compare/compare_page.h"
#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

using engine::Unit;

std::string upper(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return result;
}

std::string specs(const Website& website, const Edition& edition, const AcceleratorRow& gpu, Citations& citations)
{
    const std::string gib = shown_gib(gpu.spec.memory_bytes, edition);
    std::string html = spec_row(gpu, "memory_bytes", edition("gpu.spec.memory_bytes"), edition, citations,
                                escaped(edition("gpu.basis." + gpu.memory_basis, {gib})));
    for (const std::string_view key : {"memory_label_gb", "memory_type", "memory_bandwidth"})
        html += spec_row(gpu, key, edition("gpu.spec." + std::string(key)), edition, citations);
    std::string fabric;
    if (gpu.link) {
        const LinkRow* link = website.catalog->links.find(gpu.link->fabric);
        fabric = escaped(edition("gpu.link_meaning", {link ? link->name : gpu.link->fabric}));
    }
    for (const std::string_view key : {"link.one_direction", "link.both_directions"})
        html += spec_row(gpu, key, edition("gpu.spec." + std::string(key)), edition, citations, fabric);
    for (const std::string_view key : {"tdp", "mig_instances", "form_factor", "pcie", "released"})
        html += spec_row(gpu, key, edition("gpu.spec." + std::string(key)), edition, citations);
    return html;
}

/// One row a number format, dense and sparse apart.
std::string rates(const Edition& edition, const AcceleratorRow& gpu, Citations& citations)
{
    std::vector<std::string> formats;
    for (const Fact& fact : gpu.facts) {
        if (!fact.key.starts_with("tflops."))
            continue;
        std::string format = fact.key.substr(7, fact.key.rfind('.') - 7);
        if (std::find(formats.begin(), formats.end(), format) == formats.end())
            formats.push_back(std::move(format));
    }
    std::string html;
    for (const std::string& format : formats) {
        const Fact* dense = gpu.find("tflops." + format + ".dense");
        const Fact* sparse = gpu.find("tflops." + format + ".sparse");
        const auto value = [&](const Fact* fact) {
            return fact ? fact_html(*fact, edition) + (fact->unverified ? "<abbr class=\"doubt\" title=\"" +
                                                           escaped(edition("fact.unverified")) + "\">?</abbr>" : "")
                        : std::string("–");
        };
        html += edition.templates.render("items/rate", {{"format", escaped(upper(format))},
                                                        {"dense", value(dense)},
                                                        {"sparse", value(sparse)},
                                                        {"source", citations.mark((dense ? dense : sparse)->source)}});
    }
    return html;
}

/// The models that other pages speak of most stand in sight; the rest is folded.
constexpr std::size_t models_in_sight = 12;

struct Fits {
    std::string in_sight, folded;        ///< rows, by size
    std::size_t folded_count = 0;
};

Fits fits(const Website& website, const Edition& edition, const FitTable& table, const AcceleratorRow& gpu)
{
    Fits result;
    if (!engine::is_present(gpu.spec.memory_bytes))
        return result;
    std::vector<const ModelRow*> models;
    for (const ModelRow& model : website.catalog->models.rows())
        models.push_back(&model);
    const auto links = [&](const ModelRow* model) { return website.backlinks.of(edition.language, model->id).size(); };
    std::stable_sort(models.begin(), models.end(), [&](const ModelRow* a, const ModelRow* b) { return links(a) > links(b); });
    const auto rest = models.begin() + static_cast<std::ptrdiff_t>(std::min(models_in_sight, models.size()));
    const auto by_size = [](const ModelRow* a, const ModelRow* b) { return a->number("published_parameters") < b->number("published_parameters"); };
    std::stable_sort(models.begin(), rest, by_size);
    std::stable_sort(rest, models.end(), by_size);
    for (auto at = models.begin(); at != models.end(); ++at)
        (at < rest ? result.in_sight : result.folded) += edition.templates.render(
            "items/fit", {{"url", edition.url("models/" + (*at)->id + "/")},
                          {"name", escaped((*at)->name)},
                          {"size", escaped(shown((*at)->number("published_parameters"), Unit::parameters, edition))},
                          {"cells", fit_cells(edition, table, gpu, **at)}});
    result.folded_count = models.size() - std::min(models_in_sight, models.size());
    return result;
}

std::string sidebar(const Website& website, const Edition& edition, const AcceleratorRow& gpu)
{
    std::string html;
    for (const AcceleratorRow& other : website.catalog->accelerators.rows())
        if (other.vendor == gpu.vendor)
            html += edition.templates.render("items/sidebar", {{"url", edition.url("gpus/" + other.id + "/")},
                                                               {"title", escaped(other.name)},
                                                               {"current", &other == &gpu ? "true" : ""}});
    return html;
}

}

std::string gpu_summary(const Edition& edition, const AcceleratorRow& gpu)
{
    std::string text = edition("gpu.verdict", {shown(gpu.spec.memory_bytes, Unit::bytes, edition),
                                               engine::is_present(gpu.spec.memory_bandwidth)
                                                   ? shown(gpu.spec.memory_bandwidth, Unit::bytes_per_second, edition)
                                                   : std::string(edition("gpu.not_published"))});
    if (engine::is_present(gpu.spec.bf16))
        text += edition("gpu.verdict_bf16", {shown(gpu.spec.bf16 / 1e12, Unit::tflops, edition)});
    return text.append(edition("gpu.verdict_end"));
}

std::string gpu_page(const Website& website, const Edition& edition, const FitTable& table, const Comparisons& comparisons,
                     const AcceleratorRow& gpu)
{
    Citations citations(website, edition);
    const std::string tail = "gpus/" + gpu.id + "/";
    std::string spec_rows = specs(website, edition, gpu, citations);
    std::string rate_rows = rates(edition, gpu, citations);
    Fits models = fits(website, edition, table, gpu);
    const std::vector<Crumb> trail{{std::string(edition("nav.gpus")), edition.url("gpus/")}, {gpu.name, ""}};
    std::string main = edition.templates.render(
        "gpu", {{"crumbs", crumbs(website, edition, trail)},
                {"name", escaped(gpu.name)},
                {"vendor", escaped(gpu.vendor)},
                {"verdict", escaped(gpu_summary(edition, gpu))},
                {"also", aliases_html(gpu, edition)},
                {"calculator_url", edition.url("calculators/inference-memory/?gpu=" + gpu.id)},
                {"specs", std::move(spec_rows)},
                {"rates", std::move(rate_rows)},
                {"fits", std::move(models.in_sight)},
                {"more_fits", std::move(models.folded)},
                {"more_fits_title", escaped(edition("gpu.more_fits", {std::to_string(models.folded_count)}))},
                {"compare", compare_with(comparisons, edition, gpu)},
                {"notes", notes_html(website, edition, gpu)},
                {"backlinks", backlink_items(website, edition, gpu.id)},
                {"sources", citations.items()},
                {"sidebar", sidebar(website, edition, gpu)}});
    return shell(website, edition,
                 {.kind = "gpu",
                  .title = gpu.name,
                  .description = edition("gpu.description", {gpu.name}),
                  .url = edition.url(tail),
                  .section = "gpus",
                  .languages = website.languages(),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"compare.css"},
                  .modules = {"compare.js"}},
                 std::move(main));
}

}
