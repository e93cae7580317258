#include "site/load/settings.h"

#include "site/diagnostics/suggestion.h"
#include "site/load/source_text.h"
#include "site/load/yaml_value.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 9> setting_keys{"title", "languages", "base_url", "nav", "linking", "theme", "typography",
                                                       "search", "reference_models"};

bool is_language(std::string_view text)
{
    return text.size() >= 2 && text.size() <= 12 &&
           std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'; });
}

}

bool is_base_url(std::string_view text)
{
    const std::size_t scheme = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
    if (scheme == 0)
        return false;
    const std::string_view authority = text.substr(scheme);
    const std::size_t colon = authority.starts_with('[') ? authority.find(':', authority.find(']')) : authority.find(':');
    const std::string_view host = authority.substr(0, colon), port = colon == authority.npos ? std::string_view("0") : authority.substr(colon + 1);
    const auto is_host = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '[' || c == ']' || c == ':';
    };
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !host.empty() && host.front() != '.' && host.front() != '-' && std::all_of(host.begin(), host.end(), is_host) &&
           !port.empty() && port.size() <= 5 && std::all_of(port.begin(), port.end(), is_digit);
}

Settings parse_settings(std::string bytes, const std::string& file, Diagnostics& diagnostics)
{
    Settings settings;
    settings.file = file;
    const auto report = [&](Severity severity, std::string code, const YamlValue& at, std::vector<std::string> arguments) {
        diagnostics.push_back({severity, std::move(code), file, at.where, std::move(arguments), at.length});
    };
    const auto wrong = [&](const YamlValue& at, std::string_view key, std::string_view example) {
        report(Severity::error, "wrong-type", at, {std::string(key), std::string(example)});
    };
    const std::string text = source_text(std::move(bytes), file, diagnostics);
    std::optional<YamlProblem> problem;
    const std::optional<YamlValue> root = read_yaml(text, 1, problem);
    if (problem)
        diagnostics.push_back({Severity::error, "yaml-syntax", file, problem->where, {problem->what}, 1});
    if (!root)
        return settings;
    if (root->kind != YamlValue::Kind::map) {
        wrong(*root, "site.yaml", "title: …");
        return settings;
    }
    const auto scalar = [&](const YamlValue& key, const YamlValue& value, std::string& out) {
        if (value.kind == YamlValue::Kind::scalar)
            out = value.text;
        else
            wrong(value, key.text, key.text + ": …");
    };
    for (std::size_t i = 0; i + 1 < root->items.size(); i += 2) {
        const YamlValue& key = root->items[i];
        const YamlValue& value = root->items[i + 1];
        if (key.text == "title") {
            if (value.kind != YamlValue::Kind::map)
                scalar(key, value, settings.title);
            for (std::size_t j = 0; value.kind == YamlValue::Kind::map && j + 1 < value.items.size(); j += 2)
                scalar(key, value.items[j + 1], settings.titles[value.items[j].text]);
        } else if (key.text == "base_url") {
            scalar(key, value, settings.base_url);
            while (settings.base_url.ends_with('/'))
                settings.base_url.pop_back();
            if (value.kind == YamlValue::Kind::scalar && !is_base_url(settings.base_url))
                report(Severity::error, "bad-base-url", value, {value.text});
        } else if (key.text == "theme") {
            scalar(key, value, settings.theme);
            settings.theme_where = value.where;
        } else if (key.text == "languages" || key.text == "nav" || key.text == "reference_models") {
            std::vector<std::string> items;
            std::vector<Position> places;
            for (const YamlValue& item : value.items)
                if (item.kind != YamlValue::Kind::scalar)
                    wrong(item, key.text, key.text + ": […]");
                else if (key.text == "languages" && !is_language(item.text))
                    report(Severity::error, "bad-choice", item, {key.text, item.text, "zh, en, ja"});
                else if (std::find(items.begin(), items.end(), item.text) != items.end())
                    report(Severity::error, "bad-choice", item, {key.text, item.text, "zh, en, ja"});
                else {
                    items.push_back(item.text);
                    places.push_back(item.where);
                }
            if (value.kind != YamlValue::Kind::list || (key.text == "languages" && items.empty()))
                wrong(value, key.text, key.text + (key.text == "languages" ? ": [zh, en]" : ": […]"));
            else
                (key.text == "nav" ? settings.nav : key.text == "languages" ? settings.languages : settings.reference_models) = std::move(items);
            if (key.text == "nav")
                settings.nav_where = std::move(places);
        } else if (key.text == "typography" || key.text == "search") {
            if (value.text == "true" || value.text == "false")
                (key.text == "search" ? settings.search : settings.typography) = value.text == "true";
            else
                wrong(value, key.text, key.text + ": false");
        } else if (key.text == "linking") {
            if (value.kind != YamlValue::Kind::map) {
                wrong(value, key.text, "linking: {scope: section}");
                continue;
            }
            for (std::size_t j = 0; j + 1 < value.items.size(); j += 2) {
                const std::string& scope = value.items[j + 1].text;
                if (value.items[j].text != "scope")
                    report(Severity::error, "unknown-key", value.items[j], {value.items[j].text, "scope"});
                else if (scope == "section" || scope == "page" || scope == "all" || scope == "none")
                    settings.link_scope = scope == "section" ? LinkScope::section
                                          : scope == "page"  ? LinkScope::page
                                          : scope == "all"   ? LinkScope::all
                                                             : LinkScope::none;
                else
                    report(Severity::error, "bad-choice", value.items[j + 1], {"scope", scope, "section, page, all, none"});
            }
        } else {
            const std::string_view near = nearest(key.text, std::span<const std::string_view>(setting_keys));
            report(Severity::warning, "unknown-key", key, {key.text, std::string(near)});
        }
    }
    return settings;
}

}
