#include "site/render/feeds/server_files.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/embed/embed_page.h"

#include <algorithm>

namespace site {

std::string robots(std::string_view base_url)
{
    return "User-agent: *\nAllow: /\n\nSitemap: " + std::string(base_url) + "/sitemap.xml\n";
}

std::string content_security_policy(std::string_view url, std::string_view frame_ancestors)
{
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
           "font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors " +
           std::string(url.starts_with("/embed/") ? frame_ancestors : "'self'");
}

std::string headers_file(const Website& website)
{
    std::string text = "/*\n"
                       "  X-Content-Type-Options: nosniff\n"
                       "  Referrer-Policy: strict-origin-when-cross-origin\n"
                       "  Permissions-Policy: camera=(), microphone=(), geolocation=()\n"
                       "  Cache-Control: public, max-age=300\n";
    // Hosts join the same header of two matching rules, and of two policies the stricter counts: so each path has just one.
    std::vector<std::string> paths{"/", "/404.html", "/embed/*"};
    for (const Edition& edition : website.editions)
        paths.push_back("/" + edition.language + "/*");
    for (const std::string& path : paths)
        text.append(path).append("\n  Content-Security-Policy: ").append(content_security_policy(path)).append("\n");
    return text + "/assets/*\n"
                  "  Cache-Control: public, max-age=31536000, immutable\n"
                  "  Access-Control-Allow-Origin: *\n"
                  "/data/*\n"
                  "  Access-Control-Allow-Origin: *\n"
                  "/embed/*\n"
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
    if (website.catalog)
        for (const engine::Calculator& calculator : engine::calculators())
            if (has_calculator_page(calculator.id))
                result.emplace_back("/embed/" + std::string(calculator.id) + "/", embed_url(website.editions.front(), calculator.id));
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
