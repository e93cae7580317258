#include "site/render/feeds/search_documents.h"

#include "site/render/html.h"
#include "site/render/parallel.h"

#include <algorithm>
#include <array>
#include <bit>

namespace site {

namespace {

void take_written(SearchDocument& document, const Website& website, const Page& page)
{
    const Prose& prose = website.proses[website.index_of(page)];
    document.english = page.english;
    for (const Alias& alias : page.aliases)
        document.aliases.push_back(alias.text);
    for (const Heading& heading : prose.headings)
        document.headings.push_back(heading.text);
    document.body = plain_text(prose.html);
}

/// What a catalog page has beside numbers: memory type, form factor, vendor, family, and its notes in the page's language.
void take_row(SearchDocument& document, const Catalog& catalog, const Row& row, std::string_view language)
{
    for (const RowAlias& alias : row.aliases)
        if (alias.text != row.name)
            document.aliases.push_back(alias.text);
    document.aliases.push_back(row.id);
    for (const Fact& fact : row.facts)
        if (const auto* text = std::get_if<std::string>(&fact.value))
            document.body.append(*text).append("\n");
    for (const std::string& note : row.notes)
        if (const std::string_view words = catalog.translated(note, language); !words.empty() || language == "en")
            document.body.append(words.empty() ? note : words).append("\n");
}

const Row* row_of(const Website& website, const PlannedPage& page)
{
    if (!website.catalog || (page.kind != "gpu" && page.kind != "model"))
        return nullptr;
    const std::size_t slash = page.url_tail.find('/');
    return website.catalog->find(std::string_view(page.url_tail).substr(slash + 1, page.url_tail.size() - slash - 2));
}

constexpr std::array<std::string_view, 8> kinds{"term", "guide", "compare", "calculator", "gpu", "model", "index", "page"};

std::string words_json(const Edition& edition)
{
    std::string json = "{";
    const auto add = [&](const std::string& key, std::string_view text) {
        json.append(json.size() > 1 ? "," : "").append(json_string(key)).append(":").append(json_string(text));
    };
    for (const std::string_view kind : kinds)
        add("kind." + std::string(kind), edition("search.kind." + std::string(kind)));
    for (const std::string_view key : {"count", "nothing", "all", "corrected", "more"})
        add(std::string(key), edition("search.say." + std::string(key)));
    return json + "}";
}

}

std::vector<SearchDocument> search_documents(const Website& website, const Edition& edition, std::span<const PlannedPage> pages)
{
    std::vector<std::pair<int, SearchDocument>> found;
    for (const PlannedPage& page : pages) {
        if (page.language != edition.language || !page.listed || page.url_tail.empty())
            continue;
        SearchDocument document;
        document.url = page.url;
        document.kind = std::find(kinds.begin(), kinds.end(), page.kind) == kinds.end() ? "page" : page.kind;
        document.title = page.title;
        document.short_text = page.short_text;
        std::string_view id;
        if (const Page* written = website.library.find_url(page.url)) {
            take_written(document, website, *written);
            id = written->id;
        } else if (const Row* row = row_of(website, page)) {
            take_row(document, *website.catalog, *row, edition.language);
            id = row->id;
        }
        found.emplace_back(std::bit_width(website.backlinks.of(edition.language, id).size()), std::move(document));
    }
    // Pages that others lead to come first, so that of two equal hits the better known one does. In powers of two: one
    // link more seldom changes the order, and with it the index.
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<SearchDocument> documents;
    documents.reserve(found.size());
    for (auto& [links, document] : found)
        documents.push_back(std::move(document));
    return documents;
}

std::map<std::string, std::string> search_index(const Website& website, std::span<const PlannedPage> pages, int jobs)
{
    const auto for_each = [jobs](std::size_t count, const std::function<void(std::size_t)>& work) { for_each_parallel(count, jobs, work); };
    std::map<std::string, std::string> files;
    for (const Edition& edition : website.editions) {
        std::string others = "[";
        for (const Edition& other : website.editions)
            if (&other != &edition)
                others.append(others.size() > 1 ? "," : "").append(json_string(other.url("search/index.json")));
        files.merge(search_files(search_documents(website, edition, pages),
                                 {.language = edition.language, .words_json = words_json(edition), .others_json = others + "]"}, for_each));
    }
    return files;
}

}
