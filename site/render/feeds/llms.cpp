#include "site/render/feeds/llms.h"

#include "site/render/twin/markdown_twin.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 8> sections{"term", "guide", "compare", "calculator", "gpu", "model", "page", "index"};

std::string entry(const Website& website, const PlannedPage& page)
{
    const std::string address = has_twin(website.library.settings, page) ? twin_path(page.url) : page.url;
    std::string text = "- [" + page.title + "](" + website.base_url + address + ")";
    if (!page.short_text.empty())
        text.append(": ").append(page.short_text);
    return text + "\n";
}

}

std::string llms(const Website& website, std::span<const PlannedPage> pages)
{
    const Edition& first = website.editions.front();
    std::string text = "# " + std::string(first("site.name")) + "\n\n> " + std::string(first("site.description")) + "\n";
    for (const Edition& edition : website.editions)
        for (const std::string_view section : sections) {
            std::string entries;
            for (const PlannedPage& page : pages)
                if (page.listed && page.language == edition.language && page.kind == section)
                    entries += entry(website, page);
            if (!entries.empty())
                text.append("\n## ").append(edition("search.kind." + std::string(section))).append(" (").append(edition.language).append(")\n\n").append(entries);
        }
    if (website.catalog) {
        text += "\n## Data\n\n";
        for (const char* file : {"accelerators", "models", "formats", "links", "sources"})
            text.append("- [").append(file).append("](").append(website.base_url).append("/data/").append(file).append(".json)\n");
    }
    return text;
}

}
