#include "site/render/compare/compare_page.h"

#include "site/render/html.h"
#include "site/render/shell.h"

#include <algorithm>

namespace site {

namespace {

using Rows = std::vector<const AcceleratorRow*>;

/// The vendor with the most rows first, each vendor's rows by name.
std::vector<std::pair<std::string, Rows>> by_vendor(const Catalog& catalog)
{
    std::vector<std::pair<std::string, Rows>> vendors;
    for (const AcceleratorRow& row : catalog.accelerators.rows()) {
        auto found = std::find_if(vendors.begin(), vendors.end(), [&](const auto& v) { return v.first == row.vendor; });
        if (found == vendors.end())
            found = vendors.insert(vendors.end(), {row.vendor, {}});
        found->second.push_back(&row);
    }
    std::stable_sort(vendors.begin(), vendors.end(), [](const auto& x, const auto& y) { return x.second.size() > y.second.size(); });
    for (auto& [vendor, rows] : vendors)
        std::stable_sort(rows.begin(), rows.end(), [](const AcceleratorRow* x, const AcceleratorRow* y) { return x->name < y->name; });
    return vendors;
}

std::string options(const Catalog& catalog, const AcceleratorRow* chosen)
{
    std::string html;
    for (const auto& [vendor, rows] : by_vendor(catalog)) {
        html.append("<optgroup label=\"").append(escaped(vendor)).append("\">");
        for (const AcceleratorRow* row : rows)
            html.append("<option value=\"").append(row->id).append(row == chosen ? "\" selected>" : "\">").append(escaped(row->name)).append("</option>");
        html += "</optgroup>";
    }
    return html;
}

/// The row after `row` of its vendor: something to begin with.
const AcceleratorRow* other_than(const Catalog& catalog, const AcceleratorRow* row)
{
    const auto& rows = catalog.accelerators.rows();
    for (const AcceleratorRow& other : rows)
        if (&other != row && (!row || other.vendor == row->vendor))
            return &other;
    return nullptr;
}

}

std::string comparison_picker(const Comparisons& comparisons, const Edition& edition, const AcceleratorRow* chosen_a, const AcceleratorRow* chosen_b)
{
    const Catalog& catalog = *comparisons.website().catalog;
    if (!chosen_b)
        chosen_b = other_than(catalog, chosen_a);
    return edition.templates.render("comparison_picker", {{"action", edition.url("compare/") + "#one"},
                                                          {"base", edition.url("compare/")},
                                                          {"options_a", options(catalog, chosen_a)},
                                                          {"options_b", options(catalog, chosen_b)}});
}

std::string compare_with(const Comparisons& comparisons, const Edition& edition, const AcceleratorRow& gpu)
{
    std::string written, all;
    for (const Page* page : comparisons.written(edition))
        if (const GpuPair pair = comparisons.pair_of(*page); pair && (pair.a == &gpu || pair.b == &gpu))
            written.append("<li>").append(link_html(page->url, page->title)).append("</li>");
    for (const auto& [vendor, rows] : by_vendor(*comparisons.website().catalog)) {
        std::string links;
        for (const AcceleratorRow* other : rows)
            if (other != &gpu)
                links.append(links.empty() ? "" : edition("compare.separator")).append(link_html(comparisons.url(edition, gpu, *other), other->name));
        if (!links.empty())
            all.append("<dt>").append(escaped(vendor)).append("</dt><dd>").append(links).append("</dd>");
    }
    return edition.templates.render("compare_with", {{"picker", comparison_picker(comparisons, edition, &gpu, nullptr)},
                                                     {"written", std::move(written)},
                                                     {"all", std::move(all)}});
}

std::string comparison_index_page(const Comparisons& comparisons, const Edition& edition)
{
    const Website& website = comparisons.website();
    std::string written, gpus;
    for (const Page* page : comparisons.written(edition))
        written.append("<li>").append(link_html(page->url, page->title)).append("<span>").append(escaped(page->short_text)).append("</span></li>");
    for (const auto& [vendor, rows] : by_vendor(*website.catalog)) {
        gpus.append("<dt>").append(escaped(vendor)).append("</dt><dd>");
        for (const AcceleratorRow* row : rows)
            gpus.append(row == rows.front() ? "" : edition("compare.separator")).append(link_html(edition.url("gpus/" + row->id + "/") + "#compare", row->name));
        gpus += "</dd>";
    }
    const std::string title(edition("compare.index_title")), url = edition.url("compare/");
    const std::vector<Crumb> trail{{title, ""}};
    const auto& rows = website.catalog->accelerators.rows();
    const std::string short_text = edition("compare.index_short", {std::to_string(rows.size())});
    const AcceleratorRow *first = nullptr, *second = nullptr; // Of the author's first pair, else the first rows.
    for (const Page* page : comparisons.written(edition))
        if (const GpuPair pair = comparisons.pair_of(*page); pair && !first)
            first = pair.a, second = pair.b;
    std::string main = edition.templates.render("comparison_index", {{"crumbs", crumbs(website, edition, trail)},
                                                                     {"title", escaped(title)},
                                                                     {"short", escaped(short_text)},
                                                                     {"picker", comparison_picker(comparisons, edition, first, second)},
                                                                     {"written", std::move(written)},
                                                                     {"gpus", std::move(gpus)}});
    return shell(website, edition,
                 {.kind = "comparisons",
                  .title = title,
                  .description = short_text,
                  .url = url,
                  .section = "gpus",
                  .languages = website.languages(),
                  .url_tail = "compare/",
                  .json_ld = {breadcrumb_json(website, edition, trail, url)},
                  .styles = {"compare.css"},
                  .modules = {"compare.js"}},
                 std::move(main));
}

}
