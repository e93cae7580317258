// "h100-sxm.tflops.bf16.dense" -> a fact, or what is wrong with the path.

#include "site/catalog/catalog.h"

#include "engine/specs/record.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>

namespace site {

namespace {

/// The keys under `prefix`, for a path that stops at a group: "dense, sparse".
std::string keys_under(const Row& row, std::string_view prefix)
{
    std::vector<std::string> heads;
    for (const Fact& fact : row.facts) {
        std::string_view rest = fact.key;
        if (!prefix.empty()) {
            if (!rest.starts_with(prefix) || rest.size() <= prefix.size() || rest[prefix.size()] != '.')
                continue;
            rest.remove_prefix(prefix.size() + 1);
        }
        std::string head(rest.substr(0, rest.find('.')));
        if (std::find(heads.begin(), heads.end(), head) == heads.end())
            heads.push_back(std::move(head));
    }
    std::string text;
    for (const std::string& head : heads)
        text += (text.empty() ? "" : ", ") + head;
    return text;
}

std::vector<std::string_view> keys_of(const Row& row)
{
    std::vector<std::string_view> keys;
    for (const Fact& fact : row.facts)
        keys.push_back(fact.key);
    return keys;
}

template<class Rows>
void append_keys(const Rows& rows, std::vector<std::string_view>& keys)
{
    for (const auto& row : rows)
        for (const std::string_view key : keys_of(row))
            keys.push_back(key);
}

template<class Rows>
bool any_has(const Rows& rows, std::string_view key)
{
    return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.find(key) != nullptr; });
}

/// Whether another row of the same table has this key: then it is right, and the value has no source.
bool table_has(const Catalog& catalog, const Row& row, std::string_view key)
{
    if (catalog.accelerators.find(row.id))
        return any_has(catalog.accelerators.rows(), key);
    if (catalog.models.find(row.id))
        return any_has(catalog.models.rows(), key);
    if (catalog.formats.find(row.id))
        return any_has(catalog.formats.rows(), key);
    return catalog.links.find(row.id) && any_has(catalog.links.rows(), key);
}

/// The known id that some beginning of the path is nearest to.
std::string_view nearest_row(const Catalog& catalog, std::string_view path)
{
    std::vector<std::string_view> ids{"provider"};
    for (const auto& row : catalog.accelerators.rows())
        ids.push_back(row.id);
    for (const auto& row : catalog.models.rows())
        ids.push_back(row.id);
    for (const auto& row : catalog.formats.rows())
        ids.push_back(row.id);
    for (const auto& row : catalog.links.rows())
        ids.push_back(row.id);
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0; end = path.find_last_of('.', end - 1))
        if (const std::string_view id = nearest(path.substr(0, end), ids); !id.empty())
            return id;
    return {};
}

}

double Fact::number() const
{
    const double* value_number = std::get_if<double>(&value);
    return value_number ? *value_number : engine::absent;
}

const Fact* Row::find(std::string_view key) const
{
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.key == key; });
    return found == facts.end() ? nullptr : &*found;
}

double Row::number(std::string_view key) const
{
    const Fact* fact = find(key);
    return fact ? fact->number() : engine::absent;
}

std::string_view Row::text(std::string_view key) const
{
    const Fact* fact = find(key);
    const std::string* value_text = fact ? std::get_if<std::string>(&fact->value) : nullptr;
    return value_text ? std::string_view(*value_text) : std::string_view();
}

std::vector<std::string> Row::automatic_aliases() const
{
    std::vector<std::string> texts;
    for (const RowAlias& alias : aliases)
        if (alias.automatic)
            texts.push_back(alias.text);
    return texts;
}

const Row* Catalog::find(std::string_view id) const
{
    if (const Row* row = accelerators.find(id))
        return row;
    if (const Row* row = models.find(id))
        return row;
    if (const Row* row = formats.find(id))
        return row;
    if (const Row* row = links.find(id))
        return row;
    return id == "provider" && provider.row.id == id ? &provider.row : nullptr;
}

FactLookup Catalog::fact(std::string_view path) const
{
    const Row* row = nullptr;
    std::size_t end = path.size();
    for (; end != std::string_view::npos && end > 0; end = path.find_last_of('.', end - 1)) {
        row = find(path.substr(0, end));
        if (row)
            break;
    }
    if (!row)
        return {.code = "unknown-fact-row", .arguments = {std::string(path), std::string(nearest_row(*this, path))}};

    const std::string_view key = path.substr(std::min(end + 1, path.size()));
    if (const Fact* fact = row->find(key))
        return {.row = row, .fact = fact, .code = {}, .arguments = {}};
    if (const std::string inner = keys_under(*row, key); !inner.empty())
        return {.row = row, .code = "incomplete-fact", .arguments = {std::string(path), inner}};
    if (table_has(*this, *row, key))
        return {.row = row, .code = "absent-fact", .arguments = {std::string(key), row->id}};
    std::vector<std::string_view> keys = keys_of(*row);
    if (nearest(key, keys).empty()) { // The key may be right for another row of the table.
        append_keys(accelerators.rows(), keys);
        append_keys(models.rows(), keys);
    }
    return {.row = row, .code = "unknown-fact-key",
            .arguments = {std::string(key), row->id, std::string(nearest(key, keys)), keys_under(*row, "")}};
}

}
