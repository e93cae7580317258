#include "site/render/feeds/llms.h"

namespace site {

std::string llms(const Website& website, std::span<const PlannedPage> pages)
{
    const Edition& first = website.editions.front();
    std::string text = "# " + std::string(first("site.name")) + "\n\n> " + std::string(first("site.description")) + "\n";
    for (const Edition& edition : website.editions) {
        std::string_view section;
        for (const PlannedPage& page : pages) {
            if (!page.listed || page.language != edition.language)
                continue;
            if (page.kind != section) {
                section = page.kind;
                text.append("\n## ").append(section).append(" (").append(edition.language).append(")\n\n");
            }
            text.append("- [").append(page.title).append("](").append(website.base_url).append(page.url).append(")");
            if (!page.short_text.empty())
                text.append(": ").append(page.short_text);
            text += "\n";
        }
    }
    return text;
}

}
