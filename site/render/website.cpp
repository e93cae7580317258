#include "site/render/website.h"

#include "site/render/html.h"
#include "site/render/parallel.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace site {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_backlinks = 12;

std::vector<Listed> listed(const Library& library, const Order& order, std::string_view language, bool by_name)
{
    std::vector<Listed> result;
    for (std::size_t i = 0; i < library.pages.size(); ++i) {
        const Page& page = library.pages[i];
        if (page.language != language || page.kind != PageKind::term)
            continue;
        const std::string& text = by_name && !page.english.empty() ? page.english : page.title;
        result.push_back({i, order.letter(text), order.sort_key(text)});
    }
    std::sort(result.begin(), result.end(), [](const Listed& a, const Listed& b) {
        const bool other_a = a.letter == "#", other_b = b.letter == "#";
        return std::tie(other_a, a.letter, a.key) < std::tie(other_b, b.letter, b.key);
    });
    return result;
}

std::string foreign(const LinkTarget& target, const Edition& edition)
{
    return target.language == edition.language ? std::string() : target.language;
}

void render_items(const Library& library, Edition& edition, int jobs)
{
    for (std::size_t i = 0; i < edition.by_name.size(); ++i)
        edition.place.emplace(edition.by_name[i].page, i);
    for (const Listed& entry : edition.by_title) {
        const Page& page = library.pages[entry.page];
        Neighbours& category = edition.by_category[page.category];
        category.place.emplace(entry.page, category.ends.size());
        category.items += edition.templates.render("items/sidebar", {{"url", escaped(page.url)}, {"title", escaped(page.title)}, {"current", ""}});
        category.ends.push_back(category.items.size());
    }
    struct Items {
        std::string tooltip, related;
    };
    const std::span<const LinkTarget> targets = edition.matcher->targets();
    std::vector<Items> items(targets.size());
    for_each_parallel(targets.size(), jobs, [&](std::size_t i) {
        const LinkTarget& target = targets[i];
        if (target.short_text.empty())
            return;
        const std::string title = escaped(target.title), text = escaped(target.short_text), lang = foreign(target, edition);
        const std::string english = target.page && target.page->english != target.title ? escaped(target.page->english) : "";
        items[i].tooltip = edition.templates.render("items/tooltip", {{"id", target.id}, {"title", title}, {"english", english}, {"lang", lang}, {"short", text}});
        items[i].related = edition.templates.render("items/related", {{"url", escaped(target.url)}, {"lang", lang}, {"title", title}, {"short", text}});
    });
    for (std::size_t i = 0; i < targets.size(); ++i)
        if (!targets[i].short_text.empty()) {
            edition.tooltips.emplace(targets[i].id, std::move(items[i].tooltip));
            edition.related.emplace(targets[i].id, std::move(items[i].related));
        }
}

std::string without_slash(std::string url)
{
    while (url.ends_with('/'))
        url.pop_back();
    return url;
}

}

Website::Website(const Library& all, std::span<const Prose> rendered, std::span<const Matcher* const> matchers,
                 const Catalog* tables, const Strings& strings, std::span<const fs::path> template_folders,
                 const Assets& shared, int jobs, Diagnostics& diagnostics)
    : library(all), proses(rendered), catalog(tables), assets(shared), base_url(without_slash(all.settings.base_url))
{
    for (const std::string& language : library.settings.languages) {
        const bool has_pages = std::any_of(library.pages.begin(), library.pages.end(),
                                           [&](const Page& page) { return page.language == language; });
        const auto matcher = std::find_if(matchers.begin(), matchers.end(),
                                          [&](const Matcher* m) { return m->language() == language; });
        if (matcher == matchers.end() || (!has_pages && language != library.default_language()))
            continue;
        const Words& words = strings.words(language);
        Edition edition{.language = language,
                        .words = &words,
                        .matcher = *matcher,
                        .templates = Templates(template_folders, words, diagnostics),
                        .order = Order(language),
                        .by_name = {},
                        .by_title = {},
                        .tooltips = {},
                        .related = {},
                        .by_category = {},
                        .place = {}};
        editions.push_back(std::move(edition));
    }
    std::vector<std::function<void()>> indexes{[&] { backlinks = Backlinks(library, proses); }};
    for (Edition& edition : editions)
        for (const bool by_name : {true, false})
            indexes.push_back([&edition, by_name, this] {
                (by_name ? edition.by_name : edition.by_title) = listed(library, edition.order, edition.language, by_name);
            });
    for_each_parallel(indexes.size(), jobs, [&](std::size_t i) { indexes[i](); });
    if (has_errors(diagnostics)) // A broken template would only fail again.
        return;
    for (Edition& edition : editions)
        render_items(library, edition, jobs);
}

const Edition& Website::edition(std::string_view language) const
{
    for (const Edition& edition : editions)
        if (edition.language == language)
            return edition;
    return editions.front();
}

std::vector<std::string> Website::languages() const
{
    std::vector<std::string> result;
    for (const Edition& edition : editions)
        result.push_back(edition.language);
    return result;
}

std::size_t Website::index_of(const Page& page) const { return static_cast<std::size_t>(&page - library.pages.data()); }

std::vector<const Page*> Website::pages(std::string_view language, PageKind kind) const
{
    std::vector<const Page*> result;
    for (const Page& page : library.pages)
        if (page.language == language && page.kind == kind)
            result.push_back(&page);
    return result;
}

std::string backlink_items(const Website& website, const Edition& edition, std::string_view id)
{
    std::string html;
    const auto links = website.backlinks.of(edition.language, id);
    for (const Backlink& link : links.first(std::min(links.size(), most_backlinks))) {
        const Page& page = website.library.pages[link.page];
        const Mention& mention = *link.mention;
        const std::string_view text = mention.sentence;
        const std::size_t begin = std::min(mention.begin, text.size());
        const std::size_t end = std::clamp(mention.end, begin, text.size());
        std::string sentence;
        sentence.reserve(text.size() + 32);
        append_escaped(sentence, text.substr(0, begin));
        sentence += "<mark>";
        append_escaped(sentence, text.substr(begin, end - begin));
        sentence += "</mark>";
        append_escaped(sentence, text.substr(end));
        html += edition.templates.render("items/backlink", {{"url", escaped(page.url)},
                                                            {"title", escaped(page.title)},
                                                            {"sentence", sentence}});
    }
    if (links.size() > most_backlinks)
        html.append("<li>").append(escaped(edition("term.backlinks_more", {std::to_string(links.size() - most_backlinks)})))
            .append("</li>");
    return html;
}

std::string crumbs(const Website&, const Edition& edition, std::span<const Crumb> trail)
{
    std::string items = edition.templates.render("items/crumb", {{"url", edition.url("")}, {"text", escaped(edition("nav.home"))}});
    for (const Crumb& crumb : trail)
        items += edition.templates.render("items/crumb", {{"url", escaped(crumb.url)}, {"text", escaped(crumb.text)}});
    return edition.templates.render("crumbs", {{"items", std::move(items)}});
}

}
