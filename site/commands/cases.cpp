// `gloss cases` and `gloss catalog`: see size.h.

#include "engine/units/format.h"
#include "site/commands/input_text.h"
#include "site/commands/json_output.h"
#include "site/commands/size.h"
#include "site/commands/table_text.h"
#include "site/render/warning_text.h"
#include "site/scenario/case_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace site {

namespace {

std::string digits(double value, int significant)
{
    return std::string(engine::format(value, engine::Unit::none, engine::Language::en, significant).view());
}

std::string percent(double fraction)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.1f %%", fraction * 100);
    return text.data();
}

std::string plain_percent(double fraction)
{
    std::string text = percent(fraction);
    return text.starts_with('+') ? text.substr(1) : text;
}

}

CommandResult cases_command(const CasesRequest& request, const Catalog& catalog, const Words& words)
{
    CommandResult result;
    std::vector<std::vector<MeasuredCase>> files; // Predictions point into these.
    std::vector<Prediction> predictions;
    for (const std::string& path : request.files) {
        const std::optional<std::string> text = read_text_file(path);
        if (!text) {
            result.errors += words("error.file_unreadable", {path}) + "\n";
            result.exit_code = 1;
            continue;
        }
        Diagnostics diagnostics;
        files.push_back(read_cases(*text, path, diagnostics));
        for (const Diagnostic& d : diagnostics) {
            const std::string what = d.arguments.empty() ? d.code : d.arguments.front();
            result.errors += path + ":" + std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + ": " +
                             words("error.case_unreadable", {what}) + "\n";
            result.exit_code = 1;
        }
    }
    for (const std::vector<MeasuredCase>& cases : files)
        for (const MeasuredCase& c : cases)
            for (Prediction& p : predict(c, catalog))
                predictions.push_back(std::move(p));
    for (Prediction& p : predictions)
        if (!p.skipped.empty())
            p.skipped = words("skip." + p.skipped, {p.problem ? problem_text(*p.problem, words) : p.skipped_about});
    const std::vector<ErrorSummary> summaries = summarise(predictions);

    std::vector<Prediction> shown = predictions;
    if (request.worst > 0) {
        std::erase_if(shown, [](const Prediction& p) { return !p.skipped.empty(); });
        std::stable_sort(shown.begin(), shown.end(), [](const Prediction& a, const Prediction& b) {
            return std::abs(a.relative_error) > std::abs(b.relative_error);
        });
        if (shown.size() > static_cast<std::size_t>(request.worst))
            shown.resize(static_cast<std::size_t>(request.worst));
    }
    if (request.json) {
        result.output = cases_json(shown, summaries);
        return result;
    }
    TableText rows({Align::left, Align::left, Align::right, Align::right, Align::left, Align::right, Align::left});
    rows.add({"id", "field", "predicted", "measured", "unit", "error", ""});
    for (const Prediction& p : shown)
        rows.add({p.measured_case->id, p.field, p.skipped.empty() ? digits(p.predicted, 5) : "-", digits(p.measured, 5), p.unit,
                  p.skipped.empty() ? percent(p.relative_error) : "", p.skipped.empty() ? "" : p.skipped});
    TableText table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::right});
    table.add({"calculator", "field", "n", "median |error|", "p90 |error|", "bias"});
    for (const ErrorSummary& s : summaries)
        table.add({s.calculator, s.field, std::to_string(s.n), plain_percent(s.median), plain_percent(s.p90), percent(s.bias)});
    result.output = rows.text() + "\n" + table.text();
    return result;
}

CommandResult catalog_command(const std::string& table, bool json, const std::string& data_folder, const Catalog& catalog,
                              const Words& words)
{
    constexpr std::array<std::string_view, 4> tables{"accelerators", "models", "formats", "links"};
    if (!table.empty() && std::find(tables.begin(), tables.end(), table) == tables.end())
        return {.exit_code = 2, .output = {}, .errors = words("error.unknown_table", {table, "accelerators, models, formats, links"}) + "\n"};
    const auto wanted = [&](std::string_view name) { return table.empty() || table == name; };
    if (std::error_code none; !std::filesystem::is_directory(data_folder, none))
        return {.exit_code = 1, .output = {}, .errors = words("error.file_unreadable", {data_folder}) + "\n"};
    if (json) {
        std::vector<std::string> paths;
        for (const std::string_view name : tables)
            if (wanted(name))
                paths.push_back((std::filesystem::path(data_folder) / (std::string(name) + ".json")).string());
        if (table.empty())
            paths.push_back((std::filesystem::path(data_folder) / "sources.json").string());
        return {.exit_code = 0, .output = tables_json(paths), .errors = {}};
    }
    CommandResult result;
    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    const auto shown = [&](double value, engine::Unit unit) { return std::string(engine::format(value, unit, language).view()); };
    if (wanted("accelerators")) {
        TableText rows({Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
        for (const AcceleratorRow& row : catalog.accelerators.rows())
            rows.add({row.id, row.name, shown(row.spec.memory_bytes, engine::Unit::bytes),
                      shown(row.spec.memory_bandwidth, engine::Unit::bytes_per_second),
                      shown(row.spec.bf16, engine::Unit::flop_per_second), row.link ? row.link->fabric : "-"});
        result.output += rows.text() + "\n";
    }
    if (wanted("models")) {
        TableText rows({Align::left, Align::left, Align::left, Align::left});
        for (const ModelRow& row : catalog.models.rows())
            rows.add({row.id, row.name, row.family, row.native_format});
        result.output += rows.text() + "\n";
    }
    if (wanted("formats")) {
        TableText rows({Align::left, Align::left, Align::right});
        for (const FormatRow& row : catalog.formats.rows())
            rows.add({row.id, row.name, shown(row.spec.bits_per_weight, engine::Unit::bits)});
        result.output += rows.text() + "\n";
    }
    if (wanted("links")) {
        TableText rows({Align::left, Align::left, Align::right, Align::left});
        for (const LinkRow& row : catalog.links.rows())
            rows.add({row.id, row.name, shown(row.spec.one_direction, engine::Unit::bytes_per_second), row.scope});
        result.output += rows.text() + "\n";
    }
    result.output.pop_back();
    return result;
}

}
