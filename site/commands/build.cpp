#include "site/commands/build.h"

#include "site/commands/links.h"
#include "site/load/load_site.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/compare/comparison.h"
#include "site/render/feeds/atom.h"
#include "site/render/feeds/data_files.h"
#include "site/render/feeds/llms.h"
#include "site/render/feeds/search_documents.h"
#include "site/render/feeds/server_files.h"
#include "site/render/feeds/sitemap.h"
#include "site/render/html.h"
#include "site/render/pages/glossary_page.h"
#include "site/render/pages/plan.h"
#include "site/render/parallel.h"
#include "site/write/assets.h"
#include "site/write/compressed.h"
#include "site/write/publication.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace site {

namespace fs = std::filesystem;

namespace {

/// One build's way from texts to the published folder.
class Build {
public:
    Build(const Project& project, const BuildRequest& request) : m_project(project), m_request(request) {}

    BuildReport run()
    {
        const auto start = std::chrono::steady_clock::now();
        RenderedSite rendered = render_site(m_project.paths.content, m_project.world, prose_options(m_project), m_request.jobs,
                                            m_request.drafts ? Drafts::keep : Drafts::drop);
        if (!m_request.base_url.empty())
            rendered.library.settings.base_url = m_request.base_url;
        std::vector<const Matcher*> matchers;
        for (const Matcher& matcher : rendered.matchers)
            matchers.push_back(&matcher);
        add(m_project.diagnostics);
        add(rendered.diagnostics);
        add(check_site(rendered.library, matchers, rendered.proses, m_project.world.known));
        if (!has_errors(m_report.diagnostics))
            publish(rendered, matchers);
        add(m_project.strings.missing());
        sort_and_deduplicate(m_report.diagnostics);
        m_report.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return std::move(m_report);
    }

private:
    void add(Diagnostics more)
    {
        m_report.diagnostics.insert(m_report.diagnostics.end(), std::make_move_iterator(more.begin()),
                                    std::make_move_iterator(more.end()));
    }

    void publish(const RenderedSite& rendered, std::span<const Matcher* const> matchers)
    {
        const Library& library = rendered.library;
        const Assets assets = load_assets(m_project.asset_folders, m_project.paths.scripts, m_project.paths.built,
                                          {{"filter.css", category_filter_css(library)}});
        m_report.has_engine = assets.has_engine;
        const Catalog* catalog = m_project.has_data ? &m_project.catalog : nullptr;
        Website website(library, rendered.proses, matchers, catalog, m_project.strings, m_project.asset_folders, assets,
                              m_report.diagnostics);
        std::optional<Accuracy> accuracy;
        if (catalog)
            accuracy.emplace(fs::path(m_project.paths.content) / "data" / "measurements", *catalog, m_report.diagnostics);
        if (accuracy && !accuracy->points.empty())
            website.accuracy = &*accuracy;
        if (has_errors(m_report.diagnostics))
            return;
        const std::optional<FitTable> fits = catalog ? std::optional<FitTable>(std::in_place, *catalog, m_request.jobs)
                                                     : std::nullopt;
        std::optional<ExampleTable> examples;
        std::optional<Comparisons> comparisons;
        if (catalog) {
            examples.emplace(*catalog, library.settings.reference_models, m_request.jobs);
            comparisons.emplace(website, *fits, *examples);
        }
        const std::vector<PlannedPage> pages = plan_pages(website, fits ? &*fits : nullptr, comparisons ? &*comparisons : nullptr);
        m_report.pages = pages.size();
        Publication publication(m_request.out);
        write_pages(pages, publication);
        publish_assets(assets, publication);
        write_feeds(website, pages, publication);
        write_redirects(website, comparisons ? &*comparisons : nullptr, publication);
        copy_files(library, publication);
        publication.put(".gloss/links.tsv", link_table(library, rendered.proses));
        if (m_request.release)
            write_twins(pages, publication);
        add(m_project.strings.missing());
        if (has_errors(m_report.diagnostics))
            return;
        publication.publish();
        m_report.published = true;
        m_report.files = publication.files().size();
        for (const auto& [path, file] : publication.files())
            m_report.changed += file.changed;
    }

    void write_pages(const std::vector<PlannedPage>& pages, Publication& publication)
    {
        std::mutex mutex;
        for_each_parallel(pages.size(), m_request.jobs, [&](std::size_t i) {
            try {
                publication.put(pages[i].path, pages[i].render());
            } catch (const TemplateError& error) {
                const std::scoped_lock lock(mutex);
                m_report.diagnostics.push_back(error.diagnostic());
            }
        });
    }

