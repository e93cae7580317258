#include "site/render/pages/glossary_page.h"

#include "site/render/html.h"
#include "site/render/shell.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace site {

namespace {

/// What typing is compared with: title, English name and aliases in lower case (ASCII; Han has no case).
std::string search_text(const Page& page)
{
    std::string text = page.id + " " + page.title + " " + page.english;
    for (const Alias& alias : page.aliases)
        text.append(" ").append(alias.text);
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

std::string entry(const Edition& edition, const Page& page, GlossaryOrder order)
{
    const bool named = !page.english.empty() && page.english != page.title;
    const bool name_first = named && order == GlossaryOrder::name;
    // The reader looks for a title; the English name is what the order goes by and stands beside it.
    return edition.templates.render("items/entry", {{"category", escaped(page.category)},
                                                    {"search", escaped(search_text(page))},
                                                    {"url", escaped(page.url)},
                                                    {"first", escaped(name_first ? page.english : page.title)},
                                                    {"first_lang", name_first ? "en" : ""},
                                                    {"second", named ? escaped(name_first ? page.title : page.english) : ""},
                                                    {"second_lang", name_first ? edition.language : "en"},
                                                    {"short", escaped(page.short_text)}});
}

std::string letters(const Website& website, const Edition& edition, const std::vector<Listed>& list,
                    GlossaryOrder order, std::string& bar)
{
    std::string html;
    for (auto at = list.begin(); at != list.end();) {
        const std::string letter = at->letter;
        std::string entries;
        for (; at != list.end() && at->letter == letter; ++at)
            entries += entry(edition, website.library.pages[at->page], order);
        const std::string id = letter == "#" ? "other" : letter;
        html += edition.templates.render("items/letter", {{"letter", id}, {"name", letter}, {"entries", std::move(entries)}});
        bar.append("<li><a href=\"#letter-").append(id).append("\">").append(letter).append("</a></li>");
    }
    return html;
}

/// In the order that CONTRIBUTING.md lists them; what it does not know comes last.
std::vector<std::pair<std::string, int>> categories(const Website& website, const Edition& edition)
{
    constexpr std::array<std::string_view, 10> known{"hardware",  "memory",   "interconnect", "precision",      "parallelism",
                                                     "inference", "training", "software",     "virtualization", "billing"};
    std::map<std::pair<std::ptrdiff_t, std::string>, int> counts;
    for (const Page* page : website.pages(edition.language, PageKind::term))
        ++counts[{std::find(known.begin(), known.end(), page->category) - known.begin(), page->category}];
    std::vector<std::pair<std::string, int>> result;
    for (const auto& [key, count] : counts)
        result.emplace_back(key.second, count);
    return result;
}

std::string category_buttons(const Website& website, const Edition& edition)
{
    const auto button = [&](const std::string& id, std::string_view text, std::size_t count, bool checked) {
        return edition.templates.render("items/category", {{"id", escaped(id)},
                                                           {"text", escaped(text)},
                                                           {"count", std::to_string(count)},
                                                           {"checked", checked ? "true" : ""}});
    };
    std::string html = button("all", edition("category.all"), edition.by_name.size(), true);
    for (const auto& [id, count] : categories(website, edition)) {
        const std::string key = "category." + id;
        html += button(id, edition.words->has(key) ? edition(key) : std::string_view(id), static_cast<std::size_t>(count), false);
    }
    return html;
}

std::string set_json(const Website& website, const Edition& edition)
{
    return R"({"@context":"https://schema.org","@type":"DefinedTermSet","@id":)" +
           json_string(website.base_url + edition.url("glossary/")) + R"(,"name":)" + json_string(edition("glossary.title")) +
           R"(,"inLanguage":)" + json_string(edition.language) + "}";
}

}

bool has_title_order(const Edition& edition)
{
    return !std::equal(edition.by_name.begin(), edition.by_name.end(), edition.by_title.begin(), edition.by_title.end(),
                       [](const Listed& a, const Listed& b) { return a.page == b.page; });
}

std::string glossary_page(const Website& website, const Edition& edition, GlossaryOrder order)
{
    const bool by_name = order == GlossaryOrder::name;
    std::string bar, orders;
    std::string list = letters(website, edition, by_name ? edition.by_name : edition.by_title, order, bar);
    if (has_title_order(edition)) {
        const auto item = [&](std::string_view tail, std::string_view key, bool current) {
            orders += edition.templates.render("items/nav", {{"url", edition.url(tail)},
                                                             {"text", escaped(edition(key))},
                                                             {"current", current ? "page" : ""}});
        };
        item("glossary/", "glossary.by_english", by_name);
        item("glossary/pinyin/", "glossary.by_title", !by_name);
    }
    const std::vector<Crumb> trail{{std::string(edition("glossary.title")), ""}};
    const std::string count = std::to_string(edition.by_name.size());
    std::string main = edition.templates.render("glossary", {{"crumbs", crumbs(website, edition, trail)},
                                                             {"count", escaped(edition("glossary.count", {count}))},
                                                             {"orders", std::move(orders)},
                                                             {"categories", category_buttons(website, edition)},
                                                             {"bar", std::move(bar)},
                                                             {"letters", std::move(list)}});
    std::vector<std::string> languages;
    for (const Edition& other : website.editions)
        if (by_name || has_title_order(other))
            languages.push_back(other.language);
    const std::string tail = by_name ? "glossary/" : "glossary/pinyin/";
    return shell(website, edition,
                 {.kind = "glossary",
                  .title = std::string(edition("glossary.title")) + (by_name ? "" : " (" + std::string(edition("glossary.by_title")) + ")"),
                  .description = edition("glossary.description", {count}),
                  .url = edition.url(tail),
                  .section = "glossary",
                  .languages = std::move(languages),
                  .url_tail = tail,
                  .json_ld = {set_json(website, edition), breadcrumb_json(website, edition, trail, edition.url(tail))},
                  .styles = {"filter.css"},
                  .modules = {"glossary.js"}},
                 std::move(main));
}

std::string category_filter_css(const Library& library)
{
    std::set<std::string> used;
    for (const Page& page : library.pages)
        if (page.kind == PageKind::term && !page.category.empty())
            used.insert(page.category);
    std::string css;
    for (const std::string& id : used) {
        const std::string chosen = ".glossary:has(#category-" + id + ":checked) ";
        css.append(chosen).append(".entry:not([data-category=\"").append(id).append("\"]),\n")
            .append(chosen).append(".letter:not(:has([data-category=\"").append(id).append("\"])) { display: none; }\n");
    }
    return css;
}

}
