#include "site/catalog/checker.h"

#include "engine/specs/record.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace site {

namespace {

constexpr std::array<std::string_view, 4> sourced_keys{"value", "source", "note", "unverified"};
constexpr std::array<std::string_view, 1> sourced_required{"value"};
constexpr std::array<std::string_view, 2> alias_keys{"text", "auto"};
constexpr std::array<std::string_view, 1> alias_required{"text"};

std::string joined(const std::string& path, std::string_view key)
{
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string place_text(const std::string& file, Position where)
{
    return file + ":" + std::to_string(where.line);
}

/// Lower case, digits, dots and hyphens: it stands in URLs and in fact paths.
bool is_id(std::string_view id)
{
    const auto is_inner = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_'; };
    return !id.empty() && id.front() != '.' && id.front() != '-' && id.back() != '.' && id.back() != '-' &&
           std::all_of(id.begin(), id.end(), is_inner);
}

}

Checker::Checker(std::string file, const std::vector<std::string_view>* sources, std::set<std::string>* used_sources,
                 Diagnostics& diagnostics)
    : m_file(std::move(file)), m_sources(sources), m_used_sources(used_sources), m_diagnostics(diagnostics)
{
}

void Checker::error(std::string code, Position where, std::vector<std::string> arguments)
{
    m_diagnostics.push_back({.code = std::move(code), .file = m_file, .where = where, .arguments = std::move(arguments)});
}

bool Checker::has_kind(const Json& json, Json::Kind kind, const std::string& path)
{
    if (json.is(kind))
        return true;
    error("catalog-wrong-type", json.where, {path, std::string(looks(kind)), std::string(looks(json.kind))});
    return false;
}

std::vector<const Json*> Checker::rows(const Json& file, std::string_view name, std::span<const std::string_view> other_keys)
{
    std::vector<const Json*> found;
    if (!has_kind(file, Json::Kind::object, std::string(name)))
        return found;
    std::vector<std::string_view> known{"schema", name};
    known.insert(known.end(), other_keys.begin(), other_keys.end());
    check_keys(file, known, std::array<std::string_view, 2>{"schema", name}, "");
    if (const Json* schema = file.find("schema"); schema && !(schema->is(Json::Kind::number) && schema->number == 1))
        error("catalog-schema", schema->where, {"1"});

    const Json* list = file.find(name);
    if (!list || !has_kind(*list, Json::Kind::list, std::string(name)))
        return found;
    for (const Json& row : list->values) {
        if (!has_kind(row, Json::Kind::object, std::string(name)))
            continue;
        const Json* id = row.find("id");
        if (!id)
            error("catalog-missing-key", row.where, {"id", std::string(name)});
        else if (has_kind(*id, Json::Kind::text, "id") && !is_id(id->text))
            error("catalog-bad-id", id->where, {id->text});
        else if (id->is(Json::Kind::text))
            found.push_back(&row);
    }
    check_order(found);
    return found;
}

void Checker::check_order(const std::vector<const Json*>& rows)
{
    std::map<std::string_view, Position> seen;
    for (const Json* row : rows) {
        const Json& id = *row->find("id");
        const auto [same, is_new] = seen.emplace(id.text, id.where);
        if (!is_new) {
            error("catalog-duplicate-id", id.where, {id.text, place_text(m_file, same->second)});
            continue;
        }
        // Rows so far are in `seen` by their order: a row with one after it stands too late.
        const auto after = std::next(same);
        if (after != seen.end())
            error("catalog-unsorted", id.where,
                  {id.text, std::string(after->first), same == seen.begin() ? "" : std::string(std::prev(same)->first)});
    }
}

void Checker::check_keys(const Json& object, std::span<const std::string_view> known, std::span<const std::string_view> required,
                         const std::string& path)
{
    for (std::size_t i = 0; i < object.keys.size(); ++i)
        if (std::find(known.begin(), known.end(), object.keys[i]) == known.end())
            error("catalog-unknown-key", object.key_places[i],
                  {joined(path, object.keys[i]), std::string(nearest(object.keys[i], known)), listed(known)});
    for (const std::string_view key : required)
        if (!object.find(key))
            error("catalog-missing-key", object.where, {joined(path, key), path});
}

void Checker::read(const Json& json, std::span<const Key> keys, Row& row)
{
    row.file = m_file;
    row.where = json.where;
    row.id = text(json, "id");
    row.unverified = flag(json, "unverified");

    std::vector<std::string_view> known{"id"}, required;
    for (const Key& key : keys) {
        known.push_back(key.name);
        if (key.required)
            required.push_back(key.name);
    }
    check_keys(json, known, required, "");
    if (const Json* source = json.find("source"); source && source->is(Json::Kind::text))
        row.source = source->text;

    for (std::size_t i = 0; i < json.values.size(); ++i) {
        const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == json.keys[i]; });
        if (key != keys.end())
            read_value(json.values[i], *key, json.keys[i], row.source, row);
    }
}

