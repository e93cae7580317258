#include "site/render/shell.h"

#include "site/render/html.h"
#include "site/render/twin/markdown_twin.h"

#include <algorithm>
#include <cstring>

namespace site {

namespace {

/// As find() != npos, which looks at each '<' of a page: 5 % of a build.
bool holds(std::string_view html, std::string_view text)
{
    return ::memmem(html.data(), html.size(), text.data(), text.size()) != nullptr;
}

/// og:locale wants a territory.
std::string_view locale(std::string_view language)
{
    if (language == "zh")
        return "zh_CN";
    if (language == "en")
        return "en_US";
    return language;
}

void meta(std::string& html, std::string_view attribute, std::string_view name, std::string_view content)
{
    html.append("<meta ").append(attribute).append("=\"").append(name).append("\" content=\"");
    append_escaped(html, content);
    html += "\">\n";
}

std::string head_html(const Website& website, const Edition& edition, const Head& head)
{
    std::string html;
    html.reserve(2048);
    if (!head.description.empty())
        meta(html, "name", "description", head.description);
    if (!head.index)
        meta(html, "name", "robots", "noindex");
    html.append("<link rel=\"canonical\" href=\"").append(escaped(website.base_url + head.url)).append("\">\n");
    if (head.languages.size() > 1) { // Alternates of what exists, never of what would be a copy.
        for (const std::string& language : head.languages)
            html.append("<link rel=\"alternate\" hreflang=\"").append(language).append("\" href=\"")
                .append(escaped(website.base_url + "/" + language + "/" + head.url_tail)).append("\">\n");
        html.append("<link rel=\"alternate\" hreflang=\"x-default\" href=\"")
            .append(escaped(website.base_url + "/" + head.languages.front() + "/" + head.url_tail)).append("\">\n");
    }
    if (head.index && website.library.settings.markdown_twins)
        html.append("<link rel=\"alternate\" type=\"text/markdown\" href=\"").append(escaped(twin_path(head.url))).append("\">\n");
    meta(html, "property", "og:title", head.title);
    meta(html, "property", "og:type", head.kind == "term" || head.kind == "page" ? "article" : "website");
    meta(html, "property", "og:url", website.base_url + head.url);
    meta(html, "property", "og:site_name", edition("site.name"));
    meta(html, "property", "og:locale", locale(edition.language));
    for (const std::string& language : head.languages)
        if (language != edition.language)
            meta(html, "property", "og:locale:alternate", locale(language));
    if (!head.description.empty())
        meta(html, "property", "og:description", head.description);
    if (const std::string_view picture = website.assets.url("share.png"); !picture.empty()) {
        meta(html, "property", "og:image", website.base_url + std::string(picture));
        meta(html, "property", "og:image:alt", edition("site.brand"));
    }
    html += head.links;
    for (const std::string& object : head.json_ld)
        html.append("<script type=\"application/ld+json\">").append(object).append("</script>\n");
    return html;
}

std::string nav_item(const Edition& edition, std::string_view url, std::string_view text, bool current)
{
    return edition.templates.render(
        "items/nav", {{"url", escaped(url)}, {"text", escaped(text)}, {"current", current ? "true" : ""}});
}

/// settings.nav lists sections and page ids; without it, what the site has.
std::string navigation(const Website& website, const Edition& edition, const Head& head)
{
    std::vector<std::string> entries = website.library.settings.nav;
    if (entries.empty())
        entries = website.catalog ? std::vector<std::string>{"glossary", "gpus", "models", "calculators"}
                                  : std::vector<std::string>{"glossary"};
    std::string html;
    for (const std::string& entry : entries) {
        if (std::find(nav_sections.begin(), nav_sections.end(), entry) != nav_sections.end()) {
            html += nav_item(edition, edition.url(entry + "/"), edition("nav." + entry), head.section == entry);
        } else if (const Page* page = website.library.find_or_default(edition.language, entry)) {
            html += nav_item(edition, page->url, page->title, head.url == page->url);
        }
    }
    return html;
}

/// The author's pages that the footer leads to, where they exist.
std::string footer_pages(const Website& website, const Edition& edition)
{
    std::string html;
    for (const std::string_view id : {"about", "changelog"})
        if (const Page* page = website.library.find(edition.language, id); page && page->kind == PageKind::page)
            html.append("<li>").append(link_html(page->url, page->title)).append("</li>");
    return html;
}

std::string language_switch(const Website& website, const Edition& edition, const Head& head)
{
    std::string html;
    for (const Edition& other : website.editions) {
        if (other.language == edition.language)
            continue;
        bool here = false;
        for (const std::string& language : head.languages)
            here = here || language == other.language;
        const std::string key = "language." + other.language;
        html += edition.templates.render(
            "items/language", {{"url", escaped(other.url(here ? head.url_tail : ""))},
                               {"lang", other.language},
                               {"text", escaped(edition.words->has(key) ? edition(key) : other.language)}});
    }
    return html;
}

}

std::string shell(const Website& website, const Edition& edition, const Head& head, std::string main,
                  std::string popovers)
{
    std::string styles;
    const auto add_style = [&](std::string_view name) {
        if (const std::string_view url = website.assets.url(name); !url.empty())
            styles.append("<link rel=\"stylesheet\" href=\"").append(url).append("\">\n");
    };
    add_style("site.css");
    for (const std::string& name : head.styles)
        add_style(name);
    if (holds(main, "<figure class=\"picture ") || holds(main, "<form class=\"converter\""))
        add_style("picture.css");
    if (const std::string_view url = website.assets.url("print.css"); !url.empty())
        styles.append("<link rel=\"stylesheet\" media=\"print\" href=\"").append(url).append("\">\n");
    std::string modules;
    for (const std::string& name : head.modules)
        if (const std::string_view url = website.assets.url(name); !url.empty())
            modules.append("<script type=\"module\" src=\"").append(url).append("\"></script>\n");
    const std::string_view brand = edition("site.brand");
    std::string title = head.title;
    if (title != brand)
        title.append(edition("site.section_separator")).append(brand);
    return edition.templates.render(
        "layout", {{"lang", edition.language == "zh" ? "zh-CN" : edition.language},
                   {"kind", head.kind},
                   {"offline", website.works_offline ? "true" : ""},
                   {"title", escaped(title)},
                   {"head", head_html(website, edition, head)},
                   {"styles", std::move(styles)},
                   {"icon", std::string(website.assets.url("favicon.svg"))},
                   {"script", head.script ? std::string(website.assets.url("main.js")) : std::string()},
                   {"modules", std::move(modules)},
                   {"brand_url", edition.url("")},
                   {"brand", escaped(brand)},
                   {"nav", navigation(website, edition, head)},
                   {"languages", language_switch(website, edition, head)},
                   {"feed_url", edition.url("feed.xml")},
                   {"glossary_url", edition.url("glossary/")},
                   {"search_url", head.kind == "home" || !website.library.settings.search ? "" : edition.url("search/")}, // The home page has a larger box.
                   {"methods_url", website.catalog ? edition.url("methods/") : ""},
                   {"pages", footer_pages(website, edition)},
                   {"accuracy_url", website.accuracy ? edition.url("accuracy/") : ""},
                   {"data", website.catalog ? "/data/index.json" : ""},
                   {"main", std::move(main)},
                   {"popovers", std::move(popovers)}});
}

std::string breadcrumb_json(const Website& website, const Edition& edition, std::span<const Crumb> crumbs,
                            std::string_view url)
{
    std::string json = R"({"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[)";
    int position = 0;
    const auto add = [&](std::string_view name, std::string_view address) {
        ++position;
        json.append(position > 1 ? "," : "")
            .append(R"({"@type":"ListItem","position":)").append(std::to_string(position))
            .append(R"(,"name":)").append(json_string(name))
            .append(R"(,"item":)").append(json_string(website.base_url + std::string(address))).append("}");
    };
    add(edition("nav.home"), edition.url(""));
    for (const Crumb& crumb : crumbs)
        add(crumb.text, crumb.url.empty() ? url : std::string_view(crumb.url));
    return json + "]}";
}

}
