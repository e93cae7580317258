#include "site/check/families.h"

#include "site/diagnostics/suggestion.h"
#include "site/render/heading_ids.h"

#include <algorithm>

namespace site {

namespace {

bool has_anchor(const Prose& prose, std::string_view anchor)
{
    return anchor.empty() || anchor == "top" || std::find(prose.anchors.begin(), prose.anchors.end(), anchor) != prose.anchors.end();
}

std::string list_of(const std::vector<std::string>& anchors)
{
    constexpr std::size_t most = 12;
    std::string out;
    for (std::size_t i = 0; i < anchors.size() && i < most; ++i)
        out += (i ? ", #" : "#") + anchors[i];
    return out + (anchors.size() > most ? ", …" : "");
}

/// The heading of `to` that stands where `from` has the one called `anchor`: by its pinned id, else by its place.
std::string counterpart(const Prose& from, const Prose& to, std::string_view anchor)
{
    for (std::size_t i = 0; i < from.headings.size(); ++i) {
        const Heading& heading = from.headings[i];
        if (heading.id != anchor && heading_slug(heading.text) != anchor)
            continue;
        if (has_anchor(to, heading.id))
            return heading.id;
        if (from.headings.size() == to.headings.size())
            return to.headings[i].id;
    }
    return {};
}

void check_uses(const CheckedSite& site, Diagnostics& diagnostics)
{
    for (std::size_t i = 0; i < site.proses.size(); ++i) {
        const Page& page = site.library.pages[i];
        for (const AnchorUse& use : site.proses[i].anchor_uses) {
            const Page* target = site.library.find(use.language, use.page);
            const Prose* prose = target ? site.prose(target) : nullptr;
            if (!prose || has_anchor(*prose, use.anchor))
                continue;
            std::string elsewhere, near;
            for (const std::string& language : site.library.settings.languages) {
                const Page* twin = language == use.language ? nullptr : site.library.find(language, use.page);
                const Prose* other = twin ? site.prose(twin) : nullptr;
                if (!other || !near.empty())
                    continue;
                near = counterpart(*other, *prose, use.anchor);
                if (!near.empty())
                    elsewhere = language;
            }
            if (near.empty())
                near = nearest(use.anchor, std::span<const std::string>(prose->anchors));
            diagnostics.push_back({Severity::error, elsewhere.empty() ? "dead-anchor" : "dead-anchor-in-language", page.file, use.where,
                                   {use.anchor, target->file, near, list_of(prose->anchors), elsewhere, use.language}, use.length});
        }
    }
}

/// `{#id}` promises the same anchor in every language: told once for each pair of pages.
void check_pins(const CheckedSite& site, Diagnostics& diagnostics)
{
    for (std::size_t i = 0; i < site.proses.size(); ++i) {
        const Page& page = site.library.pages[i];
        for (const std::string& language : site.library.settings.languages) {
            const Page* twin = language == page.language ? nullptr : site.library.find(language, page.id);
            const Prose* prose = twin ? site.prose(twin) : nullptr;
            if (!prose)
                continue;
            std::string missing;
            Position where;
            for (const Heading& heading : site.proses[i].headings)
                if (heading.pinned && !has_anchor(*prose, heading.id)) {
                    where = missing.empty() ? heading.where : where;
                    missing += (missing.empty() ? "#" : ", #") + heading.id;
                }
            if (!missing.empty())
                diagnostics.push_back({Severity::warning, "missing-pinned-anchor", page.file, where, {missing, twin->file}, 1});
        }
    }
}

void check_urls(const CheckedSite& site, Diagnostics& diagnostics)
{
    if (!site.known.urls)
        return;
    std::vector<std::string_view> urls;
    for (const std::string& url : *site.known.urls)
        urls.push_back(url);
    for (const Page& page : site.library.pages)
        urls.push_back(page.url);
    std::sort(urls.begin(), urls.end());
    for (std::size_t i = 0; i < site.proses.size(); ++i)
        for (const UrlUse& use : site.proses[i].url_uses)
            if (!std::binary_search(urls.begin(), urls.end(), std::string_view(use.url)))
                diagnostics.push_back({Severity::error, "dead-link", site.library.pages[i].file, use.where,
                                       {use.url, std::string(nearest(use.url, std::span<const std::string_view>(urls)))}, use.length});
}

}

void check_anchors(const CheckedSite& site, Diagnostics& diagnostics)
{
    check_uses(site, diagnostics);
    check_pins(site, diagnostics);
    check_urls(site, diagnostics);
}

}
