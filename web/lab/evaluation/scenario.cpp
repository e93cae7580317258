#include "web/lab/evaluation/scenario.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lab {

using engine::Field;
using engine::Kind;

namespace {

bool names_a_row(Kind kind)
{
    return kind == Kind::model || kind == Kind::accelerator || kind == Kind::format || kind == Kind::link;
}

std::size_t index_of(const Scenario& scenario, std::string_view field)
{
    const int index = engine::field_index(scenario.calculator->inputs, field);
    return static_cast<std::size_t>(index < 0 ? engine::max_fields - 1 : index); // A field that there is not is a slot that nothing reads.
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The whole of `text` as a number.
bool read_number(std::string_view text, double& value)
{
    const std::string copy(text);
    char* end = nullptr;
    value = std::strtod(copy.c_str(), &end);
    return !copy.empty() && end == copy.c_str() + copy.size() && std::isfinite(value);
}

engine::Link link_of(const Scenario& scenario, std::string_view field, const Device* device, const Catalog& catalog)
{
    const std::string& id = scenario.id(field);
    const bool inside = field == "intra_fabric";
    if (device && inside && (id.empty() || id == device->fabric_id))
        return device->fabric;
    const Fabric* fabric = find(catalog.fabrics, id);
    return fabric ? fabric->spec : engine::Link{};
}

}

Scenario::Scenario(const engine::Calculator& of) : calculator(&of), inputs(engine::default_inputs(of)), ids(engine::max_fields)
{
    for (std::size_t i = 0; i < of.inputs.size(); ++i)
        if (names_a_row(of.inputs[i].kind))
            ids[i] = std::string(of.inputs[i].initial_id);
}

double& Scenario::operator[](std::string_view field) { return inputs[index_of(*this, field)]; }
double Scenario::operator[](std::string_view field) const { return inputs[index_of(*this, field)]; }
std::string& Scenario::id(std::string_view field) { return ids[index_of(*this, field)]; }
const std::string& Scenario::id(std::string_view field) const { return ids[index_of(*this, field)]; }

bool Scenario::set(std::string_view field, std::string_view text)
{
    if (field.starts_with("model.") && engine::field_index(calculator->inputs, "model") >= 0) {
        for (const auto& member : engine::language_model_members)
            if (double value = 0; member.id == field.substr(6) && read_number(text, value)) {
                own_model.*member.member = value;
                id("model") = own_model_id;
                return true;
            }
        return false;
    }
    const int index = engine::field_index(calculator->inputs, field);
    if (index < 0)
        return false;
    const auto at = static_cast<std::size_t>(index);
    const Field& f = calculator->inputs[at];
    if (names_a_row(f.kind)) {
        ids[at] = std::string(text);
        return true;
    }
    double value = engine::absent;
    if (f.kind == Kind::choice) {
        for (std::size_t i = 0; i < f.choices.size(); ++i)
            if (f.choices[i] == text)
                value = static_cast<double>(i);
    } else if (f.kind == Kind::flag && (text == "true" || text == "false")) {
        value = text == "true" ? 1 : 0;
    } else if (text == "max" && f.accepts_max) {
        value = engine::maximum;
    } else if (read_number(text, value)) {
        if (value < f.least || value > f.most || (f.kind == Kind::count && value != std::floor(value)))
            return false;
    } else {
        value = engine::absent;
    }
    if (!engine::is_present(value) && (!text.empty() || engine::is_present(f.initial)))
        return false;
    inputs[at] = value;
    return true;
}

std::string Scenario::text(std::size_t field) const
{
    const Field& f = calculator->inputs[field];
    if (names_a_row(f.kind))
        return ids[field];
    const double value = inputs[field];
    if (!engine::is_present(value))
        return {};
    if (f.kind == Kind::choice)
        return std::string(f.choices[static_cast<std::size_t>(value)]);
    if (f.kind == Kind::flag)
        return value != 0 ? "true" : "false";
    return exact_number(value);
}

bool Scenario::is_default(std::size_t field) const
{
    const Field& f = calculator->inputs[field];
    return names_a_row(f.kind) ? ids[field] == f.initial_id : same(inputs[field], f.initial);
}

bool Scenario::operator==(const Scenario& other) const
{
    if (calculator != other.calculator || ids != other.ids)
        return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (!same(inputs[i], other.inputs[i]))
            return false;
    for (const auto& member : engine::language_model_members)
        if (!same(own_model.*member.member, other.own_model.*member.member))
            return false;
    return true;
}

engine::Specifications specifications(const Scenario& scenario, const Catalog& catalog)
{
    engine::Specifications specs;
    if (scenario.id("model") == own_model_id)
        specs.model = scenario.own_model;
    else if (const Model* model = find(catalog.models, scenario.id("model")))
        specs.model = model->spec;
    const Device* device = find(catalog.devices, scenario.id("gpu"));
    if (device)
        specs.gpu = device->spec;
    const auto format = [&](std::string_view field, engine::NumberFormat& slot) {
        if (const Format* row = find(catalog.formats, scenario.id(field)))
            slot = row->spec;
    };
    format("weights", specs.weights);
    format("kv_cache", specs.kv_cache);
    specs.value_cache = specs.kv_cache;
    format("value_cache", specs.value_cache);
    specs.intra_fabric = link_of(scenario, "intra_fabric", device, catalog);
    specs.inter_fabric = link_of(scenario, "inter_fabric", device, catalog);
    return specs;
}

double Evaluated::output(const engine::Calculator& calculator, std::string_view field) const
{
    const int index = engine::field_index(calculator.outputs, field);
    return is_sound() && index >= 0 ? answer.outputs[static_cast<std::size_t>(index)] : engine::absent;
}

Evaluated evaluate(const Scenario& scenario, const Catalog& catalog)
{
    Evaluated evaluated;
    const engine::Specifications specs = specifications(scenario, catalog);
    evaluated.problem = scenario.calculator->evaluate({scenario.inputs, specs}, evaluated.answer);
    return evaluated;
}

std::string exact_number(double value)
{
    if (!engine::is_present(value))
        return {};
    if (value == engine::maximum)
        return "max";
    char buffer[40];
    constexpr int most_digits = 17;
    for (int digits = 1; digits <= most_digits; ++digits) {
        std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
        if (std::strtod(buffer, nullptr) == value)
            break;
    }
    // 1e+06 is right but nobody writes it so.
    if (value == std::floor(value) && std::fabs(value) < 1e15)
        std::snprintf(buffer, sizeof buffer, "%.0f", value);
    return buffer;
}

}
