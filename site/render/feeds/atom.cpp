#include "site/render/feeds/atom.h"

#include "site/render/html.h"

#include <algorithm>

namespace site {

namespace {

constexpr std::size_t most_entries = 50;

std::string timestamp(std::string_view date) { return std::string(date) + "T00:00:00Z"; }

}

std::string atom_feed(const Website& website, const Edition& edition)
{
    std::vector<const Page*> pages;
    for (const Page& page : website.library.pages)
        if (page.language == edition.language && !page.updated.empty())
            pages.push_back(&page);
    std::stable_sort(pages.begin(), pages.end(),
                     [](const Page* a, const Page* b) { return a->updated > b->updated; });
    pages.resize(std::min(pages.size(), most_entries));
    const std::string home = website.base_url + edition.url("");
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"" +
                      edition.language + "\">\n";
    xml.append("<title>").append(escaped(edition("feed.title"))).append("</title>\n<id>").append(escaped(home)).append("</id>\n")
        .append("<link href=\"").append(escaped(home)).append("\"/>\n<link rel=\"self\" href=\"").append(escaped(home))
        .append("feed.xml\"/>\n<author><name>").append(escaped(edition("site.name"))).append("</name></author>\n<updated>")
        .append(timestamp(pages.empty() ? "1970-01-01" : pages.front()->updated)).append("</updated>\n");
    for (const Page* page : pages) {
        const std::string url = escaped(website.base_url + page->url);
        xml.append("<entry><title>").append(escaped(page->title)).append("</title><id>").append(url)
            .append("</id><link href=\"").append(url).append("\"/><updated>").append(timestamp(page->updated))
            .append("</updated><summary>").append(escaped(page->short_text)).append("</summary></entry>\n");
    }
    return xml + "</feed>\n";
}

}
