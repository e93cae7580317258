// provider.json: what the site's owner states of its own service, with the numbers as facts of one row, `provider`.

#include "site/catalog/tables.h"

#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 2> other_keys{"name", "pricing"};

Key number_key(std::string_view name) { return {.name = name, .shape = Shape::number, .most = 1e15}; }

/// Members that are no words of their own are numbers (or flags) with a unit in their name.
void read_numbers(const Json& object, std::span<const std::string_view> words, const std::string& path,
                  const std::string& source, Checker& checker, Row& row)
{
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        bool is_word = false;
        for (const std::string_view word : words)
            is_word |= object.keys[i] == word;
        if (is_word)
            continue;
        Key key = number_key(object.keys[i]);
        if (object.values[i].is(Json::Kind::boolean))
            key.shape = Shape::flag;
        checker.read_value(object.values[i], key, path + "." + object.keys[i], source, row);
    }
}

ProviderNote read_note(const Json& json, Checker& checker, Row& row)
{
    constexpr std::array<std::string_view, 4> words{"id", "term", "text", "source"};
    ProviderNote note{.id = Checker::text(json, "id"), .term = {}, .text = {}, .where = json.where};
    const std::string source = checker.source_of(json, note.id);
    Row ignored;
    if (const Json* term = json.find("term")) {
        checker.read_value(*term, {.name = "term"}, "term", "", ignored);
        note.term = Checker::text(json, "term");
    } else {
        checker.error("catalog-missing-key", json.where, {"term", note.id});
    }
    const Json* text = json.find("text");
    if (!text)
        checker.error("catalog-missing-key", json.where, {"text", note.id});
    else
        checker.read_value(*text, {.name = "text", .shape = Shape::group}, "text", "", ignored);
    if (text && text->is(Json::Kind::object)) {
        if (text->values.empty())
            checker.error("catalog-missing-key", text->where, {"text.zh", "text"});
        for (std::size_t i = 0; i < text->values.size(); ++i) {
            checker.read_value(text->values[i], {.name = "text"}, "text." + text->keys[i], "", ignored);
            note.text.emplace(text->keys[i], Checker::text(*text, text->keys[i]));
        }
    }
    read_numbers(json, words, note.id, source, checker, row);
    return note;
}

}

void read_provider(const Json& tree, Checker& checker, Catalog& catalog)
{
    Provider& provider = catalog.provider;
    provider.row.id = "provider";
    provider.row.file = checker.file();
    provider.row.where = tree.where;
    const std::vector<const Json*> notes = checker.rows(tree, "facts", other_keys);
    Row ignored;
    if (const Json* name = tree.find("name"))
        checker.read_value(*name, {.name = "provider"}, "name", "", ignored);
    provider.name = provider.row.name = Checker::text(tree, "name");

    if (const Json* pricing = tree.find("pricing")) {
        checker.read_value(*pricing, {.name = "pricing", .shape = Shape::group}, "pricing", "", ignored);
        if (pricing->is(Json::Kind::object)) {
            constexpr std::array<std::string_view, 2> words{"gpu", "source"};
            const std::string source = checker.source_of(*pricing, "pricing");
            if (const Json* gpu = pricing->find("gpu"))
                checker.read_value(*gpu, {.name = "gpu"}, "pricing.gpu", source, ignored);
            provider.pricing_gpu = Checker::text(*pricing, "gpu");
            read_numbers(*pricing, words, "pricing", source, checker, provider.row);
        }
    }
    for (const Json* note : notes)
        provider.notes.push_back(read_note(*note, checker, provider.row));
}

}
