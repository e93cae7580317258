#include "site/load/settings.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"
#include "site/load/source_text.h"
#include "site/load/yaml_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace site {

namespace {

constexpr std::array<std::string_view, 12> setting_keys{"title", "languages", "base_url", "nav", "linking", "theme", "typography",
                                                        "search", "offline", "reference_models", "markdown_twins", "frame_ancestors"};

bool is_language(std::string_view text)
{
    return text.size() >= 2 && text.size() <= 12 &&
           std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; });
}

/// One content/site.yaml, key by key.
class Reader {
public:
    Reader(Settings& settings, Diagnostics& diagnostics) : m_settings(settings), m_diagnostics(diagnostics) {}

    void read(const YamlValue& root)
    {
        each_key(root, setting_keys, [this](const YamlValue& key, const YamlValue& value) { setting(key, value); });
        for (const auto& [language, where] : m_title_languages)
            if (std::find(m_settings.languages.begin(), m_settings.languages.end(), language) == m_settings.languages.end())
                report(Severity::error, "unknown-key", {.text = language, .where = where, .length = static_cast<int>(character_count(language)), .items = {}},
                       {language, joined(m_settings.languages)});
    }

    void wrong(const YamlValue& at, std::string_view key, std::string_view example)
    {
        report(Severity::error, "wrong-type", at, {std::string(key), std::string(example)});
    }

private:
    static std::string joined(const std::vector<std::string>& items)
    {
        std::string text;
        for (const std::string& item : items)
            text.append(text.empty() ? "" : ", ").append(item);
        return text;
    }

    void report(Severity severity, std::string code, const YamlValue& at, std::vector<std::string> arguments)
    {
        m_diagnostics.push_back({severity, std::move(code), m_settings.file, at.where, std::move(arguments), at.length});
    }

    /// Calls `read` with each key of the map that is known and stands there for the first time. An unknown one would do nothing
    /// while its author thinks it does.
    template<class Read>
    void each_key(const YamlValue& map, std::span<const std::string_view> known, Read read)
    {
        std::map<std::string, Position> first;
        for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
            const YamlValue& key = map.items[i];
            if (key.kind != YamlValue::Kind::scalar)
                wrong(key, "site.yaml", "title: …");
            else if (!known.empty() && std::find(known.begin(), known.end(), key.text) == known.end())
                report(Severity::error, "unknown-key", key, {key.text, std::string(nearest(key.text, known))});
            else if (const auto [seen, is_new] = first.emplace(key.text, key.where); !is_new)
                report(Severity::error, "duplicate-key", key, {key.text, std::to_string(seen->second.line) + ":" + std::to_string(seen->second.column)});
            else
                read(key, map.items[i + 1]);
        }
    }

    /// False, and said so, when it is no text.
    bool scalar(const YamlValue& key, const YamlValue& value, std::string& out)
    {
        if (value.kind != YamlValue::Kind::scalar || value.is_null()) {
            wrong(value, key.text, key.text + ": …");
            return false;
        }
        out = value.text;
        return true;
    }

    void flag(const YamlValue& key, const YamlValue& value, bool& out)
    {
        if (value.plain && (value.text == "true" || value.text == "false"))
            out = value.text == "true";
        else
            wrong(value, key.text, key.text + ": " + (out ? "false" : "true"));
    }

    /// The texts of a list and where each stands; nothing when it is no list.
    std::optional<std::vector<YamlValue>> list(const YamlValue& key, const YamlValue& value, std::string_view example)
    {
        if (value.kind != YamlValue::Kind::list) {
            wrong(value, key.text, key.text + ": " + std::string(example));
            return std::nullopt;
        }
        std::vector<YamlValue> items;
        for (const YamlValue& item : value.items)
            if (item.kind != YamlValue::Kind::scalar)
                wrong(item, key.text, key.text + ": " + std::string(example));
            else if (std::any_of(items.begin(), items.end(), [&](const YamlValue& other) { return other.text == item.text; }))
                report(Severity::warning, "repeated-item", item, {key.text, item.text});
            else
                items.push_back(item);
        return items;
    }

    static std::vector<std::string> texts(const std::vector<YamlValue>& items)
    {
        std::vector<std::string> result;
        for (const YamlValue& item : items)
            result.push_back(item.text);
        return result;
    }

    void title(const YamlValue& key, const YamlValue& value)
    {
        if (value.kind != YamlValue::Kind::map) {
            scalar(key, value, m_settings.title);
            return;
        }
        each_key(value, {}, [&](const YamlValue& language, const YamlValue& text) {
            if (scalar(key, text, m_settings.titles[language.text]))
                m_title_languages.emplace_back(language.text, language.where);
        });
    }

    void base_url(const YamlValue& key, const YamlValue& value)
    {
        if (!scalar(key, value, m_settings.base_url))
            return;
        while (m_settings.base_url.ends_with('/'))
            m_settings.base_url.pop_back();
        if (!is_base_url(m_settings.base_url))
            report(Severity::error, "bad-base-url", value, {value.text});
    }

    void languages(const YamlValue& key, const YamlValue& value)
    {
        std::optional<std::vector<YamlValue>> items = list(key, value, "[zh, en]");
        if (!items)
            return;
        std::erase_if(*items, [&](const YamlValue& item) {
            if (!is_language(item.text))
                report(Severity::error, "bad-choice", item, {key.text, item.text, "zh, en, ja"});
            return !is_language(item.text);
        });
        if (value.items.empty())
            wrong(value, key.text, "languages: [zh, en]");
        if (!items->empty())
            m_settings.languages = texts(*items);
    }

    void linking(const YamlValue& key, const YamlValue& value)
    {
        if (value.kind != YamlValue::Kind::map) {
            wrong(value, key.text, "linking: {scope: section}");
            return;
        }
        constexpr std::array<std::string_view, 3> keys{"scope", "per_paragraph", "quotes"};
        each_key(value, keys, [&](const YamlValue& option, const YamlValue& chosen) {
            if (option.text == "quotes") {
                flag(option, chosen, m_settings.links_in_quotes);
            } else if (option.text == "per_paragraph") {
                per_paragraph(chosen);
            } else if (const auto scope = link_scope_of(chosen.text)) {
                m_settings.link_scope = *scope;
            } else {
                report(Severity::error, "bad-choice", chosen, {"scope", chosen.text, std::string(link_scope_names)});
            }
        });
    }

    void per_paragraph(const YamlValue& value)
    {
        int number = 0;
        const auto [end, failed] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
        if (failed != std::errc() || end != value.text.data() + value.text.size() || number < 1)
            wrong(value, "per_paragraph", "linking: {per_paragraph: 5}");
        else
            m_settings.links_per_paragraph = number;
    }

    /// One text or a list of them; `*` and 'none' say everything and stand alone.
    void frame_ancestors(const YamlValue& key, const YamlValue& value)
    {
        constexpr std::string_view example = "[\"'self'\", https://example.com]";
        std::optional<std::vector<YamlValue>> items;
        if (value.kind == YamlValue::Kind::scalar && !value.is_null())
            items.emplace(1, value);
        else
            items = list(key, value, example);
        if (!items)
            return;
        if (items->empty())
            wrong(value, key.text, "frame_ancestors: " + std::string(example));
        std::string all;
        for (const YamlValue& item : *items) {
            const bool whole = item.text == "*" || item.text == "'none'";
            if (!is_frame_ancestor(item.text) || (whole && items->size() > 1))
                report(Severity::error, "bad-frame-ancestor", item, {item.text});
            else
                all.append(all.empty() ? "" : " ").append(item.text);
        }
        if (!all.empty())
            m_settings.frame_ancestors = std::move(all);
    }

    void setting(const YamlValue& key, const YamlValue& value)
    {
        if (key.text == "title") {
            title(key, value);
        } else if (key.text == "base_url") {
            base_url(key, value);
        } else if (key.text == "theme") {
            scalar(key, value, m_settings.theme);
            m_settings.theme_where = value.where;
        } else if (key.text == "languages") {
            languages(key, value);
        } else if (key.text == "nav") {
            if (const auto items = list(key, value, "[glossary, about]")) {
                m_settings.nav = texts(*items);
                for (const YamlValue& item : *items)
                    m_settings.nav_where.push_back(item.where);
            }
        } else if (key.text == "reference_models") {
            if (const auto items = list(key, value, "[llama-3.1-8b]")) {
                m_settings.reference_models = texts(*items);
                for (const YamlValue& item : *items)
                    m_settings.reference_models_where.push_back(item.where);
            }
        } else if (key.text == "linking") {
            linking(key, value);
        } else if (key.text == "frame_ancestors") {
            frame_ancestors(key, value);
        } else {
            flag(key, value, key.text == "search"       ? m_settings.search
                             : key.text == "typography" ? m_settings.typography
                             : key.text == "offline"    ? m_settings.offline
                                                        : m_settings.markdown_twins);
        }
    }

    Settings& m_settings;
    Diagnostics& m_diagnostics;
    std::vector<std::pair<std::string, Position>> m_title_languages;
};

