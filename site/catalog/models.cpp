// models.json: the shape of each language model under the names of engine/specs/language_model.h.

#include "site/catalog/tables.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 3> conventions{"all", "no-embedding", "no-input-embedding"};
constexpr std::array<std::string_view, 5> flags{"tie_embeddings", "gated_mlp", "qk_norm", "attention_gate", "shared_kv"};
constexpr std::array<std::string_view, 4> required_members{"layers", "hidden", "heads", "vocab"};

template<std::size_t Size>
bool has(const std::array<std::string_view, Size>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The engine's members are keys of the row; what is around them is listed here.
std::vector<Key> model_keys()
{
    std::vector<Key> keys{
        {.name = "name", .required = true, .is_fact = false},
        {.name = "family"},
        {.name = "aliases", .shape = Shape::aliases},
        {.name = "published_parameters", .shape = Shape::sourced_number, .whole = true, .least = 1, .most = 1e15},
        {.name = "published_active_parameters", .shape = Shape::sourced_number, .whole = true, .least = 1, .most = 1e15},
        {.name = "active_convention", .shape = Shape::choice, .choices = conventions},
        {.name = "native_format"},
        {.name = "source", .shape = Shape::source, .required = true, .is_fact = false},
        {.name = "config", .is_fact = false},
        {.name = "unverified", .shape = Shape::flag, .is_fact = false},
        {.name = "notes", .shape = Shape::texts},
    };
    for (const auto& member : engine::language_model_members) {
        Key key{.name = member.id, .shape = Shape::number, .required = has(required_members, member.id), .whole = true, .most = 1e15};
        if (has(flags, member.id))
            key.shape = Shape::flag;
        else if (member.id == "attention")
            key = {.name = member.id, .shape = Shape::choice, .choices = engine::attention_ids};
        else if (member.id == "linear_attention")
            key = {.name = member.id, .shape = Shape::choice, .choices = engine::linear_attention_ids};
        else if (key.required)
            key.least = 1;
        keys.push_back(key);
    }
    return keys;
}

/// Layers are counted by the kind of their attention; a layer of experts alone (Nemotron) has none.
void check_layers(const ModelRow& row, const Json& json, Checker& checker)
{
    const double counted = engine::value_or(row.spec.full_layers, 0) + engine::value_or(row.spec.sliding_layers, 0) +
                           engine::value_or(row.spec.linear_layers, 0);
    if (counted > row.spec.layers)
        checker.error("catalog-layers", json.find("layers")->where, {number_text(counted), number_text(row.spec.layers)});
    if (row.spec.experts_active > row.spec.experts_total)
        checker.error("catalog-out-of-range", json.find("experts_active")->where,
                      {"experts_active", number_text(row.spec.experts_active), "0 - " + number_text(row.spec.experts_total)});
}

}

void read_models(const Json& tree, Checker& checker, Catalog& catalog)
{
    static const std::vector<Key> keys = model_keys();
    for (const Json* json : checker.rows(tree, "models")) {
        ModelRow row;
        checker.read(*json, keys, row);
        row.family = Checker::text(*json, "family");
        row.native_format = Checker::text(*json, "native_format");
        row.active_convention = Checker::text(*json, "active_convention");
        row.config = Checker::text(*json, "config");
        fill(row.spec, engine::language_model_members, row);
        row.spec.attention = index_in(engine::attention_ids, row.text("attention"), engine::absent);
        row.spec.linear_attention = index_in(engine::linear_attention_ids, row.text("linear_attention"), engine::absent);
        check_layers(row, *json, checker);
        catalog.models.add(std::move(row));
    }
}

}
