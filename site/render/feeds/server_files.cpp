#include "site/render/feeds/server_files.h"

#include <algorithm>

namespace site {

std::string robots(std::string_view base_url)
{
    return "User-agent: *\nAllow: /\n\nSitemap: " + std::string(base_url) + "/sitemap.xml\n";
}

std::string headers_file()
{
    return "/*\n"
           "  Content-Security-Policy: " + std::string(content_security_policy) + "\n"
           "  X-Content-Type-Options: nosniff\n"
           "  Referrer-Policy: strict-origin-when-cross-origin\n"
           "  Permissions-Policy: camera=(), microphone=(), geolocation=()\n"
           "  Cache-Control: public, max-age=300\n"
           "/assets/*\n"
           "  Cache-Control: public, max-age=31536000, immutable\n"
           "  Access-Control-Allow-Origin: *\n"
           "/data/*\n"
           "  Access-Control-Allow-Origin: *\n";
}

std::vector<std::pair<std::string, std::string>> redirects(const Website& website)
{
    std::vector<std::pair<std::string, std::string>> result;
    for (const Page& page : website.library.pages) {
        const std::size_t tail = page.url.rfind(page.id + "/");
        if (tail == std::string::npos)
            continue;
        for (const std::string& old : page.was)
            result.emplace_back(page.url.substr(0, tail) + old + "/", page.url);
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::string redirects_file(const Website& website)
{
    std::string text;
    for (const auto& [from, to] : redirects(website))
        text.append(from).append(" ").append(to).append(" 301\n");
    return text;
}

}
