#include "site/load/front_matter.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>
#include <map>

namespace site {

namespace {

constexpr std::array<std::string_view, 22> known_keys{
    "a",     "aliases", "autolink", "b",      "calculator", "calculators", "category",   "draft", "english", "id",      "linking", "not",
    "numbers", "prefer",  "provider", "see",    "short",      "sources",     "source_rev", "title", "updated", "was",
};
constexpr std::array<std::string_view, 4> alias_keys{"text", "case", "auto", "except"};

/// One reading of one front matter: where it reports, and what it has seen.
class Reader {
public:
    Reader(Page& page, Diagnostics& diagnostics) : m_page(page), m_diagnostics(diagnostics) {}

    void report(Severity severity, std::string code, const YamlValue& at, std::vector<std::string> arguments)
    {
        m_diagnostics.push_back({severity, std::move(code), m_page.file, at.where, std::move(arguments), at.length});
    }
    void error(std::string code, const YamlValue& at, std::vector<std::string> arguments)
    {
        report(Severity::error, std::move(code), at, std::move(arguments));
    }

    /// Calls `read(key, value)` for each known key, once.
    template<class Read, class Keys>
    void read_map(const YamlValue& map, const Keys& keys, Read read)
    {
        std::map<std::string_view, Position> first;
        for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
            const YamlValue& key = map.items[i];
            const YamlValue& value = map.items[i + 1];
            if (key.kind != YamlValue::Kind::scalar) {
                error("wrong-type", key, {"?", "title: …"});
                continue;
            }
            if (std::find(keys.begin(), keys.end(), key.text) == keys.end()) {
                error("unknown-key", key, {key.text, std::string(nearest(key.text, std::span<const std::string_view>(keys)))});
                continue;
            }
            if (const auto [seen, is_new] = first.emplace(key.text, key.where); !is_new) {
                error("duplicate-key", key, {key.text, std::to_string(seen->second.line) + ":" + std::to_string(seen->second.column)});
                continue;
            }
            read(key, value);
        }
    }

    bool text(const YamlValue& key, const YamlValue& value, std::string& out)
    {
        if (value.kind != YamlValue::Kind::scalar) {
            error("wrong-type", value, {key.text, key.text + ": …"});
            return false;
        }
        if (value.is_null()) {
            error("empty-value", key, {key.text});
            return false;
        }
        out = value.text;
        return true;
    }

    void flag(const YamlValue& key, const YamlValue& value, bool& out)
    {
        if (value.kind == YamlValue::Kind::scalar && value.plain && (value.text == "true" || value.text == "false"))
            out = value.text == "true";
        else
            error("wrong-type", value, {key.text, key.text + ": true"});
    }

    template<class Add>
    void list(const YamlValue& key, const YamlValue& value, Add add)
    {
        if (value.is_null())
            return;
        if (value.kind != YamlValue::Kind::list) {
            error("wrong-type", value, {key.text, key.text + ": [" + (value.text.empty() ? "…" : value.text) + "]"});
            return;
        }
        for (const YamlValue& item : value.items)
            if (item.kind == YamlValue::Kind::scalar && !item.is_null())
                add(item);
            else
                error("wrong-type", item, {key.text, key.text + ": […]"});
    }

    void references(const YamlValue& key, const YamlValue& value, std::vector<Reference>& out)
    {
        list(key, value, [&](const YamlValue& item) {
            const bool repeated = std::any_of(out.begin(), out.end(), [&](const Reference& r) { return r.id == item.text; });
            if (repeated)
                report(Severity::warning, "repeated-item", item, {key.text, item.text});
            else
                out.push_back({item.text, item.where});
        });
    }

    void choice(const YamlValue& key, const YamlValue& value, Alias::Case& out)
    {
        if (value.text == "exact")
            out = Alias::Case::exact;
        else if (value.text == "any")
            out = Alias::Case::any;
        else
            error("bad-choice", value, {key.text, value.text, "exact, any"});
    }

    void alias(const YamlValue& item)
    {
        Alias alias;
        alias.where = item.where;
        if (item.kind == YamlValue::Kind::scalar && !item.is_null()) {
            alias.text = item.text;
        } else if (item.kind == YamlValue::Kind::map) {
            read_map(item, alias_keys, [&](const YamlValue& key, const YamlValue& value) {
                if (key.text == "text" && text(key, value, alias.text))
                    alias.where = value.where;
                else if (key.text == "case")
                    choice(key, value, alias.letter_case);
                else if (key.text == "auto")
                    flag(key, value, alias.automatic);
                else if (key.text == "except")
                    list(key, value, [&](const YamlValue& context) { alias.except.push_back(context.text); });
            });
        } else {
            error("wrong-type", item, {"aliases", "aliases: [甲, {text: 乙, auto: false}]"});
            return;
        }
        if (alias.text.find_first_not_of(' ') == std::string::npos) {
            error("empty-value", item, {"aliases"});
            return;
        }
        const bool repeated = std::any_of(m_page.aliases.begin(), m_page.aliases.end(),
                                          [&](const Alias& other) { return other.text == alias.text; });
        if (repeated)
            report(Severity::warning, "repeated-item", item, {"aliases", alias.text});
        else
            m_page.aliases.push_back(std::move(alias));
    }

