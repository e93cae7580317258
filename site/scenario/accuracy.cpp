#include "site/scenario/accuracy.h"

#include "site/catalog/json.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace site {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view doubtful_file = "doubtful.json";

using Doubts = std::map<std::pair<std::string, std::string>, std::string>; ///< (case, field) -> reason

std::string text_of(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Doubts read_doubts(const fs::path& path, Diagnostics& diagnostics)
{
    Doubts doubts;
    if (!fs::exists(path))
        return doubts;
    const std::string file = "content/data/measurements/" + std::string(doubtful_file);
    const std::optional<Json> tree = parse_json(text_of(path), file, diagnostics);
    const Json* rows = tree ? tree->find("doubtful") : nullptr;
    if (!rows)
        return doubts;
    for (const Json& row : rows->values) {
        const Json *reason = row.find("reason"), *fields = row.find("fields"), *cases = row.find("cases");
        if (!reason || !fields || !cases) {
            diagnostics.push_back({Severity::error, "case-unreadable", file, row.where, {"reason, fields [...], cases [...]"}, 1});
            continue;
        }
        for (const Json& c : cases->values)
            for (const Json& field : fields->values)
                doubts[{c.text, field.text}] = reason->text;
    }
    return doubts;
}

std::string setting(const MeasuredCase& measured, std::string_view field)
{
    for (const Setting& s : measured.input)
        if (s.field == field)
            return s.value;
    return {};
}

AccuracyPoint describe(Prediction prediction, const Catalog& catalog, const Doubts& doubts)
{
    const MeasuredCase& measured = *prediction.measured_case;
    AccuracyPoint point;
    point.engine = setting(measured, "engine");
    if (point.engine.empty())
        point.engine = setting(measured, "library");
    const std::string gpu = setting(measured, "gpu"), model = setting(measured, "model");
    const Row* row = catalog.find(gpu);
    point.gpu = row ? row->name : gpu;
    const ModelRow* known = catalog.models.find(model);
    point.family = known ? known->family : model.empty() ? setting(measured, "model.name") : model;
    if (const auto doubt = doubts.find({measured.id, prediction.field}); doubt != doubts.end())
        point.doubt = doubt->second;
    point.prediction = std::move(prediction);
    return point;
}

}

Accuracy::Accuracy(const fs::path& folder, const Catalog& catalog, Diagnostics& diagnostics)
{
    std::error_code ignored;
    std::vector<fs::path> paths;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".json" && entry.path().filename() != doubtful_file)
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    const Doubts doubts = read_doubts(folder / doubtful_file, diagnostics);
    m_files.reserve(paths.size());
    for (const fs::path& path : paths) {
        m_files.push_back(read_cases(text_of(path), "content/data/measurements/" + path.filename().string(), diagnostics));
        for (const MeasuredCase& measured : m_files.back()) {
            if (measured.calculator.empty())
                continue; // A ceiling: what a device can do, not what a calculator says.
            ++cases;
            for (Prediction& prediction : predict(measured, catalog)) {
                if (!prediction.skipped.empty()) {
                    ++skipped;
                    continue;
                }
                m_calculators.insert(measured.calculator);
                if (prediction.high > prediction.low)
                    m_ranged.emplace(measured.calculator, prediction.field);
                points.push_back(describe(std::move(prediction), catalog, doubts));
            }
        }
    }
}

bool Accuracy::covers(std::string_view calculator) const { return m_calculators.contains(calculator); }

bool Accuracy::has_range(std::string_view calculator, std::string_view field) const
{
    return m_ranged.contains({std::string(calculator), std::string(field)});
}

std::vector<ErrorSummary> summaries(std::span<const AccuracyPoint* const> points)
{
    std::vector<Prediction> predictions;
    predictions.reserve(points.size());
    for (const AccuracyPoint* point : points)
        predictions.push_back(point->prediction);
    return summarise(predictions);
}

}
