#include "site/render/pages/search_page.h"

#include "site/render/html.h"
#include "site/render/shell.h"

namespace site {

namespace {

/// The indexes in which everything is listed.
std::string lists(const Website& website, const Edition& edition)
{
    std::string html;
    const auto add = [&](const std::string& section) {
        html += edition.templates.render("items/nav", {{"url", edition.url(section + "/")},
                                                       {"text", escaped(edition("search.list." + section))},
                                                       {"current", ""}});
    };
    add("glossary");
    if (website.catalog)
        for (const char* section : {"gpus", "models", "formats", "links", "calculators"})
            add(section);
    return html;
}

}

std::string search_page(const Website& website, const Edition& edition)
{
    const std::vector<Crumb> trail{{std::string(edition("search.title")), ""}};
    std::string main = edition.templates.render("search", {{"crumbs", crumbs(website, edition, trail)},
                                                           {"lists", lists(website, edition)}});
    return shell(website, edition,
                 {.kind = "finding",
                  .title = std::string(edition("search.title")),
                  .description = std::string(edition("search.description")),
                  .url = edition.url("search/"),
                  .section = "",
                  .languages = website.languages(),
                  .url_tail = "search/",
                  .json_ld = {breadcrumb_json(website, edition, trail, edition.url("search/"))},
                  .index = false,
                  .styles = {},
                  .modules = {"search_page.js"}},
                 std::move(main));
}

}