    void reference(const YamlValue& key, const YamlValue& value, Reference& out)
    {
        if (text(key, value, out.id))
            out.where = value.where;
    }

    void read(const YamlValue& key, const YamlValue& value);

private:
    Page& m_page;
    Diagnostics& m_diagnostics;
};

void Reader::read(const YamlValue& key, const YamlValue& value)
{
    const std::string_view name = key.text;
    Page& page = m_page;
    if (name == "title") {
        if (text(key, value, page.title))
            page.title_where = value.where;
    } else if (name == "id") {
        std::string id;
        if (!text(key, value, id))
            return;
        if (id != page.id)
            error("id-mismatch", value, {id, page.id});
    } else if (name == "english") {
        text(key, value, page.english);
    } else if (name == "short") {
        if (!text(key, value, page.short_text))
            return;
        page.short_where = value.where;
        if (const std::size_t count = character_count(page.short_text); count > longest_short)
            error("short-too-long", value, {std::to_string(count), std::to_string(longest_short)});
    } else if (name == "category") {
        text(key, value, page.category);
    } else if (name == "aliases") {
        if (value.kind == YamlValue::Kind::list)
            for (const YamlValue& item : value.items)
                alias(item);
        else if (!value.is_null())
            error("wrong-type", value, {"aliases", "aliases: [" + (value.text.empty() ? "…" : value.text) + "]"});
    } else if (name == "see") {
        references(key, value, page.see);
    } else if (name == "not") {
        references(key, value, page.confused_with);
    } else if (name == "sources") {
        references(key, value, page.sources);
    } else if (name == "numbers") {
        references(key, value, page.numbers);
    } else if (name == "provider") {
        references(key, value, page.provider);
    } else if (name == "calculators") {
        references(key, value, page.calculators);
    } else if (name == "was") {
        list(key, value, [&](const YamlValue& item) { page.was.push_back(item.text); });
    } else if (name == "updated") {
        page.updated_where = value.where;
        if (!text(key, value, page.updated) || is_date(page.updated))
            return;
        error("bad-date", value, {"updated", page.updated});
        page.updated.clear();
    } else if (name == "source_rev") {
        text(key, value, page.source_rev);
    } else if (name == "prefer") {
        reference(key, value, page.prefer.emplace());
    } else if (name == "autolink") {
        flag(key, value, page.autolink);
    } else if (name == "linking") {
        if (std::string scope; text(key, value, scope) && !(page.link_scope = link_scope_of(scope)))
            error("bad-choice", value, {"linking", scope, std::string(link_scope_names)});
    } else if (name == "draft") {
        flag(key, value, page.draft);
    } else if (name == "a" || name == "b" || name == "calculator") {
        const PageKind wanted = name == "calculator" ? PageKind::calculator : PageKind::compare;
        if (page.kind != wanted)
            error("misplaced-key", key, {key.text, wanted == PageKind::compare ? "compare/" : "calculators/"});
        else
            reference(key, value, name == "a" ? page.a : name == "b" ? page.b : page.calculator);
    }
}

}

bool is_date(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return false;
    for (const std::size_t i : {0u, 1u, 2u, 3u, 5u, 6u, 8u, 9u})
        if (text[i] < '0' || text[i] > '9')
            return false;
    const auto two = [&](std::size_t i) { return (text[i] - '0') * 10 + (text[i + 1] - '0'); };
    const int year = two(0) * 100 + two(2), month = two(5), day = two(8);
    if (month < 1 || month > 12 || day < 1)
        return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return day <= days[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

bool is_id(std::string_view id)
{
    const auto good = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !id.empty() && good(id.front()) && good(id.back()) &&
           std::all_of(id.begin(), id.end(), [&](char c) { return good(c) || c == '-' || c == '.'; });
}

void read_front_matter(const YamlValue& front_matter, Page& page, Position open, Diagnostics& diagnostics)
{
    Reader reader(page, diagnostics);
    YamlValue top;
    top.where = open;
    top.length = 3;
    if (front_matter.kind != YamlValue::Kind::map) {
        reader.error("wrong-type", front_matter, {"---", "title: …"});
        return;
    }
    std::vector<std::string_view> present;
    for (std::size_t i = 0; i + 1 < front_matter.items.size(); i += 2)
        present.push_back(front_matter.items[i].text);
    reader.read_map(front_matter, known_keys, [&](const YamlValue& key, const YamlValue& value) { reader.read(key, value); });

    const auto require = [&](std::string_view key) {
        if (std::find(present.begin(), present.end(), key) == present.end())
            reader.error("missing-key", top, {std::string(key)});
    };
    require("title");
    if (page.kind == PageKind::term) {
        require("id");
        require("short");
    } else if (page.kind == PageKind::compare) {
        require("a");
        require("b");
    } else if (page.kind == PageKind::calculator) {
        require("calculator");
    }
}

}
