#include "site/render/pages/term_page.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/citations.h"
#include "site/render/html.h"
#include "site/render/shell.h"
#include "site/render/shown_value.h"

#include <algorithm>

namespace site {

namespace {

std::string category_name(const Edition& edition, const std::string& category)
{
    const std::string key = "category." + category;
    return std::string(edition.words->has(key) ? edition(key) : edition("category.other"));
}

/// What a row is called in a table, as a link to its page where it has one.
std::string subject_html(const Website& website, const Edition& edition, const Row& row)
{
    if (website.catalog->accelerators.find(row.id))
        return link_html(edition.url("gpus/" + row.id + "/"), row.name);
    if (website.catalog->models.find(row.id))
        return link_html(edition.url("models/" + row.id + "/"), row.name);
    return escaped(row.name.empty() ? row.id : row.name);
}

/// fact.memory_bandwidth; tflops.<format>.dense has one pattern for all formats.
std::string fact_label(const Edition& edition, const std::string& key)
{
    if (key.starts_with("tflops.")) {
        const std::size_t dot = key.rfind('.');
        std::string format = key.substr(7, dot - 7);
        for (char& c : format)
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        return edition("fact.tflops" + key.substr(dot), {format});
    }
    return std::string(edition("fact." + key));
}

std::string numbers(const Website& website, const Edition& edition, const Page& page, Citations& citations)
{
    std::string html;
    if (!website.catalog)
        return html;
    for (const Reference& reference : page.numbers) {
        const FactLookup found = website.catalog->fact(reference.id);
        if (!found)
            continue; // The checks report it.
        html += edition.templates.render(
            "items/number", {{"subject", subject_html(website, edition, *found.row)},
                             {"label", escaped(fact_label(edition, found.fact->key))},
                             {"value", fact_html(*found.fact, edition)},
                             {"unverified", found.fact->unverified || found.row->unverified ? "true" : ""},
                             {"source", citations.mark(found.fact->source)}});
    }
    return html;
}

std::string related(const Edition& edition, const std::vector<Reference>& references)
{
    std::string html;
    for (const Reference& reference : references)
        if (const auto found = edition.related.find(reference.id); found != edition.related.end())
            html += found->second;
    return html;
}

std::string aliases(const Edition& edition, const Page& page)
{
    std::string text;
    for (const Alias& alias : page.aliases) {
        if (alias.is_title || alias.text == page.title || alias.text == page.english)
            continue;
        text.append(text.empty() ? "" : edition("term.alias_separator")).append(alias.text);
    }
    return escaped(text);
}

/// The terms of the category around this one: all of a usual category, a window of a large one.
std::string sidebar(const Website& website, const Edition& edition, const Page& page)
{
    constexpr std::size_t window = 24;
    const Neighbours& terms = edition.by_category.at(page.category);
    const std::size_t here = terms.place.at(website.index_of(page));
    const auto begin_of = [&](std::size_t place) { return place == 0 ? 0 : terms.ends[place - 1]; };
    const std::string_view items = terms.items;
    const std::size_t first = begin_of(here - std::min(here, window)), last = terms.ends[std::min(here + window, terms.ends.size() - 1)];
    std::string html(items.substr(first, begin_of(here) - first));
    html += edition.templates.render("items/sidebar", {{"url", escaped(page.url)}, {"title", escaped(page.title)}, {"current", "true"}});
    return html.append(items.substr(terms.ends[here], last - terms.ends[here]));
}

/// The neighbours in the index by English name.
std::pair<std::string, std::string> adjacent(const Website& website, const Edition& edition, const Page& page)
{
    const auto found = edition.place.find(website.index_of(page));
    if (found == edition.place.end())
        return {};
    const std::size_t at = found->second;
    const auto link = [&](const Listed& entry) {
        const Page& other = website.library.pages[entry.page];
        return link_html(other.url, other.title);
    };
    return {at == 0 ? std::string() : link(edition.by_name[at - 1]),
            at + 1 == edition.by_name.size() ? std::string() : link(edition.by_name[at + 1])};
}

std::string term_json(const Website& website, const Edition& edition, const Page& page)
{
    std::string json = R"({"@context":"https://schema.org","@type":"DefinedTerm","@id":)" +
                       json_string(website.base_url + page.url) + R"(,"url":)" + json_string(website.base_url + page.url) +
                       R"(,"name":)" + json_string(page.title) + R"(,"description":)" + json_string(page.short_text) +
                       R"(,"inLanguage":)" + json_string(edition.language);
    std::string names;
    const auto add = [&](const std::string& name) { names.append(names.empty() ? "" : ",").append(json_string(name)); };
    if (!page.english.empty() && page.english != page.title)
        add(page.english);
    for (const Alias& alias : page.aliases)
        if (!alias.is_title && alias.text != page.english)
            add(alias.text);
    if (!names.empty())
        json.append(R"(,"alternateName":[)").append(names).append("]");
    if (!page.updated.empty())
        json.append(R"(,"dateModified":)").append(json_string(page.updated));
    return json.append(R"(,"inDefinedTermSet":)").append(json_string(website.base_url + edition.url("glossary/"))) + "}";
}

}

std::string provider_notes(const Website& website, const Edition& edition, const Page& page)
{
    std::string html;
    if (!website.catalog)
        return html;
    for (const Reference& reference : page.provider)
        for (const ProviderNote& note : website.catalog->provider.notes)
            if (note.id == reference.id)
                html.append("<p>").append(escaped(note.in(edition.language))).append("</p>");
    return html;
}

std::string calculator_links(const Website& website, const Edition& edition, const Page& page)
{
    std::string html;
    for (const Reference& reference : page.calculators) {
        if (website.catalog && has_calculator_page(reference.id))
            html.append("<li><a class=\"button\" href=\"").append(edition.url("calculators/" + reference.id + "/"))
                .append("\">").append(escaped(calculator_title(website, edition, reference.id).title)).append("</a></li>");
    }
    return html;
}

std::vector<std::string> languages_of(const Website& website, std::string_view id)
{
    std::vector<std::string> result;
    for (const Edition& edition : website.editions)
        if (website.library.find(edition.language, id))
            result.push_back(edition.language);
    return result;
}

std::string tooltips(const Edition& edition, const Prose& prose)
{
    std::string html;
    for (const std::string& id : prose.tooltips)
        if (const auto found = edition.tooltips.find(id); found != edition.tooltips.end())
            html += found->second;
    return html;
}

std::string term_page(const Website& website, const Edition& edition, const Page& page)
{
    const Prose& prose = website.proses[website.index_of(page)];
    Citations citations(website, edition);
    for (const Reference& reference : page.sources)
        citations.add(reference.id);
    for (const std::string& id : prose.sources)
        citations.add(id);
    std::string table = numbers(website, edition, page, citations);
    auto [previous, next] = adjacent(website, edition, page);
    const std::vector<Crumb> trail{{std::string(edition("nav.glossary")), edition.url("glossary/")}, {page.title, ""}};
    std::string provider = provider_notes(website, edition, page);
    std::string main = edition.templates.render(
        "term", {{"crumbs", crumbs(website, edition, trail)},
                 {"title", escaped(page.title)},
                 {"english", page.english == page.title ? "" : escaped(page.english)},
                 {"aliases", aliases(edition, page)},
                 {"short", escaped(page.short_text)},
                 {"body", prose.html},
                 {"numbers", std::move(table)},
                 {"provider", std::move(provider)},
                 {"provider_name", website.catalog ? escaped(website.catalog->provider.name) : ""},
                 {"calculators", calculator_links(website, edition, page)},
                 {"related", related(edition, page.see)},
                 {"confused", related(edition, page.confused_with)},
                 {"backlinks", backlink_items(website, edition, page.id)},
                 {"sources", citations.items()},
                 {"updated", escaped(page.updated)},
                 {"previous", std::move(previous)},
                 {"next", std::move(next)},
                 {"category", escaped(category_name(edition, page.category))},
                 {"sidebar", sidebar(website, edition, page)}});
    std::string title = page.title;
    if (!page.english.empty() && page.english != page.title)
        title.append(" (").append(page.english).append(")");
    return shell(website, edition,
                 {.kind = "term",
                  .title = std::move(title),
                  .description = page.short_text,
                  .url = page.url,
                  .section = "glossary",
                  .languages = languages_of(website, page.id),
                  .url_tail = page.url.substr(edition.language.size() + 2),
                  .json_ld = {term_json(website, edition, page), breadcrumb_json(website, edition, trail, page.url)},
                  .styles = {}},
                 std::move(main), tooltips(edition, prose));
}

std::string written_page(const Website& website, const Edition& edition, const Page& page)
{
    const Prose& prose = website.proses[website.index_of(page)];
    Citations citations(website, edition);
    for (const Reference& reference : page.sources)
        citations.add(reference.id);
    for (const std::string& id : prose.sources)
        citations.add(id);
    const std::vector<Crumb> trail{{page.title, ""}};
    std::string main = edition.templates.render("page", {{"crumbs", crumbs(website, edition, trail)},
                                                         {"title", escaped(page.title)},
                                                         {"short", escaped(page.short_text)},
                                                         {"body", prose.html},
                                                         {"sources", citations.items()},
                                                         {"updated", escaped(page.updated)}});
    return shell(website, edition,
                 {.kind = "page",
                  .title = page.title,
                  .description = page.short_text,
                  .url = page.url,
                  .section = "",
                  .languages = languages_of(website, page.id),
                  .url_tail = page.url.substr(edition.language.size() + 2),
                  .json_ld = {breadcrumb_json(website, edition, trail, page.url)},
                  .styles = {}},
                 std::move(main), tooltips(edition, prose));
}

}
