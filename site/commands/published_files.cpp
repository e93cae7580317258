#include "site/commands/published_files.h"

#include "site/render/embed/embed_page.h"
#include "site/render/feeds/atom.h"
#include "site/render/feeds/data_files.h"
#include "site/render/feeds/llms.h"
#include "site/render/feeds/offline_worker.h"
#include "site/render/feeds/server_files.h"
#include "site/render/feeds/sitemap.h"
#include "site/render/html.h"
#include "site/render/lab/lab_page.h"
#include "site/render/parallel.h"
#include "site/render/twin/markdown_twin.h"
#include "site/write/compressed.h"

#include <map>
#include <set>

namespace site {

void put_feeds(const Website& website, const std::vector<PlannedPage>& pages, Publication& publication)
{
    publication.put("sitemap.xml", sitemap(website.base_url, pages));
    publication.put("robots.txt", robots(website.base_url));
    const std::vector<HeaderRule> rules = header_rules(website);
    const Redirects leading_on = redirects(website);
    publication.put("_headers", headers_file(rules));
    publication.put("_redirects", redirects_file(leading_on));
    publication.put(".gloss/nginx.conf", nginx_file(rules, leading_on));
    publication.put(".gloss/Caddyfile", caddy_file(rules, leading_on));
    publication.put("llms.txt", llms(website, pages));
    for (const Edition& edition : website.editions)
        publication.put(edition.language + "/feed.xml", atom_feed(website, edition));
    if (!website.catalog)
        return;
    for (const auto& [path, text] : data_files(*website.catalog))
        publication.put(path, text);
    for (const auto& [path, text] : embed_files(website))
        publication.put(path, text);
    for (const auto& [path, text] : lab_files(website))
        publication.put(path, text);
}

void put_offline_worker(const Website& website, std::span<const PlannedPage> pages, Publication& publication)
{
    std::vector<std::string> paths;
    for (const PlannedPage& page : pages)
        paths.push_back(page.path);
    const std::string worker = offline_worker(website, paths, [&](std::string_view path) { return publication.read(path); });
    if (!worker.empty())
        publication.put("sw.js", worker);
}

void put_redirects(const Website& website, const Comparisons* comparisons, Publication& publication)
{
    std::map<std::string, std::string> all;
    for (auto& [from, to] : redirects(website)) // What an author says of an old id wins.
        all.emplace(from, to);
    if (comparisons)
        for (auto& [from, to] : comparisons->redirects())
            all.emplace(from, to);
    for (const auto& [from, to] : all) {
        const std::string folder = from.substr(1, from.find('/', 1) - 1);
        const Edition& edition = folder == "embed" ? website.editions.front() : website.edition(folder); // /embed/<calculator>/ has no language
        publication.put(from.substr(1) + "index.html",
                        edition.templates.render("redirect", {{"lang", edition.language},
                                                              {"url", escaped(to)},
                                                              {"canonical", escaped(website.base_url + to)},
                                                              {"title", escaped(to)}}));
    }
}

void put_markdown(const Website& website, std::span<const PlannedPage> pages, int jobs, bool update, Publication& publication)
{
    for_each_parallel(pages.size(), jobs, [&](std::size_t i) {
        const PlannedPage& page = pages[i];
        if (!has_twin(website.library.settings, page))
            return;
        const std::string path = twin_path(page.path);
        if (!update || !publication.keep(page.path, path))
            publication.put(path, markdown_twin(website, page, publication.read(page.path)));
    });
}

void put_twins(std::span<const PlannedPage> pages, int jobs, Publication& publication)
{
    std::set<std::string_view> unlisted;
    for (const PlannedPage& page : pages)
        if (!page.listed && !page.path.starts_with("embed/")) // Of the many pages that hardly anybody asks for.
            unlisted.insert(page.path);
    std::vector<std::string> paths;
    for (const auto& [path, file] : publication.files())
        if (file.bytes >= 256 && worth_compressing(path) && !path.starts_with(".gloss/") && !publication.files().contains(path + ".br"))
            paths.push_back(path);
    for_each_parallel(paths.size(), jobs, [&](std::size_t i) {
        const std::string& path = paths[i];
        if (!publication.keep(path, path + ".br"))
            publication.put(path + ".br", brotli_compressed(publication.read(path), unlisted.contains(path) ? BrotliEffort::quick : BrotliEffort::best));
        if (!publication.keep(path, path + ".gz"))
            publication.put(path + ".gz", gzip_compressed(publication.read(path)));
    });
}

}