/// host[:port] of an origin.
bool is_authority(std::string_view authority, bool port_may_be_any)
{
    const std::size_t colon = authority.starts_with('[') ? authority.find(':', authority.find(']')) : authority.find(':');
    const std::string_view host = authority.substr(0, colon), port = colon == authority.npos ? std::string_view("0") : authority.substr(colon + 1);
    const auto is_host = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '[' || c == ']' || c == ':';
    };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !host.empty() && host.front() != '.' && host.front() != '-' && std::all_of(host.begin(), host.end(), is_host) &&
           ((port_may_be_any && port == "*") || (!port.empty() && port.size() <= 5 && std::all_of(port.begin(), port.end(), is_digit)));
}

std::size_t scheme_size(std::string_view text) { return text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0; }

}

bool is_base_url(std::string_view text)
{
    const std::size_t scheme = scheme_size(text);
    return scheme != 0 && is_authority(text.substr(scheme), false);
}

bool is_frame_ancestor(std::string_view text)
{
    if (text == "*" || text == "'self'" || text == "'none'" || text == "https:" || text == "http:")
        return true;
    std::string_view authority = text.substr(scheme_size(text));
    if (authority.starts_with("*."))
        authority.remove_prefix(2);
    return scheme_size(text) != 0 && is_authority(authority, true);
}

Settings parse_settings(std::string bytes, const std::string& file, Diagnostics& diagnostics)
{
    Settings settings;
    settings.file = file;
    Reader reader(settings, diagnostics);
    const std::string text = source_text(std::move(bytes), file, diagnostics);
    std::optional<YamlProblem> problem;
    const std::optional<YamlValue> root = read_yaml(text, 1, problem);
    if (problem)
        diagnostics.push_back({Severity::error, "yaml-syntax", file, problem->where, {problem->what}, 1});
    if (!root)
        return settings;
    if (root->kind != YamlValue::Kind::map)
        reader.wrong(*root, "site.yaml", "title: …");
    else
        reader.read(*root);
    return settings;
}

}
