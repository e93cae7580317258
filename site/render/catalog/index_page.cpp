#include "site/render/catalog/catalog_page.h"

#include "site/render/catalog/spec_table.h"
#include "site/render/html.h"
#include "site/render/shell.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace site {

namespace {

std::string head_cells(const Edition& edition, std::string_view first, std::initializer_list<std::string_view> keys)
{
    std::string html = "<th scope=\"col\">" + escaped(first) + "</th>";
    for (const std::string_view key : keys)
        html.append("<th scope=\"col\" class=\"num\">").append(escaped(edition(key))).append("</th>");
    return html;
}

std::string group(const Edition& edition, std::string_view title, const std::string& head, std::string rows)
{
    std::string id = "group-";
    for (const char c : title)
        id += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '-';
    return edition.templates.render("items/catalog_group",
                                    {{"id", id}, {"title", escaped(title)}, {"head", head}, {"rows", std::move(rows)}});
}

std::string row_head(const std::string& url, const std::string& name)
{
    return "<tr><th scope=\"row\">" + link_html(url, name) + "</th>";
}

/// "Llama 3.1" and "Llama 3.3" are one line of models to a reader who scans: the letters before the version.
std::string line_of(const std::string& family)
{
    std::string line = family.substr(0, family.find_first_of("0123456789 "));
    while (line.ends_with('-'))
        line.pop_back();
    return line;
}

using Line = std::pair<std::string, std::vector<const ModelRow*>>;

/// The largest lines first; those of one model together at the end.
std::vector<Line> model_lines(const std::vector<ModelRow>& rows, const Edition& edition)
{
    std::map<std::string, std::vector<const ModelRow*>> by_name;
    for (const ModelRow& row : rows)
        by_name[line_of(row.family)].push_back(&row);
    std::vector<Line> lines;
    Line others{std::string(edition("model.other_family")), {}};
    for (auto& [name, models] : by_name) {
        if (models.size() > 1)
            lines.emplace_back(name, std::move(models));
        else
            others.second.push_back(models.front());
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.second.size() > b.second.size(); });
    if (!others.second.empty())
        lines.push_back(std::move(others));
    return lines;
}

std::string index_page(const Website& website, const Edition& edition, const std::string& section,
                       std::string_view title, std::string short_text, std::string groups)
{
    const std::vector<Crumb> trail{{std::string(title), ""}};
    const std::string tail = section + "/";
    std::string main = edition.templates.render("catalog", {{"crumbs", crumbs(website, edition, trail)},
                                                            {"title", escaped(title)},
                                                            {"short", escaped(short_text)},
                                                            {"groups", std::move(groups)}});
    std::vector<std::string> languages;
    for (const Edition& other : website.editions)
        languages.push_back(other.language);
    return shell(website, edition,
                 {.kind = "catalog-index",
                  .title = std::string(title),
                  .description = std::move(short_text),
                  .url = edition.url(tail),
                  .section = section,
                  .languages = std::move(languages),
                  .url_tail = tail,
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {}},
                 std::move(main));
}

}

std::string gpu_index_page(const Website& website, const Edition& edition)
{
    const auto& rows = website.catalog->accelerators.rows();
    std::map<std::string, std::vector<const AcceleratorRow*>> vendors;
    for (const AcceleratorRow& row : rows)
        vendors[row.vendor].push_back(&row);
    std::vector<std::pair<std::string, std::vector<const AcceleratorRow*>>> ordered(vendors.begin(), vendors.end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    const std::string head = head_cells(edition, "GPU", {"table.memory", "table.bandwidth", "table.dense_bf16",
                                                         "table.dense_fp8", "table.link", "table.tdp"});
    std::string groups;
    for (auto& [vendor, gpus] : ordered) {
        std::stable_sort(gpus.begin(), gpus.end(), [](const AcceleratorRow* a, const AcceleratorRow* b) {
            const auto key = [](const AcceleratorRow& gpu) {
                return std::tuple(engine::value_or(gpu.spec.memory_bandwidth, 0), engine::value_or(gpu.spec.memory_bytes, 0));
            };
            return key(*a) > key(*b);
        });
        std::string cells;
        for (const AcceleratorRow* gpu : gpus)
            cells += row_head(edition.url("gpus/" + gpu->id + "/"), gpu->name) + number_cell(gpu->spec.memory_bytes, 1e9, 1) +
                     number_cell(gpu->spec.memory_bandwidth, 1e12, 2) + number_cell(gpu->number("tflops.bf16.dense"), 1, 0) +
                     number_cell(gpu->number("tflops.fp8.dense"), 1, 0) + number_cell(gpu->number("link.one_direction"), 1e9, 0) +
                     number_cell(gpu->spec.tdp, 1, 0) + "</tr>";
        groups += group(edition, vendor, head, std::move(cells));
    }
    return index_page(website, edition, "gpus", edition("gpu.index_title"),
                      edition("gpu.index_short", {std::to_string(rows.size())}), std::move(groups));
}

std::string model_index_page(const Website& website, const Edition& edition)
{
    const Catalog& catalog = *website.catalog;
    const auto& rows = catalog.models.rows();
    const auto lines = model_lines(rows, edition);
    const std::string head =
        head_cells(edition, edition("table.model"), {"table.parameters_unit", "table.active", "table.weights_bf16",
                                                     "table.kv_token", "table.layers", "table.context"});
    const double count_unit = edition.language == "zh" ? 1e8 : 1e9; // 亿 or billions, as the heading says.
    const int count_decimals = edition.language == "zh" ? 1 : 2;
    std::string groups;
    for (auto [line, models] : lines) {
        std::stable_sort(models.begin(), models.end(), [](const ModelRow* a, const ModelRow* b) {
            return a->number("published_parameters") < b->number("published_parameters");
        });
        std::string cells;
        for (const ModelRow* model : models) {
            const ModelFigures figures = model_figures(catalog, *model);
            const bool sparse = engine::is_present(model->spec.experts_total);
            cells += row_head(edition.url("models/" + model->id + "/"), model->name) +
                     number_cell(figures.parameters, count_unit, count_decimals) +
                     number_cell(sparse ? figures.active : engine::absent, count_unit, count_decimals) +
                     number_cell(model_bytes(catalog, *model, "bf16"), 1e9, 1) + number_cell(figures.kv_per_token, 1e3, 1) +
                     number_cell(model->spec.layers, 1, 0) + number_cell(model->spec.max_context, 1, 0) + "</tr>";
        }
        groups += group(edition, line, head, std::move(cells));
    }
    return index_page(website, edition, "models", edition("model.index_title"),
                      edition("model.index_short", {std::to_string(rows.size())}), std::move(groups));
}

}
