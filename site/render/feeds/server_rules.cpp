#include "site/render/feeds/server_rules.h"

#include "site/render/calculator/calculator_page.h"
#include "site/render/embed/embed_page.h"

#include <algorithm>

namespace site {

namespace {

constexpr std::string_view cache_for_ever = "public, max-age=31536000, immutable"; ///< a hash of the bytes stands in the path
constexpr std::string_view cache_a_day = "public, max-age=86400";
constexpr std::string_view cache_shortly = "public, max-age=300";

}

std::string content_security_policy(std::string_view url, std::string_view frame_ancestors)
{
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
           "font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors " +
           std::string(url.starts_with("/embed/") ? frame_ancestors : "'self'");
}

bool HeaderRule::matches(std::string_view url) const
{
    return path.ends_with('*') ? url.starts_with(std::string_view(path).substr(0, path.size() - 1)) : url == path;
}

std::vector<HeaderRule> header_rules(std::span<const std::string> languages, std::string_view frame_ancestors)
{
    std::vector<HeaderRule> rules{{"/*",
                                   {{"X-Content-Type-Options", "nosniff"},
                                    {"Referrer-Policy", "strict-origin-when-cross-origin"},
                                    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"}}}};
    std::vector<std::string> pages{"/", "/404.html"};
    for (const std::string& language : languages)
        pages.push_back("/" + language + "/*");
    for (const std::string& path : pages)
        rules.push_back({path, {{"Content-Security-Policy", content_security_policy(path, frame_ancestors)}, {"Cache-Control", std::string(cache_shortly)}}});
    const std::pair<std::string_view, std::string> for_all_hosts("Access-Control-Allow-Origin", "*");
    rules.push_back({"/embed/*",
                     {{"Content-Security-Policy", content_security_policy("/embed/", frame_ancestors)},
                      {"Cache-Control", std::string(cache_shortly)},
                      for_all_hosts}});
    rules.push_back({"/assets/*", {{"Cache-Control", std::string(cache_for_ever)}, for_all_hosts}});
    rules.push_back({"/data/*", {{"Cache-Control", std::string(cache_shortly)}, for_all_hosts}});
    rules.push_back({"/icons/*", {{"Cache-Control", std::string(cache_a_day)}}});
    rules.push_back({"/sw.js", {{"Cache-Control", "no-cache"}}}); // A new one is seen at once.
    for (const char* file : {"/llms.txt", "/robots.txt", "/sitemap.xml"})
        rules.push_back({file, {{"Cache-Control", std::string(cache_shortly)}}});
    return rules;
}

std::vector<HeaderRule> header_rules(const Website& website)
{
    std::vector<std::string> languages;
    for (const Edition& edition : website.editions)
        languages.push_back(edition.language);
    return header_rules(languages, website.library.settings.frame_ancestors);
}

std::string_view header_of(std::span<const HeaderRule> rules, std::string_view url, std::string_view name)
{
    for (const HeaderRule& rule : rules)
        if (rule.matches(url))
            for (const auto& [header, value] : rule.headers)
                if (header == name)
                    return value;
    return {};
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

}
