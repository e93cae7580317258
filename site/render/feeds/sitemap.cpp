#include "site/render/feeds/sitemap.h"

#include "site/render/html.h"

namespace site {

std::string sitemap(std::string_view base_url, std::span<const PlannedPage> pages)
{
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
                      "xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
    for (const PlannedPage& page : pages) {
        if (!page.listed)
            continue;
        xml.append("<url><loc>").append(escaped(std::string(base_url) + page.url)).append("</loc>");
        if (!page.updated.empty())
            xml.append("<lastmod>").append(escaped(page.updated)).append("</lastmod>");
        if (page.languages.size() > 1)
            for (const std::string& language : page.languages)
                xml.append("<xhtml:link rel=\"alternate\" hreflang=\"").append(language).append("\" href=\"")
                    .append(escaped(std::string(base_url) + "/" + language + "/" + page.url_tail)).append("\"/>");
        xml += "</url>\n";
    }
    return xml + "</urlset>\n";
}

}
