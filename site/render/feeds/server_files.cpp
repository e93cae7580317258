#include "site/render/feeds/server_files.h"

#include "site/write/media_type.h"

namespace site {

namespace {

/// Files that servers read and visitors do not.
constexpr std::string_view hidden[] = {"/.gloss/", "/_headers", "/_redirects"};

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; } // No value of ours holds a quote or `$`.

}

std::string robots(std::string_view base_url)
{
    return "User-agent: *\nAllow: /\n\nSitemap: " + std::string(base_url) + "/sitemap.xml\n";
}

std::string headers_file(std::span<const HeaderRule> rules)
{
    std::string text;
    for (const HeaderRule& rule : rules) {
        text.append(rule.path).append("\n");
        for (const auto& [name, value] : rule.headers)
            text.append("  ").append(name).append(": ").append(value).append("\n");
    }
    return text;
}

std::string redirects_file(const Redirects& redirects)
{
    std::string text;
    for (const auto& [from, to] : redirects)
        text.append(from).append(" ").append(to).append(" 301\n");
    return text;
}

std::string nginx_file(std::span<const HeaderRule> rules, const Redirects& redirects)
{
    std::string text = "# For a `server` block of nginx whose `root` is this site's folder:\n"
                       "#     server { listen 443 ssl; server_name ...; root /srv/site; include /srv/site/.gloss/nginx.conf; }\n"
                       "index index.html;\n"
                       "absolute_redirect off;\n"
                       "error_page 404 /404.html;\n"
                       "# The compressed twins of `gloss build --release`.\n"
                       "gzip_static on;\n"
                       "gzip_vary on;\n"
                       "brotli_static on; # Debian: libnginx-mod-http-brotli-static. Without that module delete this line.\n"
                       "types {\n";
    for (const auto& [ending, type] : media_types())
        text.append("    ").append(in_quotes(type)).append(" ").append(ending.substr(1)).append(";\n");
    text += "}\n";
    for (const std::string_view path : hidden)
        text.append("location ").append(path.ends_with('/') ? "^~ " : "= ").append(path).append(" { return 404; }\n");
    const HeaderRule& everywhere = rules.front();
    for (const HeaderRule& rule : rules) { // A location with headers of its own inherits none.
        const bool below = rule.path.ends_with('*');
        text.append("location ").append(below ? "" : "= ").append(rule.path.substr(0, rule.path.size() - below)).append(" {\n");
        const auto add = [&](const HeaderRule& one) {
            for (const auto& [name, value] : one.headers)
                text.append("    add_header ").append(name).append(" ").append(in_quotes(value)).append(" always;\n");
        };
        add(everywhere);
        if (&rule != &everywhere)
            add(rule);
        // `location = /` would hand the index to another location.
        text.append(rule.path == "/" ? "    try_files /index.html =404;\n}\n" : "}\n");
    }
    for (const auto& [from, to] : redirects)
        text.append("location = ").append(from).append(" { return 301 ").append(to).append("; }\n");
    return text;
}

std::string caddy_file(std::span<const HeaderRule> rules, const Redirects& redirects)
{
    std::string text = "# For a site block of Caddy 2:\n"
                       "#     example.com {\n"
                       "#         root * /srv/site\n"
                       "#         import /srv/site/.gloss/Caddyfile\n"
                       "#     }\n";
    for (const auto& [from, to] : redirects)
        text.append("redir ").append(from).append(" ").append(to).append(" 301\n");
    for (const HeaderRule& rule : rules) {
        text.append("header ").append(rule.path).append(" {\n");
        for (const auto& [name, value] : rule.headers)
            text.append("\t").append(name).append(" ").append(in_quotes(value)).append("\n");
        text += "}\n";
    }
    for (const auto& [ending, type] : media_types())
        text.append("@").append(ending.substr(1)).append(" path *").append(ending).append("\nheader @").append(ending.substr(1)).append(" Content-Type ")
            .append(in_quotes(type)).append("\n");
    const std::string files = "file_server {\n\thide .gloss _headers _redirects\n\tprecompressed br gzip\n}\n";
    return text + files + "handle_errors {\n\trewrite * /404.html\n\tfile_server\n}\n";
}

}
