#include "site/render/strings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace site {

namespace fs = std::filesystem;

constexpr std::string_view fallback_key = "strings.fallback";

std::string fill(std::string_view text, std::span<const std::string_view> arguments)
{
    std::string result;
    result.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' && text[i + 1] <= '9') {
            const auto index = static_cast<std::size_t>(text[i + 1] - '0');
            if (index < arguments.size())
                result += arguments[index];
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string_view Words::operator()(std::string_view key) const
{
    if (const auto found = m_texts.find(key); found != m_texts.end())
        return found->second;
    const std::scoped_lock lock(m_mutex);
    return *m_missing.emplace(key).first;
}

std::string Words::operator()(std::string_view key, std::initializer_list<std::string_view> arguments) const
{
    return fill((*this)(key), std::span(arguments.begin(), arguments.size()));
}

std::vector<std::string> Words::keys_with(std::string_view prefix) const
{
    std::vector<std::string> keys;
    for (auto at = m_texts.lower_bound(prefix); at != m_texts.end() && at->first.starts_with(prefix); ++at)
        keys.push_back(at->first);
    return keys;
}

std::vector<std::string> Words::missing() const
{
    const std::scoped_lock lock(m_mutex);
    return {m_missing.begin(), m_missing.end()};
}

const Words& Strings::words(std::string_view language) const
{
    for (const auto& words : m_languages)
        if (words->language() == language)
            return *words;
    static const Words none("en"); // No file of words was found, which load_strings() has reported: keys stand for them.
    return m_languages.empty() ? none : *m_languages.front();
}

bool Strings::has(std::string_view language) const
{
    return std::any_of(m_languages.begin(), m_languages.end(), [&](const auto& words) { return words->language() == language; });
}

Diagnostics Strings::missing() const
{
    Diagnostics result;
    for (const auto& words : m_languages)
        for (std::string& key : words->missing())
            result.push_back({.code = "missing-string",
                              .file = "assets/strings/" + words->language() + ".json",
                              .where = {},
                              .arguments = {std::move(key), words->language()}});
    return result;
}

void Strings::name_site(std::string_view language, const std::string& name)
{
    for (const auto& words : m_languages) {
        if (words->language() != language)
            continue;
        if (!name.empty())
            words->m_texts["site.name"] = words->m_texts["site.brand"] = name;
        words->m_texts["feed.title"] = (*words)("feed.title", {(*words)("site.name")});
    }
}

void Strings::fall_back()
{
    for (const auto& words : m_languages) {
        const auto named = words->m_texts.find(fallback_key);
        if (named == words->m_texts.end())
            continue;
        for (const auto& other : m_languages)
            if (other->language() == named->second)
                words->m_texts.insert(other->m_texts.begin(), other->m_texts.end()); // What is there stays.
    }
}

Diagnostics Strings::incomplete(std::span<const std::string> languages) const
{
    std::set<std::string_view> keys;
    for (const auto& words : m_languages)
        for (const auto& [key, text] : words->m_texts)
            keys.insert(key);
    Diagnostics result;
    for (const auto& words : m_languages)
        for (const std::string_view key : keys)
            if (!words->has(key) && key != fallback_key && std::find(languages.begin(), languages.end(), words->language()) != languages.end())
                result.push_back({.code = "missing-string",
                                  .file = "assets/strings/" + words->language() + ".json",
                                  .where = {},
                                  .arguments = {std::string(key), words->language()}});
    return result;
}

void Strings::read(std::string_view language, const fs::path& file, Diagnostics& diagnostics)
{
    auto found = std::find_if(m_languages.begin(), m_languages.end(),
                              [&](const auto& words) { return words->language() == language; });
    if (found == m_languages.end())
        found = m_languages.insert(m_languages.end(), std::make_unique<Words>(std::string(language)));
    std::ifstream stream(file, std::ios::binary);
    const nlohmann::json object = nlohmann::json::parse(stream, nullptr, false);
    if (!object.is_object()) {
        diagnostics.push_back({.code = "strings-unreadable", .file = file.string(), .where = {}, .arguments = {}});
        return;
    }
    for (const auto& [key, text] : object.items()) {
        if (text.is_string())
            (*found)->m_texts.insert_or_assign(key, text.get<std::string>());
        else
            diagnostics.push_back(
                {.code = "strings-unreadable", .file = file.string(), .where = {}, .arguments = {key}});
    }
}

Strings load_strings(std::span<const fs::path> folders, std::span<const std::string> site_languages,
                     std::span<const std::string> message_languages, Diagnostics& diagnostics)
{
    std::vector<std::string> languages(site_languages.begin(), site_languages.end());
    for (const std::string& language : message_languages)
        if (std::find(languages.begin(), languages.end(), language) == languages.end())
            languages.push_back(language);
    Strings strings;
    for (const fs::path& folder : folders) {
        for (const std::string& language : languages) {
            const fs::path whole = folder / "strings" / (language + ".json");
            if (fs::exists(whole))
                strings.read(language, whole, diagnostics);
        }
    }
    for (const std::string& language : languages)
        if (!strings.has(language)) // Its pages would be made of keys.
            diagnostics.push_back({Severity::error, "language-without-words", "assets/strings/" + language + ".json", {}, {language}, 1});
    strings.fall_back();
    Diagnostics incomplete = strings.incomplete(site_languages);
    diagnostics.insert(diagnostics.end(), incomplete.begin(), incomplete.end());
    return strings;
}

}
