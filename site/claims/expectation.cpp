#include "site/claims/expectation.h"

#include "engine/calculators/calculator.h"
#include "site/scenario/scenario.h"

#include <array>

namespace site {

using engine::Unit;
using Subject = Hints::Subject;
using Choice = Hints::Choice;
using Keys = std::vector<std::string>;

namespace {

/// A fact's number in the unit of the quantity; absent when they are of different kinds.
double in_unit_of(const Quantity& q, const Fact& fact)
{
    const double number = fact.number();
    if (q.unit == fact.unit)
        return number;
    if (q.unit == Unit::bits_per_second && fact.unit == Unit::bytes_per_second)
        return number * 8;
    if (q.unit == Unit::tflops && fact.unit == Unit::flop_per_second)
        return number / 1e12;
    return engine::absent;
}

Keys link_keys(const Hints& hints)
{
    Keys keys;
    for (const std::string_view group : {"link.", "bridge."}) {
        if (hints.direction != Choice::first)
            keys.push_back(std::string(group) + "both_directions");
        if (hints.direction != Choice::second)
            keys.push_back(std::string(group) + "one_direction");
    }
    return keys;
}

Keys accelerator_keys(const Row& row, const Quantity& q, const Hints& hints)
{
    switch (q.unit) {
    case Unit::bytes:
        if (hints.subject != Subject::none && hints.subject != Subject::memory)
            return {};
        return q.binary ? Keys{"memory_bytes"} : Keys{"memory_label_gb", "memory_bytes"};
    case Unit::bytes_per_second: {
        const bool of_link = hints.subject == Subject::link || hints.direction != Choice::none;
        if (of_link)
            return link_keys(hints);
        if (hints.subject == Subject::memory)
            return {"memory_bandwidth", "sustained_bandwidth"};
        if (hints.subject != Subject::none)
            return {};
        Keys keys{"memory_bandwidth", "sustained_bandwidth"};
        for (std::string& key : link_keys(hints))
            keys.push_back(std::move(key));
        return keys;
    }
    case Unit::tflops: {
        Keys keys;
        for (const Fact& fact : row.facts) {
            if (!fact.key.starts_with("tflops."))
                continue;
            const std::string_view rest = std::string_view(fact.key).substr(7);
            const std::string_view format = rest.substr(0, rest.find('.'));
            if (!hints.format.empty() && format != hints.format && format != hints.format + "-tensor")
                continue;
            if ((hints.sparsity == Choice::first && rest.ends_with("sparse")) || (hints.sparsity == Choice::second && rest.ends_with("dense")))
                continue;
            keys.push_back(fact.key);
        }
        if (hints.format.empty() || hints.format == "bf16" || hints.format == "fp8")
            keys.push_back("sustained_" + (hints.format.empty() ? "bf16" : hints.format));
        return keys;
    }
    case Unit::watts:
        return {"tdp"}; // no other word of a sentence makes watts anything else
    default: return {};
    }
}

Keys model_keys(const Quantity& q, const Hints& hints)
{
    if (q.unit != Unit::parameters || (hints.subject != Subject::none && hints.subject != Subject::parameters))
        return {};
    if (hints.activity == Choice::first)
        return {"published_parameters"};
    if (hints.activity == Choice::second)
        return {"published_active_parameters"};
    return {"published_parameters", "published_active_parameters"};
}

Keys fabric_keys(const Quantity& q, const Hints& hints, std::string_view group)
{
    if (q.unit != Unit::bytes_per_second && q.unit != Unit::bits_per_second)
        return {};
    Keys keys;
    if (hints.direction != Choice::second)
        keys.push_back(std::string(group) + "one_direction");
    if (hints.direction != Choice::first)
        keys.push_back(std::string(group) + "both_directions");
    return keys;
}

/// The catalog's id of a format that a text names; empty when the text says too little.
std::string format_id(const Catalog& catalog, const std::string& name)
{
    static constexpr std::array<std::array<std::string_view, 2>, 5> others{{
        {"int4", "int4-g128"}, {"q4_k_m", "gguf-q4_k_m"}, {"q8_0", "gguf-q8_0"}, {"q5_k_m", "gguf-q5_k_m"}, {"fp32", ""}}};
    for (const auto& [written, id] : others)
        if (name == written)
            return std::string(id);
    return catalog.formats.find(name) ? name : std::string();
}

}

void Expectations::add_facts(const Row& row, const Quantity& q, std::span<const std::string> keys, std::vector<Expected>& out) const
{
    for (const std::string& key : keys) {
        const Fact* fact = row.find(key);
        if (!fact)
            continue;
        const double value = in_unit_of(q, *fact);
        if (engine::is_present(value))
            out.push_back({"fact \"" + row.id + "." + key + "\"", "", row.id + "." + key, fact->source, value, fact->unit, 0});
    }
}

double Expectations::engine_value(const std::string& model, const std::string& weights, std::string_view output)
{
    const std::string key = model + "/" + weights + "/" + std::string(output);
    if (const auto found = m_engine_values.find(key); found != m_engine_values.end())
        return found->second;
    const engine::Calculator* calculator = engine::find_calculator("inference-memory");
    std::vector<Setting> settings{{"model", model}};
    if (!weights.empty())
        settings.push_back({"weights", weights});
    double value = engine::absent;
    const Scenario scenario = make_scenario(*calculator, m_catalog, settings);
    if (scenario.problems.empty())
        if (const Outcome outcome = evaluate(scenario); outcome.problems.empty())
            value = outcome.answer.outputs[static_cast<std::size_t>(engine::field_index(calculator->outputs, output))];
    m_engine_values.emplace(key, value);
    return value;
}

void Expectations::add_engine(const Row& model, const Hints& hints, const Quantity& q, std::vector<Expected>& out)
{
    const auto add = [&](const std::string& weights, std::string_view output, Unit unit, double leeway) {
        const double value = engine_value(model.id, weights, output);
        if (engine::is_present(value))
            out.push_back({"calc \"inference-memory\" model=\"" + model.id + "\"" + (weights.empty() ? "" : " weights=\"" + weights + "\""),
                           std::string(output), model.id + " " + (weights.empty() ? "" : weights + " ") + std::string(output), "", value, unit, leeway});
    };
    if (q.unit == Unit::parameters && (hints.subject == Subject::none || hints.subject == Subject::parameters)) {
        if (hints.activity != Choice::second)
            add("", "parameters", Unit::parameters, 0.015);
        if (hints.activity != Choice::first)
            add("", "active_parameters", Unit::parameters, 0.015);
    } else if (q.unit == Unit::bytes && hints.subject == Subject::weights) {
        if (const std::string id = format_id(m_catalog, hints.format); !id.empty())
            add(id, "model_bytes", Unit::bytes, 0.06); // Files keep more or fewer layers in 16 bits than the engine's rule.
    } else if (q.unit == Unit::bytes && hints.subject == Subject::kv_cache && hints.per_token && hints.format.empty()) {
        add("", "kv_bytes_per_token_replica", Unit::bytes_per_token, 0);
    }
}

std::vector<Expected> Expectations::of(const Quantity& q, const Hints& hints, const ProductName& product)
{
    std::vector<Expected> out;
    if (!product.row)
        return out;
    switch (product.kind) {
    case ProductName::Kind::accelerator: {
        const std::vector<std::string> keys = accelerator_keys(*product.row, q, hints);
        add_facts(*product.row, q, keys, out);
        const AcceleratorRow* row = m_catalog.accelerators.find(product.row->id);
        const bool of_link = hints.subject == Subject::link || hints.direction != Choice::none;
        if (of_link && row && row->link)
            if (const LinkRow* fabric = m_catalog.links.find(row->link->fabric)) // one of its links
                add_facts(*fabric, q, fabric_keys(q, hints, "per_link_"), out);
        break;
    }
    case ProductName::Kind::model:
        add_facts(*product.row, q, model_keys(q, hints), out);
        add_engine(*product.row, hints, q, out);
        break;
    case ProductName::Kind::link:
        for (const std::string_view group : {"", "per_link_"})
            add_facts(*product.row, q, fabric_keys(q, hints, group), out);
        break;
    case ProductName::Kind::other: break;
    }
    return out;
}

bool names_property(const Quantity& q, const Hints& hints)
{
    switch (q.unit) {
    case Unit::bytes: return hints.subject == Subject::memory || hints.subject == Subject::weights || hints.subject == Subject::kv_cache;
    case Unit::bytes_per_second:
    case Unit::bits_per_second: return hints.subject == Subject::memory || hints.subject == Subject::link || hints.direction != Choice::none || hints.bandwidth;
    case Unit::tflops: return !hints.format.empty();
    case Unit::watts: return hints.subject == Subject::power;
    case Unit::parameters: return hints.subject == Subject::parameters || hints.activity != Choice::none;
    default: return false;
    }
}

}