    void write_feeds(const Website& website, const std::vector<PlannedPage>& pages, Publication& publication)
    {
        publication.put("sitemap.xml", sitemap(website.base_url, pages));
        publication.put("robots.txt", robots(website.base_url));
        publication.put("_headers", headers_file());
        publication.put("_redirects", redirects_file(website));
        publication.put("llms.txt", llms(website, pages));
        for (const auto& [path, bytes] : search_index(website, pages, m_request.jobs))
            publication.put(path, bytes);
        for (const Edition& edition : website.editions)
            publication.put(edition.language + "/feed.xml", atom_feed(website, edition));
        if (website.catalog)
            for (const auto& [path, text] : data_files(*website.catalog))
                publication.put(path, text);
    }

    /// Pages that lead on, for servers that do not read _redirects. Those of the comparisons are pages only: there are more
    /// than the hosts that read that file allow.
    void write_redirects(const Website& website, const Comparisons* comparisons, Publication& publication)
    {
        std::map<std::string, std::string> all;
        for (auto& [from, to] : redirects(website)) // What an author says of an old id wins.
            all.emplace(from, to);
        if (comparisons)
            for (auto& [from, to] : comparisons->redirects())
                all.emplace(from, to);
        for (const auto& [from, to] : all) {
            const Edition& edition = website.edition(from.substr(1, from.find('/', 1) - 1));
            publication.put(from.substr(1) + "index.html",
                            edition.templates.render("redirect", {{"lang", edition.language},
                                                                  {"url", escaped(to)},
                                                                  {"canonical", escaped(website.base_url + to)},
                                                                  {"title", escaped(to)}}));
        }
    }

    void copy_files(const Library& library, Publication& publication)
    {
        for (const ContentFile& file : library.files)
            publication.put(file.url.substr(1), read_source(m_project.paths.content, file.file));
    }

    /// Twins of what was put so far. A twin whose original did not change is the old one. Pages that nobody searches for, the
    /// thousands of generated comparisons, are not worth the seconds of Brotli's highest quality.
    void write_twins(const std::vector<PlannedPage>& pages, Publication& publication)
    {
        std::set<std::string_view> unlisted;
        for (const PlannedPage& page : pages)
            if (!page.listed)
                unlisted.insert(page.path);
        std::vector<std::string> paths;
        for (const auto& [path, file] : publication.files())
            if (file.bytes >= 256 && worth_compressing(path) && !path.starts_with(".gloss/"))
                paths.push_back(path);
        for_each_parallel(paths.size(), m_request.jobs, [&](std::size_t i) {
            const std::string& path = paths[i];
            if (!publication.keep(path, path + ".br"))
                publication.put(path + ".br", brotli_compressed(publication.read(path), unlisted.contains(path) ? BrotliEffort::quick : BrotliEffort::best));
            if (!publication.keep(path, path + ".gz"))
                publication.put(path + ".gz", gzip_compressed(publication.read(path)));
        });
    }

    const Project& m_project;
    const BuildRequest& m_request;
    BuildReport m_report;
};

}

BuildReport build(const Project& project, const BuildRequest& request) { return Build(project, request).run(); }

CommandResult build_command(const ProjectPaths& paths, const BuildRequest& request, const std::string& language)
{
    const Project project(paths);
    const Words& words = project.strings.words(language);
    CommandResult result;
    BuildReport report;
    try {
        report = build(project, request);
    } catch (const WriteError& error) {
        return {.exit_code = 1, .output = {}, .errors = words("diagnostic.write-failed", {error.what()}) + "\n"};
    }
    const auto source = [&](const std::string& file) { return read_source(project.paths.content, file); };
    result.errors = print(report.diagnostics, DiagnosticFormat::text,
                          {.language = language, .wording = project.wording(language), .source = source});
    if (!report.published) {
        result.exit_code = 1;
        result.errors.append(words("build.failed")).append("\n");
        return result;
    }
    if (!report.has_engine && project.has_data)
        result.errors.append(words("build.no_engine")).append("\n");
    result.errors += words("build.done", {std::to_string(report.pages), std::to_string(report.files),
                                          std::to_string(report.changed),
                                          std::to_string(static_cast<long>(report.milliseconds)), request.out}) + "\n";
    return result;
}

}