void Checker::read_value(const Json& value, const Key& key, const std::string& path, const std::string& source, Row& row)
{
    switch (key.shape) {
    case Shape::number:
        read_number(value, key, path, source, nullptr, row);
        break;
    case Shape::text:
        if (read_text(value, key, path, source, nullptr, row); key.name == "name" && value.is(Json::Kind::text))
            row.name = value.text;
        break;
    case Shape::flag:
        if (has_kind(value, Json::Kind::boolean, path) && key.is_fact)
            row.facts.push_back({.key = path, .value = value.boolean ? 1.0 : 0.0, .source = source, .note = {}});
        break;
    case Shape::choice:
        if (!has_kind(value, Json::Kind::text, path))
            break;
        if (std::find(key.choices.begin(), key.choices.end(), value.text) == key.choices.end())
            error("catalog-unknown-choice", value.where,
                  {path, value.text, std::string(nearest(value.text, key.choices)), listed(key.choices)});
        else if (key.is_fact)
            row.facts.push_back({.key = path, .value = value.text, .source = source, .note = {}});
        break;
    case Shape::texts:
        if (!has_kind(value, Json::Kind::list, path))
            break;
        for (const Json& item : value.values)
            if (has_kind(item, Json::Kind::text, path))
                row.notes.push_back(item.text);
        break;
    case Shape::aliases:
        read_aliases(value, path, row);
        break;
    case Shape::sourced_number:
    case Shape::sourced_text:
        read_sourced(value, key, path, row);
        break;
    case Shape::source:
        if (!has_kind(value, Json::Kind::text, path))
            break;
        if (m_used_sources)
            m_used_sources->insert(value.text);
        if (m_sources && std::find(m_sources->begin(), m_sources->end(), value.text) == m_sources->end())
            error("catalog-unknown-source", value.where, {value.text, std::string(nearest(value.text, *m_sources))});
        break;
    case Shape::group:
        has_kind(value, Json::Kind::object, path);
        break;
    }
}

void Checker::read_number(const Json& value, const Key& key, const std::string& path, const std::string& source,
                          const Json* context, Row& row)
{
    if (!has_kind(value, Json::Kind::number, path))
        return;
    const bool fits = value.number >= key.least && value.number <= key.most; // false for NaN, which JSON has not
    if (!fits || (key.whole && value.number != std::floor(value.number))) {
        error("catalog-out-of-range", value.where,
              {path, number_text(value.number), number_text(key.least) + " - " + number_text(key.most) + (key.whole ? " (1, 2, 3 ...)" : "")});
        return;
    }
    if (!key.is_fact)
        return;
    const FactUnit unit = unit_of(path);
    row.facts.push_back({.key = path, .value = value.number * unit.factor, .unit = unit.unit, .source = source,
                         .note = context ? text(*context, "note") : "",
                         .unverified = row.unverified || (context && flag(*context, "unverified"))});
}

void Checker::read_text(const Json& value, const Key& key, const std::string& path, const std::string& source,
                        const Json* context, Row& row)
{
    if (!has_kind(value, Json::Kind::text, path))
        return;
    if (value.text.empty()) {
        error("catalog-empty-text", value.where, {path});
        return;
    }
    if (key.is_fact)
        row.facts.push_back({.key = path, .value = value.text, .source = source,
                             .note = context ? text(*context, "note") : "",
                             .unverified = row.unverified || (context && flag(*context, "unverified"))});
}

