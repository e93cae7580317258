#include "tools/serving_cases.h"

#include "site/catalog/json.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

namespace fit {

namespace {

/// Mean of lengths drawn uniformly between 0.8 and 1.0 of the printed ones.
constexpr double mean_of_drawn = 0.9;

[[noreturn]] void stop(const std::string& message)
{
    std::cerr << "fit_serving: " << message << '\n';
    std::exit(1);
}

site::Json read_json(const std::filesystem::path& path)
{
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    site::Diagnostics diagnostics;
    auto tree = site::parse_json(text, path.string(), diagnostics);
    if (!file.is_open() || !tree || site::has_errors(diagnostics))
        stop(path.string() + " cannot be read");
    return *tree;
}

std::string text_of(const site::Json& object, const char* key)
{
    const site::Json* value = object.find(key);
    return value ? value->text : std::string();
}

/// "sglang 0.5.9; measured ..." -> "sglang 0.5.9"
std::string version_of(const std::string& notes)
{
    std::string version = notes.substr(0, notes.find(';'));
    while (!version.empty() && version.back() == ' ')
        version.pop_back();
    return version;
}

std::map<std::string, std::set<std::string>> read_doubtful(const std::filesystem::path& path)
{
    std::map<std::string, std::set<std::string>> fields_of_case;
    const site::Json tree = read_json(path);
    for (const site::Json& group : tree.find("doubtful")->values)
        for (const site::Json& id : group.find("cases")->values)
            for (const site::Json& field : group.find("fields")->values)
                fields_of_case[id.text].insert(field.text);
    return fields_of_case;
}

engine::NumberFormat format_of(const site::Catalog& catalog, const std::string& id)
{
    if (id.empty())
        return {};
    const auto format = catalog.format(id);
    if (!format)
        stop("unknown format " + id);
    return *format;
}

/// A measured value in its base unit.
double base_value(const site::Json& quantity)
{
    return quantity.find("value")->number * (text_of(quantity, "unit") == "ms" ? 1e-3 : 1.0);
}

/// The shape of an inline model; the catalog's rows are read by site/catalog.
engine::LanguageModel inline_model(const site::Json& object)
{
    engine::LanguageModel model;
    for (const auto& member : engine::language_model_members)
        if (const site::Json* value = object.find(std::string(member.id)))
            model.*member.member = value->kind == site::Json::Kind::boolean ? value->boolean : value->number;
    model.attention = engine::absent; // follows from the heads
    return model;
}

/// The request of a case: defaults, then what it tells.
engine::Inputs inputs_of(const site::Json& row, const std::string& id)
{
    engine::Inputs inputs;
    inputs.fill(engine::absent);
    const auto& fields = engine::throughput_inputs;
    for (std::size_t i = 0; i < fields.size(); ++i)
        inputs[i] = fields[i].initial;
    const double scale = text_of(row, "lengths") == "0.8-1.0" ? mean_of_drawn : 1;
    const site::Json& input = *row.find("input");
    for (std::size_t k = 0; k < input.keys.size(); ++k) {
        const int i = engine::field_index(fields, input.keys[k]);
        if (i < 0)
            stop(id + ": unknown field " + input.keys[k]);
        double& slot = inputs[static_cast<std::size_t>(i)];
        const site::Json& value = input.values[k];
        if (fields[static_cast<std::size_t>(i)].kind == engine::Kind::choice) {
            for (std::size_t c = 0; c < fields[static_cast<std::size_t>(i)].choices.size(); ++c)
                if (fields[static_cast<std::size_t>(i)].choices[c] == value.text)
                    slot = static_cast<double>(c);
        } else if (value.text == "max") {
            slot = engine::maximum;
        } else if (value.kind == site::Json::Kind::number) {
            const bool is_length = input.keys[k] == "input_tokens" || input.keys[k] == "output_tokens";
            slot = value.number * (is_length ? scale : 1);
        }
    }
    return inputs;
}

}

std::vector<MeasuredCase> read_cases(const site::Catalog& catalog, const std::filesystem::path& file)
{
    const site::Json tree = read_json(file);
    std::vector<MeasuredCase> cases;
    for (const site::Json& row : tree.find("cases")->values) {
        const site::Json& input = *row.find("input");
        MeasuredCase c;
        c.id = text_of(row, "id");
        c.model = text_of(input, "model");
        c.gpu = text_of(input, "gpu");
        c.weights = text_of(input, "weights");
        c.version = version_of(text_of(row, "notes"));
        const site::AcceleratorRow* gpu = catalog.accelerators.find(c.gpu);
        const site::ModelRow* model = catalog.models.find(c.model);
        const site::Json* shape = input.find("model");
        if (!gpu || (!model && shape->kind != site::Json::Kind::object))
            stop(c.id + ": unknown model or gpu");
        c.specs.model = model ? model->spec : inline_model(*shape);
        c.specs.gpu = gpu->spec;
        c.specs.weights = format_of(catalog, c.weights);
        c.specs.kv_cache = format_of(catalog, text_of(input, "kv_cache"));
        c.specs.intra_fabric = catalog.fabric_of(*gpu);
        if (const std::string id = text_of(input, "intra_fabric"); !id.empty())
            c.specs.intra_fabric = catalog.fabric(id, gpu).value_or(c.specs.intra_fabric);
        c.inputs = inputs_of(row, c.id);
        for (std::size_t k = 0; k < row.find("measured")->keys.size(); ++k)
            c.measured[row.find("measured")->keys[k]] = base_value(row.find("measured")->values[k]);
        cases.push_back(std::move(c));
    }
    return cases;
}

std::vector<ServingCase> read_serving_cases(const site::Catalog& catalog, const std::filesystem::path& folder)
{
    const auto doubtful = read_doubtful(folder / "doubtful.json");
    const auto measured = [&doubtful](const MeasuredCase& c, const char* field) {
        const auto marks = doubtful.find(c.id);
        const auto value = c.measured.find(field);
        return Measured{value == c.measured.end() ? engine::absent : value->second,
                        marks == doubtful.end() || marks->second.count(field) == 0};
    };
    std::vector<MeasuredCase> rows = read_cases(catalog, folder / "throughput.json");
    for (MeasuredCase& row : read_cases(catalog, folder / "throughput-saturated.json"))
        rows.push_back(std::move(row));
    std::vector<ServingCase> cases;
    for (MeasuredCase& row : rows) {
        ServingCase c;
        static_cast<MeasuredCase&>(c) = std::move(row);
        if (const engine::Problem problem = engine::throughput_setup({c.inputs, c.specs}, c.setup);
            problem.code != engine::ErrorCode::none)
            stop(c.id + ": " + std::string(engine::error_ids[static_cast<std::size_t>(problem.code)]) + " " +
                 std::string(engine::throughput_inputs[static_cast<std::size_t>(problem.field)].id));
        c.replica = engine::make_replica(c.setup);
        c.tpot = measured(c, "tpot_s");
        c.ttft = measured(c, "ttft_s");
        c.rate = measured(c, "output_tokens_per_s");
        cases.push_back(std::move(c));
    }
    return cases;
}

}
