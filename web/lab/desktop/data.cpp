#include "web/lab/desktop/data.h"

#include "site/catalog/catalog.h"
#include "site/catalog/json.h"
#include "site/scenario/accuracy.h"
#include "site/scenario/compatibility.h"
#include "site/scenario/value_text.h"

#include <cstdio>
#include <fstream>

namespace lab {

namespace {

bool tell(const site::Diagnostics& diagnostics)
{
    bool is_sound = true;
    for (const site::Diagnostic& d : diagnostics)
        if (d.severity == site::Severity::error) {
            std::fprintf(stderr, "gloss-lab: %s:%d: %s; `gloss check` tells more\n", d.file.c_str(), static_cast<int>(d.where.line), d.code.c_str());
            is_sound = false;
        }
    return is_sound;
}

/// Cases whose every number the engine predicts, as the published data/lab.json has them.
void read_measured(const site::Accuracy& accuracy, const site::Catalog& tables, Catalog& catalog)
{
    for (const site::AccuracyPoint& point : accuracy.points) {
        const site::MeasuredCase& of = *point.prediction.measured_case;
        const site::Scenario scenario = site::case_scenario(of, tables);
        const engine::Calculator& calculator = *scenario.calculator;
        MeasuredFigure figure;
        figure.name = of.id;
        figure.source = of.source_url;
        for (std::size_t i = 0; i < engine::calculators().size(); ++i)
            if (engine::calculators()[i].id == calculator.id)
                figure.calculator = static_cast<int>(i);
        figure.output = engine::field_index(calculator.outputs, point.prediction.field);
        figure.measured = point.prediction.measured * point.prediction.factor;
        figure.inputs = scenario.inputs;
        figure.specs = scenario.specs;
        if (const int gpu = engine::field_index(calculator.inputs, "gpu"); gpu >= 0)
            figure.device = scenario.ids[static_cast<std::size_t>(gpu)];
        catalog.measured.push_back(std::move(figure));
    }
}

}

bool read_catalog(const std::filesystem::path& content, Catalog& catalog)
{
    site::Diagnostics diagnostics;
    const site::Catalog tables = site::load_catalog(content / "data", diagnostics, (content / "data").string());
    for (const site::AcceleratorRow& row : tables.accelerators.rows())
        catalog.devices.push_back({row.id, row.name, row.link ? row.link->fabric : "", row.spec, tables.fabric_of(row)});
    for (const site::ModelRow& row : tables.models.rows())
        catalog.models.push_back({row.id, row.name, row.spec});
    for (const site::FormatRow& row : tables.formats.rows())
        catalog.formats.push_back({row.id, row.name, site::is_cache_format(row), row.spec});
    for (const site::LinkRow& row : tables.links.rows())
        catalog.fabrics.push_back({row.id, row.name, site::is_network(row), row.spec});
    const site::Accuracy accuracy(content / "data/measurements", tables, diagnostics);
    read_measured(accuracy, tables, catalog);
    return tell(diagnostics);
}

bool read_words(const std::filesystem::path& assets, const std::string& language, Words& words)
{
    const std::filesystem::path file = assets / "strings" / (language + ".json");
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    site::Diagnostics diagnostics;
    const auto tree = site::parse_json(text, file.string(), diagnostics);
    if (!tree)
        return tell(diagnostics);
    for (std::size_t i = 0; i < tree->keys.size(); ++i)
        words.add(tree->keys[i], tree->values[i].text);
    words.language = language == "zh" ? engine::Language::zh : engine::Language::en;
    return true;
}

bool apply_text(State& state, const std::string& key, const std::string& text)
{
    const engine::Field* field = field_of(key);
    const bool is_number = field && (field->kind == engine::Kind::number || field->kind == engine::Kind::count);
    if (!is_number || text.empty() || text == "max")
        return apply(state, key, text);
    const site::ParsedValue parsed = site::parse_value(*field, text);
    return parsed.error == site::ValueError::none && apply(state, key, exact_number(parsed.value));
}

}
