#include "site/render/compare/compare_page.h"

#include "site/render/catalog/spec_table.h"
#include "site/render/compare/compared.h"
#include "site/render/html.h"
#include "site/render/pages/term_page.h"
#include "site/render/shell.h"

#include <algorithm>

namespace site {

namespace {

std::vector<Crumb> trail_of(const Edition& edition, const std::string& title)
{
    return {{std::string(edition("nav.compare")), edition.url("compare/")}, {title, ""}};
}

/// `<section>` parts of the author's prose, and its popovers.
struct Written {
    std::string body, tips, related;
};

Written written_parts(const Website& website, const Edition& edition, const Page* page, Citations& citations)
{
    if (!page)
        return {};
    const Prose& prose = website.proses[website.index_of(*page)];
    for (const Reference& reference : page->sources)
        citations.add(reference.id);
    for (const std::string& id : prose.sources)
        citations.add(id);
    Written written{prose.html, tooltips(edition, prose), {}};
    for (const Reference& reference : page->see)
        if (const auto found = edition.related.find(reference.id); found != edition.related.end())
            written.related += found->second;
    return written;
}

std::string sentence(const Edition& edition, const std::string& key, const std::string& name, const std::string& list)
{
    return list.empty() ? std::string() : "<p>" + edition(key, {"<strong>" + escaped(name) + "</strong>", escaped(list)}) + "</p>";
}

std::string notes(const Compared& compared)
{
    std::string html;
    for (const AcceleratorRow* gpu : {&compared.a, &compared.b})
        if (const std::string text = notes_html(compared.comparisons.website(), compared.edition, *gpu); !text.empty())
            html.append("<p><strong>").append(escaped(gpu->name)).append("</strong> ").append(text).append("</p>");
    return html;
}

std::string gpu_link(const Edition& edition, const AcceleratorRow& gpu) { return link_html(edition.url("gpus/" + gpu.id + "/"), gpu.name); }

/// Where to go on: every comparison of either, and the picker.
std::string others(const Compared& compared)
{
    const Edition& edition = compared.edition;
    std::string html;
    for (const auto& [gpu, name] : {std::pair(&compared.a, &compared.name_a), std::pair(&compared.b, &compared.name_b)})
        html.append("<li>").append(link_html(edition.url("gpus/" + gpu->id + "/") + "#compare", edition("compare.all_of", {*name}))).append("</li>");
    return html.append("<li>").append(link_html(edition.url("compare/"), edition("compare.any_two"))).append("</li>");
}

/// What stands for a side that is no accelerator: where it leads, its name, one sentence.
struct Side {
    std::string url, name, short_text;
};

Side side_of(const Website& website, const Edition& edition, const std::string& id)
{
    if (const LinkTarget* target = edition.matcher->find(id))
        return {target->url, target->title, target->short_text};
    const Row* row = website.catalog ? website.catalog->find(id) : nullptr;
    return {"", row ? row->name : id, ""};
}

std::string side_html(const Side& side)
{
    return "<li><strong>" + (side.url.empty() ? escaped(side.name) : link_html(side.url, side.name)) + "</strong>" +
           (side.short_text.empty() ? "" : "<span>" + escaped(side.short_text) + "</span>") + "</li>";
}

/// The languages of a generated page: those in which nobody wrote one.
std::vector<std::string> languages_of(const Comparisons& comparisons, const GpuPair& pair)
{
    std::vector<std::string> languages;
    for (const Edition& edition : comparisons.website().editions)
        if (!comparisons.page(edition, *pair.a, *pair.b))
            languages.push_back(edition.language);
    return languages;
}

}

std::string comparison_title(const Edition& edition, const GpuPair& pair)
{
    if (pair.written)
        return pair.written->title;
    const auto [a, b] = pair_names(*pair.a, *pair.b);
    return edition("compare.title", {a, b});
}

std::string comparison_summary(const Comparisons& comparisons, const Edition& edition, const GpuPair& pair)
{
    if (pair.written && !pair.written->short_text.empty())
        return pair.written->short_text;
    return compared_summary(Compared(comparisons, edition, pair));
}

std::string gpu_comparison_page(const Comparisons& comparisons, const Edition& edition, const GpuPair& pair)
{
    const Website& website = comparisons.website();
    Compared compared(comparisons, edition, pair);
    const std::string title = comparison_title(edition, pair), url = comparisons.url(edition, *pair.a, *pair.b);
    const std::vector<Crumb> trail = trail_of(edition, title);
    const Strengths more = strengths(compared);
    std::string summary = comparison_summary(comparisons, edition, pair);
    std::string specs = spec_rows(compared), rates = rate_rows(compared); // Their sources are numbered before the prose's.
    Written written = written_parts(website, edition, pair.written, compared.citations);
    std::string main = edition.templates.render(
        "comparison", {{"crumbs", crumbs(website, edition, trail)},
                       {"title", escaped(title)},
                       {"short", escaped(summary)},
                       {"a", gpu_link(edition, *pair.a)},
                       {"b", gpu_link(edition, *pair.b)},
                       {"name_a", escaped(compared.name_a)},
                       {"name_b", escaped(compared.name_b)},
                       {"strengths", sentence(edition, "compare.strong", compared.name_a, more.a) +
                                         sentence(edition, "compare.strong", compared.name_b, more.b) +
                                         (more.equal.empty() ? "" : "<p>" + escaped(edition("compare.equal_in", {more.equal})) + "</p>")},
                       {"verdict", verdict_rows(compared)},
                       {"body", std::move(written.body)},
                       {"specs", std::move(specs)},
                       {"rates", std::move(rates)},
                       {"fits", fit_rows(compared)},
                       {"fit_sentences", fit_sentences(compared)},
                       {"serving", serving_rows(compared)},
                       {"training", training_rows(compared)},
                       {"prices", price_items(compared)},
                       {"accuracy_url", website.accuracy ? edition.url("accuracy/") : ""},
                       {"related", std::move(written.related)},
                       {"others", others(compared)},
                       {"notes", notes(compared)},
                       {"sources", compared.citations.items()},
                       {"updated", pair.written ? escaped(pair.written->updated) : ""}});
    return shell(website, edition,
                 {.kind = "comparison",
                  .title = title,
                  .description = std::move(summary),
                  .url = url,
                  .section = "gpus",
                  .languages = pair.written ? site::languages_of(website, pair.written->id) : languages_of(comparisons, pair),
                  .url_tail = url.substr(edition.language.size() + 2),
                  .json_ld = {breadcrumb_json(website, edition, trail, url)},
                  .index = pair.written != nullptr,
                  .styles = {"compare.css"}},
                 std::move(main), std::move(written.tips));
}

std::string written_comparison_page(const Website& website, const Edition& edition, const Page& page)
{
    Citations citations(website, edition);
    const std::vector<Crumb> trail =
        website.catalog ? trail_of(edition, page.title) : std::vector<Crumb>{{page.title, ""}};
    const Side a = side_of(website, edition, page.a.id), b = side_of(website, edition, page.b.id);
    const Row* row_a = website.catalog ? website.catalog->find(page.a.id) : nullptr;
    const Row* row_b = website.catalog ? website.catalog->find(page.b.id) : nullptr;
    std::string facts = row_a && row_b ? fact_rows(*row_a, *row_b, edition, citations) : "";
    Written written = written_parts(website, edition, &page, citations);
    std::string main = edition.templates.render("comparison_text", {{"crumbs", crumbs(website, edition, trail)},
                                                                    {"title", escaped(page.title)},
                                                                    {"short", escaped(page.short_text)},
                                                                    {"sides", side_html(a) + side_html(b)},
                                                                    {"name_a", escaped(a.name)},
                                                                    {"name_b", escaped(b.name)},
                                                                    {"facts", std::move(facts)},
                                                                    {"body", std::move(written.body)},
                                                                    {"provider", provider_notes(website, edition, page)},
                                                                    {"provider_name", website.catalog ? escaped(website.catalog->provider.name) : ""},
                                                                    {"calculators", calculator_links(website, edition, page)},
                                                                    {"related", std::move(written.related)},
                                                                    {"sources", citations.items()},
                                                                    {"updated", escaped(page.updated)}});
    return shell(website, edition,
                 {.kind = "comparison",
                  .title = page.title,
                  .description = page.short_text,
                  .url = page.url,
                  .section = "",
                  .languages = site::languages_of(website, page.id),
                  .url_tail = page.url.substr(edition.language.size() + 2),
                  .json_ld = {breadcrumb_json(website, edition, trail, page.url)},
                  .styles = {"compare.css"}},
                 std::move(main), std::move(written.tips));
}

}
