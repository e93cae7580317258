#include "site/commands/links.h"

#include "site/diagnostics/characters.h"
#include "site/load/load_site.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace site {

namespace {

std::string word(const LinksRequest& request, std::string_view key)
{
    const std::string text = request.wording ? request.wording("links." + std::string(key)) : std::string();
    return text.empty() ? std::string(key) : text;
}

std::string padded(std::string_view text, std::size_t cells)
{
    const std::size_t width = display_width(text);
    return std::string(text) + std::string(width < cells ? cells - width : 1, ' ');
}

/// Every text that could be a link, in reading order: place, text, target, rule, decision.
CommandResult explain(const LinksRequest& request, const CheckWorld& world)
{
    ProseOptions options;
    options.explain = true;
    const RenderedSite site = render_site(request.content, world, options, request.jobs);
    const auto& pages = site.library.pages;
    const std::string wanted = std::filesystem::path(request.file).lexically_normal().generic_string();
    const auto page = std::find_if(pages.begin(), pages.end(), [&](const Page& p) { return wanted == p.file || wanted.ends_with("/" + p.file) || p.file.ends_with("/" + wanted); });
    if (page == pages.end())
        return {1, "", word(request, "no_such_page") + ": " + request.file + "\n"};
    const Prose& prose = site.proses[static_cast<std::size_t>(page - pages.begin())];
    std::ostringstream out;
    std::size_t linked = 0;
    for (const Explanation& e : prose.explanations) {
        const bool hit = e.decision == "linked";
        linked += hit;
        out << padded(page->file + ":" + std::to_string(e.where.line) + ":" + std::to_string(e.where.column), page->file.size() + 9)
            << (hit ? "+ " : "- ") << padded(e.text, 24) << padded(e.target.empty() ? "?" : e.target, 24)
            << padded(word(request, "rule." + e.rule), 10) << word(request, "decision." + e.decision) << '\n';
    }
    out << linked << " / " << prose.explanations.size() << " " << word(request, "linked_of_all") << '\n';
    return {0, out.str(), ""};
}

struct AliasHits {
    std::size_t linked = 0, all = 0;
};

/// Terms never mentioned, pages that link nowhere, and how often each text is met.
CommandResult report(const LinksRequest& request, const CheckWorld& world)
{
    ProseOptions options;
    options.explain = true;
    const RenderedSite site = render_site(request.content, world, options, request.jobs);
    const auto& pages = site.library.pages;
    std::set<std::string> mentioned;
    std::map<std::string, AliasHits> hits; // "text TAB target"
    std::vector<std::string> silent;
    std::size_t links = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        for (const Mention& mention : site.proses[i].mentions)
            mentioned.insert(pages[i].language + "/" + mention.target);
        links += site.proses[i].mentions.size();
        if (site.proses[i].mentions.empty())
            silent.push_back(pages[i].file);
        for (const Explanation& e : site.proses[i].explanations) {
            AliasHits& h = hits[e.text + "\t" + (e.target.empty() ? "?" : e.target)];
            ++h.all;
            h.linked += e.decision == "linked";
        }
    }
    std::ostringstream out;
    out << word(request, "links") << ": " << links << '\n';
    out << '\n' << word(request, "never_mentioned") << '\n';
    for (const Page& page : pages)
        if (page.kind == PageKind::term && !mentioned.contains(page.language + "/" + page.id))
            out << "  " << padded(page.id, 28) << page.title << "  " << page.file << '\n';
    out << '\n' << word(request, "links_nowhere") << '\n';
    for (const std::string& file : silent)
        out << "  " << file << '\n';
    std::vector<std::pair<std::string, AliasHits>> sorted(hits.begin(), hits.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second.all > b.second.all; });
    out << '\n' << word(request, "texts_met") << '\n';
    for (const auto& [key, count] : sorted) {
        const std::size_t tab = key.find('\t');
        const std::string text = key.substr(0, tab);
        out << "  " << padded(std::to_string(count.all), 7) << padded(std::to_string(count.linked), 7) << padded(text, 28) << padded(key.substr(tab + 1), 28);
        // Two characters met everywhere are more often a common word than the term.
        if (character_count(text) <= 2 && count.all >= 20)
            out << word(request, "short_text");
        out << '\n';
    }
    return {0, out.str(), ""};
}

CommandResult diff(const LinksRequest& request, const CheckWorld& world)
{
    const std::filesystem::path table = std::filesystem::path(request.file) / ".gloss" / "links.tsv";
    std::ifstream file(table, std::ios::binary);
    if (!file)
        return {1, "", word(request, "no_such_build") + ": " + table.string() + "\n"};
    std::multiset<std::string> before, after;
    for (std::string line; std::getline(file, line);)
        before.insert(line);
    const RenderedSite site = render_site(request.content, world, {}, request.jobs);
    std::istringstream now(link_table(site.library, site.proses));
    for (std::string line; std::getline(now, line);)
        after.insert(line);
    std::vector<std::string> gone, added;
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(gone));
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(added));
    std::ostringstream out;
    for (const std::string& line : gone)
        out << "- " << line << '\n';
    for (const std::string& line : added)
        out << "+ " << line << '\n';
    out << "+" << added.size() << " -" << gone.size() << '\n';
    return {0, out.str(), ""};
}

}

CommandResult links_command(const LinksRequest& request, const CheckWorld& world)
{
    switch (request.view) {
    case LinksRequest::View::explain: return explain(request, world);
    case LinksRequest::View::diff: return diff(request, world);
    case LinksRequest::View::report: break;
    }
    return report(request, world);
}

std::string link_table(const Library& library, std::span<const Prose> proses)
{
    std::string out;
    for (std::size_t i = 0; i < proses.size(); ++i)
        for (const Mention& mention : proses[i].mentions)
            if (mention.automatic)
                out += library.pages[i].url + '\t' + mention.target + '\t' + mention.sentence.substr(mention.begin, mention.end - mention.begin) + '\n';
    return out;
}

}
