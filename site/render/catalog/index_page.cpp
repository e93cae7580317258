#include "site/render/catalog/catalog_page.h"

#include "site/render/catalog/overview.h"
#include "site/render/catalog/spec_table.h"
#include "site/render/html.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace site {

namespace {

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
    for (auto& [name, models] : lines)
        std::stable_sort(models.begin(), models.end(), [](const ModelRow* a, const ModelRow* b) {
            return a->number("published_parameters") < b->number("published_parameters");
        });
    return lines;
}

using Vendor = std::pair<std::string, std::vector<const AcceleratorRow*>>;

/// The vendor of most rows first; the fastest memory first.
std::vector<Vendor> vendors(const std::vector<AcceleratorRow>& rows)
{
    std::map<std::string, std::vector<const AcceleratorRow*>> by_name;
    for (const AcceleratorRow& row : rows)
        by_name[row.vendor].push_back(&row);
    std::vector<Vendor> ordered(by_name.begin(), by_name.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](const Vendor& a, const Vendor& b) { return a.second.size() > b.second.size(); });
    for (auto& [name, gpus] : ordered)
        std::stable_sort(gpus.begin(), gpus.end(), [](const AcceleratorRow* a, const AcceleratorRow* b) {
            const auto key = [](const AcceleratorRow& gpu) {
                return std::tuple(engine::value_or(gpu.spec.memory_bandwidth, 0), engine::value_or(gpu.spec.memory_bytes, 0));
            };
            return key(*a) > key(*b);
        });
    return ordered;
}

}

std::string gpu_index_page(const Website& website, const Edition& edition)
{
    const auto& rows = website.catalog->accelerators.rows();
    const auto word = [&](std::string_view key) { return std::string(edition(key)); };
    std::vector<OverviewColumn> columns{{"memory_gb", "GB", word("overview.memory")}, {"memory_gib", "GiB", word("overview.memory")},
                                        {"bandwidth", word("table.bandwidth"), ""}};
    constexpr std::array<std::string_view, 3> formats{"bf16", "fp8", "fp4"};
    for (const std::string_view format : formats)
        for (const std::string kind : {"dense", "sparse"})
            columns.push_back({std::string(format) + "_" + kind, word("gpu." + kind), word("overview." + std::string(format))});
    for (const std::string direction : {"one_direction", "both_directions"})
        columns.push_back({direction, word("overview." + direction), word("overview.link")});
    columns.push_back({"tdp", word("table.tdp"), ""});
    Overview overview(website, edition,
                      {.section = "gpus", .title = word("gpu.index_title"), .short_text = edition("gpu.index_short", {std::to_string(rows.size())}),
                       .hint = word("gpu.index_hint"), .group_label = word("overview.vendor")},
                      "GPU", std::move(columns));
    for (const auto& [vendor, gpus] : vendors(rows)) {
        overview.begin_group(vendor);
        for (const AcceleratorRow* gpu : gpus) {
            overview.begin_row(*gpu, link_html(edition.url("gpus/" + gpu->id + "/"), gpu->name));
            overview.number(*gpu, "memory_bytes", 1e9, 1);
            overview.computed(gpu->spec.memory_bytes / (1024.0 * 1024 * 1024), 1);
            overview.number(*gpu, "memory_bandwidth", 1e12, 2);
            for (const std::string_view format : formats)
                for (const char* kind : {".dense", ".sparse"})
                    overview.number(*gpu, "tflops." + std::string(format) + kind, 1, 0);
            overview.number(*gpu, "link.one_direction", 1e9, 0);
            overview.number(*gpu, "link.both_directions", 1e9, 0);
            overview.number(*gpu, "tdp", 1, 0);
        }
    }
    return overview.page();
}

std::string model_index_page(const Website& website, const Edition& edition)
{
    const Catalog& catalog = *website.catalog;
    const auto& rows = catalog.models.rows();
    const auto word = [&](std::string_view key) { return std::string(edition(key)); };
    const double count_unit = edition.language == "zh" ? 1e8 : 1e9; // 亿 or billions, as the heading says.
    const int count_decimals = edition.language == "zh" ? 1 : 2;
    Overview overview(website, edition,
                      {.section = "models", .title = word("model.index_title"), .short_text = edition("model.index_short", {std::to_string(rows.size())}),
                       .hint = word("model.index_hint"), .group_label = word("overview.family")},
                      word("table.model"),
                      {{"parameters", word("overview.total"), word("table.parameters_unit")}, {"active", word("overview.active"), word("table.parameters_unit")},
                       {"weights_gb", "GB", word("overview.weights")}, {"weights_gib", "GiB", word("overview.weights")}, {"kv", word("table.kv_token"), ""},
                       {"layers", word("table.layers"), ""}, {"attention", word("fact.attention"), "", false}, {"context", word("table.context"), ""},
                       {"native", word("fact.native_format"), "", false}});
    for (const auto& [line, models] : model_lines(rows, edition)) {
        overview.begin_group(line);
        for (const ModelRow* model : models) {
            const ModelFigures figures = model_figures(catalog, *model);
            const bool sparse = engine::is_present(model->spec.experts_total);
            const double bytes = model_bytes(catalog, *model, "bf16");
            overview.begin_row(*model, link_html(edition.url("models/" + model->id + "/"), model->name));
            overview.source(model->source);
            overview.computed(figures.parameters / count_unit, count_decimals);
            overview.computed(sparse ? figures.active / count_unit : engine::absent, count_decimals);
            overview.computed(bytes / 1e9, 1);
            overview.computed(bytes / (1024.0 * 1024 * 1024), 1);
            overview.computed(figures.kv_per_token / 1e3, 1);
            overview.number(*model, "layers", 1, 0);
            overview.text(*model, "attention");
            overview.number(*model, "max_context", 1, 0);
            const FormatRow* native = catalog.formats.find(model->native_format);
            overview.cell(native ? link_html(edition.url("formats/#" + native->id), short_format_name(native->id)) : "–");
        }
    }
    return overview.page();
}

}