void Checker::read_sourced(const Json& object, const Key& key, const std::string& path, Row& row)
{
    if (!has_kind(object, Json::Kind::object, path))
        return;
    check_keys(object, sourced_keys, sourced_required, path);
    const std::string source = source_of(object, path);
    for (const std::string_view extra : {"note", "unverified"})
        if (const Json* value = object.find(extra))
            has_kind(*value, extra == "note" ? Json::Kind::text : Json::Kind::boolean, joined(path, extra));
    const Json* value = object.find("value");
    if (value && key.shape == Shape::sourced_number)
        read_number(*value, key, path, source, &object, row);
    else if (value)
        read_text(*value, key, path, source, &object, row);
}

std::string Checker::source_of(const Json& object, const std::string& path)
{
    const Json* source = object.find("source");
    if (!source) {
        error("catalog-missing-source", object.where, {path});
        return {};
    }
    Row nobody;
    read_value(*source, {.name = "source", .shape = Shape::source}, joined(path, "source"), "", nobody);
    return source->is(Json::Kind::text) ? source->text : "";
}

void Checker::read_aliases(const Json& list, const std::string& path, Row& row)
{
    if (!has_kind(list, Json::Kind::list, path))
        return;
    for (const Json& item : list.values) {
        RowAlias alias{.text = item.text, .where = item.where};
        if (item.is(Json::Kind::object)) {
            check_keys(item, alias_keys, alias_required, path);
            const Json* automatic = item.find("auto");
            const Json* written = item.find("text");
            if ((automatic && !has_kind(*automatic, Json::Kind::boolean, path + ".auto")) || !written ||
                !has_kind(*written, Json::Kind::text, path + ".text"))
                continue;
            alias = {.text = written->text, .automatic = !automatic || automatic->boolean, .where = written->where};
        } else if (!has_kind(item, Json::Kind::text, path)) {
            continue;
        }
        if (alias.text.empty())
            error("catalog-empty-text", item.where, {path});
        else
            row.aliases.push_back(std::move(alias));
    }
}

std::string Checker::text(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value && value->is(Json::Kind::text) ? value->text : std::string();
}

double Checker::number(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value && value->is(Json::Kind::number) ? value->number : engine::absent;
}

bool Checker::flag(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value && value->is(Json::Kind::boolean) && value->boolean;
}

FactUnit unit_of(std::string_view path)
{
    using engine::Unit;
    const std::string_view key = path.substr(path.find_last_of('.') + 1); // npos + 1 is 0
    struct Named {
        std::string_view ending;
        FactUnit unit;
    };
    // The first that the key ends with.
    static constexpr std::array names{
        Named{"_gbit_per_s", {Unit::bits_per_second, 1e9}},
        Named{"_tb_per_month", {Unit::bytes, 1e12}},
        Named{"gpu_hour_usd", {Unit::dollars_per_hour, 1}},
        Named{"_usd", {Unit::dollars, 1}},
        Named{"hours_per_month", {Unit::hours, 1}},
        Named{"_label_gb", {Unit::bytes, 1e9}},
        Named{"_bytes", {Unit::bytes, 1}},
        Named{"bandwidth", {Unit::bytes_per_second, 1}},
        Named{"one_direction", {Unit::bytes_per_second, 1}},
        Named{"both_directions", {Unit::bytes_per_second, 1}},
        Named{"dense", {Unit::tflops, 1}},
        Named{"sparse", {Unit::tflops, 1}},
        Named{"sustained_bf16", {Unit::flop_per_second, 1}},
        Named{"sustained_fp8", {Unit::flop_per_second, 1}},
        Named{"sustained_fp4", {Unit::flop_per_second, 1}},
        Named{"tdp", {Unit::watts, 1}},
        Named{"_bits", {Unit::bits, 1}},
        Named{"bits_per_weight", {Unit::bits, 1}},
        Named{"parameters", {Unit::parameters, 1}},
        Named{"max_context", {Unit::tokens, 1}},
        Named{"sliding_window", {Unit::tokens, 1}},
        Named{"index_topk", {Unit::tokens, 1}},
    };
    for (const Named& name : names)
        if (key.ends_with(name.ending))
            return name.unit;
    return {};
}

std::string number_text(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string listed(std::span<const std::string_view> words)
{
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

}
