#include "site/render/pages/home_page.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/calculator/presets.h"
#include "site/render/html.h"
#include "site/render/pages/term_page.h"
#include "site/render/shell.h"

#include <algorithm>

namespace site {

namespace {

constexpr std::size_t latest_count = 6;

std::string doors(const Website& website, const Edition& edition)
{
    std::string html;
    const auto door = [&](const std::string& key, const std::string& tail, const std::string& count) {
        html += edition.templates.render("items/door", {{"url", edition.url(tail)},
                                                        {"title", escaped(edition("home.door." + key))},
                                                        {"text", escaped(edition("home.door." + key + "_text"))},
                                                        {"count", escaped(count)}});
    };
    door("glossary", "glossary/", edition("home.door.glossary_count", {std::to_string(edition.by_name.size())}));
    if (website.catalog) {
        const std::string gpus = std::to_string(website.catalog->accelerators.rows().size());
        const std::string models = std::to_string(website.catalog->models.rows().size());
        door("calculator", "calculators/inference-memory/", edition("home.door.calculator_count", {models, gpus}));
        door("gpus", "compare/", edition("home.door.gpus_count", {gpus}));
    }
    return html;
}

std::string latest(const Website& website, const Edition& edition)
{
    std::vector<const Page*> pages = website.pages(edition.language, PageKind::term);
    std::stable_sort(pages.begin(), pages.end(), [](const Page* a, const Page* b) { return a->updated > b->updated; });
    std::string html;
    for (std::size_t i = 0; i < std::min(pages.size(), latest_count); ++i)
        if (const auto found = edition.related.find(pages[i]->id); found != edition.related.end())
            html += found->second;
    return html;
}

std::string website_json(const Website& website, const Edition& edition)
{
    return R"({"@context":"https://schema.org","@type":"WebSite","name":)" + json_string(edition("site.name")) +
           R"(,"url":)" + json_string(website.base_url + edition.url("")) + R"(,"inLanguage":)" +
           json_string(edition.language) +
           (website.library.settings.search
                ? R"(,"potentialAction":{"@type":"SearchAction","target":)" +
                      json_string(website.base_url + edition.url("search/") + "?q={search_term_string}") +
                      R"(,"query-input":"required name=search_term_string"}})"
                : std::string("}"));
}

}

std::string home_page(const Website& website, const Edition& edition)
{
    const Page* written = website.library.find(edition.language, home_page_id);
    std::string body, tips;
    if (written) {
        const Prose& prose = website.proses[website.index_of(*written)];
        body = prose.html;
        tips = tooltips(edition, prose);
    }
    const std::string title(written ? std::string_view(written->title) : edition("home.title"));
    const std::string lead(written && !written->short_text.empty() ? std::string_view(written->short_text) : edition("home.lead"));
    std::string main = edition.templates.render("home", {{"title", escaped(title)},
                                                         {"lead", escaped(lead)},
                                                         {"search_url", website.library.settings.search ? edition.url("search/") : ""},
                                                         {"doors", doors(website, edition)},
                                                         {"questions", website.catalog ? questions_html(edition) : std::string()},
                                                         {"calculator", small_calculator(website, edition)},
                                                         {"body", std::move(body)},
                                                         {"latest", latest(website, edition)}});
    return shell(website, edition,
                 {.kind = "home",
                  .title = title,
                  .description = lead,
                  .url = edition.url(""),
                  .section = "",
                  .languages = website.languages(),
                  .url_tail = "",
                  .json_ld = {website_json(website, edition)},
                  .styles = {"calculator.css", "calculator_page.css"}},
                 std::move(main), std::move(tips));
}

std::string not_found_page(const Website& website, const Edition& edition)
{
    std::string main = edition.templates.render(
        "not_found", {{"home_url", edition.url("")}, {"glossary_url", edition.url("glossary/")}});
    return shell(website, edition,
                 {.kind = "missing",
                  .title = std::string(edition("missing.title")),
                  .description = {},
                  .url = "/404.html",
                  .section = "",
                  .languages = {edition.language},
                  .url_tail = "",
                  .json_ld = {},
                  .index = false,
                  .styles = {}},
                 std::move(main));
}

}
