#include "site/catalog/notes.h"

#include "site/catalog/json.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

namespace site {

namespace {

template<class Rows>
void collect(const Rows& rows, std::vector<std::string_view>& texts)
{
    for (const Row& row : rows) {
        texts.insert(texts.end(), row.notes.begin(), row.notes.end());
        for (const Fact& fact : row.facts) {
            texts.push_back(fact.note);
            if (const auto* text = std::get_if<std::string>(&fact.value))
                texts.push_back(*text);
        }
    }
}

/// Everything that could be translated, sorted.
std::vector<std::string_view> texts_of(const Catalog& catalog)
{
    std::vector<std::string_view> texts;
    collect(catalog.accelerators.rows(), texts);
    collect(catalog.models.rows(), texts);
    collect(catalog.formats.rows(), texts);
    collect(catalog.links.rows(), texts);
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
}

/// "notes.zh.json" -> "zh"
std::string language_of(const std::string& name)
{
    constexpr std::string_view before = "notes.", after = ".json";
    if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
        return {};
    return name.substr(before.size(), name.size() - before.size() - after.size());
}

void read_file(const std::filesystem::path& path, const std::string& shown, std::span<const std::string_view> texts,
               std::map<std::string, std::string, std::less<>>& notes, Diagnostics& diagnostics)
{
    const auto error = [&](std::string code, Position where, std::vector<std::string> arguments) {
        diagnostics.push_back({.code = std::move(code), .file = shown, .where = where, .arguments = std::move(arguments)});
    };
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in && !in.eof())
        return error("catalog-unreadable", {}, {shown});
    const std::optional<Json> tree = parse_json(text, shown, diagnostics);
    if (!tree)
        return;
    if (const Json* schema = tree->find("schema"); !schema || schema->number != 1)
        return error("catalog-schema", schema ? schema->where : tree->where, {"1"});
    const Json* list = tree->find("notes");
    if (!list)
        return error("catalog-missing-key", tree->where, {"notes", ""});
    if (!list->is(Json::Kind::object))
        return error("catalog-wrong-type", list->where, {"notes", std::string(looks(Json::Kind::object)), std::string(looks(list->kind))});
    for (std::size_t i = 0; i < list->keys.size(); ++i) {
        const std::string& english = list->keys[i];
        const Json& value = list->values[i];
        if (!value.is(Json::Kind::text))
            error("catalog-wrong-type", value.where, {english, std::string(looks(Json::Kind::text)), std::string(looks(value.kind))});
        else if (!std::binary_search(texts.begin(), texts.end(), std::string_view(english)))
            error("catalog-unknown-key", list->key_places[i], {english, std::string(nearest(english, texts))});
        else
            notes.emplace(english, value.text);
    }
}

}

void read_notes(const std::filesystem::path& folder, Catalog& catalog, Diagnostics& diagnostics, const std::string& shown_folder)
{
    std::map<std::string, std::filesystem::path> files; // By language: the order of a folder is anyone's.
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (const std::string language = language_of(entry.path().filename().string()); !language.empty())
            files.emplace(language, entry.path());
    if (files.empty())
        return;
    const std::vector<std::string_view> texts = texts_of(catalog);
    for (const auto& [language, path] : files)
        read_file(path, shown_folder + "/" + path.filename().string(), texts, catalog.notes[language], diagnostics);
}

std::string_view Catalog::translated(std::string_view english, std::string_view language) const
{
    const auto of_language = notes.find(language);
    if (of_language == notes.end())
        return {};
    const auto found = of_language->second.find(english);
    return found == of_language->second.end() ? std::string_view() : std::string_view(found->second);
}

}
