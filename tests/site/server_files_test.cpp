// What web servers are told: the same rules in every server's own words.

#include "site/commands/build.h"
#include "site/render/feeds/server_files.h"
#include "site/serve/published_headers.h"
#include "site/write/media_type.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

using namespace build_test;

namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const std::vector<std::string> languages{"zh", "en"};

}

TEST_CASE("who may frame the calculators comes from site.yaml, and nothing else may be framed")
{
    const Folder folder;
    folder.write("content/site.yaml", "languages: [zh]\nframe_ancestors: [\"'self'\", https://docs.example.com]\n");
    folder.write("content/zh/terms/alpha.md", "---\nid: alpha\ntitle: 甲\nshort: 甲的定义。\nwas: [old]\nupdated: 2026-11-30\n---\n\n正文。\n");
    const site::Project project({.content = (folder.path() / "content").string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
    REQUIRE(site::build(project, {.out = (folder.path() / "dist").string(), .jobs = 2}).published);
    const std::string headers = folder.text("dist/_headers");
    CHECK(site::published_headers(headers, "/embed/v1/zh/throughput/").at("Content-Security-Policy").ends_with("frame-ancestors 'self' https://docs.example.com"));
    CHECK(site::published_headers(headers, "/zh/glossary/alpha/").at("Content-Security-Policy").ends_with("frame-ancestors 'self'"));
    CHECK(holds(folder.text("dist/.gloss/nginx.conf"), "frame-ancestors 'self' https://docs.example.com\" always;"));
    CHECK(holds(folder.text("dist/.gloss/Caddyfile"), "frame-ancestors 'self' https://docs.example.com\""));
    CHECK(holds(folder.text("dist/.gloss/nginx.conf"), "location = /zh/glossary/old/ { return 301 /zh/glossary/alpha/; }\n"));
    CHECK(holds(folder.text("dist/.gloss/Caddyfile"), "redir /zh/glossary/old/ /zh/glossary/alpha/ 301\n"));
}

TEST_CASE("no header is set twice for an address: hosts would join the two")
{
    const std::vector<site::HeaderRule> rules = site::header_rules(languages, "*");
    for (const char* url : {"/", "/404.html", "/zh/", "/en/glossary/kv-cache/", "/embed/v1/embed.js", "/assets/site.0123.css", "/data/models.json",
                            "/icons/favicon.svg", "/llms.txt", "/sitemap.xml", "/robots.txt", "/sw.js", "/zh/feed.xml"}) {
        CAPTURE(url);
        std::map<std::string_view, int> seen;
        for (const site::HeaderRule& rule : rules)
            if (rule.matches(url))
                for (const auto& [name, value] : rule.headers)
                    ++seen[name];
        CHECK(seen.at("X-Content-Type-Options") == 1);
        CHECK(seen.at("Cache-Control") == 1);
        for (const auto& [name, count] : seen)
            CHECK(count == 1);
    }
    CHECK(site::header_of(rules, "/assets/site.0123.css", "Cache-Control") == "public, max-age=31536000, immutable");
    CHECK(site::header_of(rules, "/sw.js", "Cache-Control") == "no-cache");
    CHECK(site::header_of(rules, "/zh/glossary/", "Cache-Control") == "public, max-age=300");
    CHECK(site::header_of(rules, "/data/models.json", "Access-Control-Allow-Origin") == "*");
    CHECK(site::header_of(rules, "/zh/", "Access-Control-Allow-Origin").empty());
}

TEST_CASE("`gloss serve --release` reads the published headers as the rules mean them")
{
    const std::vector<site::HeaderRule> rules = site::header_rules(languages, "https://a.example");
    const std::string text = site::headers_file(rules);
    for (const char* url : {"/", "/zh/gpus/", "/embed/v1/zh/throughput/", "/assets/x.js", "/nowhere"}) {
        CAPTURE(url);
        std::map<std::string, std::string> expected;
        for (const site::HeaderRule& rule : rules)
            if (rule.matches(url))
                for (const auto& [name, value] : rule.headers)
                    expected[std::string(name)] = value;
        CHECK(site::published_headers(text, url) == expected);
    }
}

TEST_CASE("servers hide what is theirs, send the twins, and know every type")
{
    const std::vector<site::HeaderRule> rules = site::header_rules(languages, "*");
    const std::string nginx = site::nginx_file(rules, {{"/a/", "/b/"}}), caddy = site::caddy_file(rules, {{"/a/", "/b/"}});
    for (const char* line : {"brotli_static on;", "gzip_static on;", "error_page 404 /404.html;", "location ^~ /.gloss/ { return 404; }", "location = /_headers { return 404; }",
                             "location = /a/ { return 301 /b/; }", "\"text/markdown; charset=utf-8\" md;", "location = /404.html {"}) {
        CAPTURE(line);
        CHECK(holds(nginx, line));
    }
    for (const char* line : {"precompressed br gzip", "hide .gloss _headers _redirects", "rewrite * /404.html", "redir /a/ /b/ 301", "header /assets/* {"}) {
        CAPTURE(line);
        CHECK(holds(caddy, line));
    }
    for (const auto& [ending, type] : site::media_types())
        CHECK(site::media_type("a" + std::string(ending)) == type);
    CHECK(site::media_type("a.exe") == "application/octet-stream");
}
