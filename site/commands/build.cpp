#include "site/commands/build.h"

#include "site/commands/links.h"
#include "site/commands/manifest.h"
#include "site/commands/page_update.h"
#include "site/commands/published_files.h"
#include "site/commands/stopwatch.h"
#include "site/load/load_site.h"
#include "site/load/page_cache.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/compare/comparison.h"
#include "site/render/feeds/data_files.h"
#include "site/render/feeds/search_documents.h"
#include "site/render/pages/glossary_page.h"
#include "site/render/pages/plan.h"
#include "site/render/parallel.h"
#include "site/write/assets.h"
#include "site/write/publication.h"

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <sys/stat.h>

namespace site {

namespace fs = std::filesystem;

namespace {

std::uint64_t inode_of(const fs::path& folder)
{
    struct ::stat status {};
    return ::stat(folder.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// Of the search index: assets/search/..., <lang>/search/index.json, and their twins.
bool is_search_file(std::string_view path)
{
    const std::size_t slash = path.find('/');
    return path.starts_with("assets/search/") || (slash != path.npos && path.substr(slash).starts_with("/search/index.json"));
}

}

/// The way from texts to the published folder, and what of it the next build can use.
class SiteBuild::State {
public:
    State(const Project& project, const BuildRequest& request, bool again)
        : m_project(project), m_request(request), m_again(again), m_options(prose_options(project))
    {
        m_options.passages = true;
    }

    BuildReport build(const State* before)
    {
        begin();
        if (before) {
            m_published = before->m_published;
            m_folder = before->m_folder;
        }
        read();
        return complete(Search::now);
    }

    BuildReport update(const std::set<fs::path>& changed)
    {
        begin();
        if (!update_pages(changed))
            read(&changed);
        return complete(Search::later);
    }

    BuildReport finish()
    {
        begin();
        if (m_search_due && can_update()) {
            const std::vector<PlannedPage> pages = plan();
            Publication publication(m_request.out, m_published);
            for (const auto& [path, file] : m_published)
                if (!is_search_file(path) && !path.starts_with(".gloss/published") && path != manifest_path)
                    publication.keep(path);
            write_search(pages, publication);
            publish(pages, publication);
        }
        m_report.published = true;
        return end();
    }

private:
    enum class Search { now, later };

    void begin()
    {
        m_report = {};
        m_stopwatch = {};
    }

    BuildReport end()
    {
        m_stopwatch.lap("rest");
        m_report.parts = m_stopwatch.parts();
        m_report.milliseconds = m_stopwatch.total();
        return std::move(m_report);
    }

    void add(Diagnostics more)
    {
        m_report.diagnostics.insert(m_report.diagnostics.end(), std::make_move_iterator(more.begin()),
                                    std::make_move_iterator(more.end()));
    }

    /// The whole content folder. `changed`: nothing else did since it was read.
    void read(const std::set<fs::path>* changed = nullptr)
    {
        forget_website();
        m_all_touched = true;
        const bool only_pages = changed && std::all_of(changed->begin(), changed->end(), [](const fs::path& path) { return path.extension() == ".md"; });
        RenderedSite before = std::move(m_rendered);
        m_rendered = render_site(m_project.paths.content, m_project.world, m_options, m_request.jobs,
                                 m_request.drafts ? Drafts::keep : Drafts::drop, m_again ? &m_cache : nullptr, only_pages ? &before : nullptr);
        if (!m_request.base_url.empty())
            m_rendered.library.settings.base_url = m_request.base_url;
        m_matchers.clear();
        for (const Matcher& matcher : m_rendered.matchers)
            m_matchers.push_back(&matcher);
        m_stopwatch.lap("read, Markdown, links");
        m_wrong_figures.clear();
        check_figures({});
    }

    /// What pages say of products and catalog or engine contradict, which nobody may publish. What is merely typed is for
    /// `gloss check` to say.
    void check_figures(const PageFilter& wanted)
    {
        if (!m_project.world.check_figures)
            return;
        for (Diagnostic& diagnostic : m_project.world.check_figures(m_rendered.library, m_rendered.proses, wanted).diagnostics)
            if (diagnostic.severity == Severity::error)
                m_wrong_figures.push_back(std::move(diagnostic));
        m_stopwatch.lap("figures");
    }

    /// False when more changed than the text of some pages.
    bool update_pages(const std::set<fs::path>& changed)
    {
        const fs::path folder = fs::path(m_rendered.library.folder).lexically_normal();
        if (m_rendered.library.pages.empty())
            return false;
        const std::string any = m_rendered.library.pages.front().file;
        std::set<std::string> files;
        for (const fs::path& path : changed) {
            const std::string file = any.substr(0, any.find('/') + 1) + path.lexically_normal().lexically_relative(folder).generic_string();
            if (!update_page(m_rendered, file, m_project.world, m_options, m_request.drafts ? Drafts::keep : Drafts::drop, m_touched))
                return false;
            files.insert(file);
        }
        if (m_website)
            m_website->backlinks = Backlinks(m_rendered.library, m_rendered.proses);
        m_stopwatch.lap("read, Markdown, links");
        const auto is_read_again = [&](const std::string& file) { return files.contains(file); };
        std::erase_if(m_wrong_figures, [&](const Diagnostic& diagnostic) { return is_read_again(diagnostic.file); });
        check_figures([&](const Page& page) { return is_read_again(page.file); });
        return true;
    }

    BuildReport complete(Search search)
    {
        add(m_project.diagnostics);
        add(m_rendered.diagnostics);
        add(check_site(m_rendered.library, m_matchers, m_rendered.proses, m_project.world.known));
        add(m_wrong_figures);
        m_stopwatch.lap("check");
        if (!has_errors(m_report.diagnostics) && prepare_website())
            write(search);
        add(m_project.strings.missing());
        sort_and_deduplicate(m_report.diagnostics);
        return end();
    }

    /// What all pages read. False with an error.
    bool prepare_website()
    {
        const Catalog* catalog = m_project.has_data ? &m_project.catalog : nullptr;
        if (!m_website) {
            const Library& library = m_rendered.library;
            m_assets = load_assets(m_project.asset_folders, m_project.paths.scripts, m_project.paths.built,
                                   {{"filter.css", category_filter_css(library)}});
            if (catalog)
                m_assets.add("catalog.json", catalog_json(*catalog));
            m_website.emplace(library, m_rendered.proses, m_matchers, catalog, m_project.strings, m_project.asset_folders, m_assets, m_request.jobs,
                              m_report.diagnostics);
            m_website->works_offline = m_request.offline && library.settings.offline && !m_assets.url("offline_worker.js").empty();
        }
        m_report.has_engine = m_assets.has_engine;
        if (catalog && !m_accuracy)
            m_accuracy.emplace(fs::path(m_project.paths.content) / "data" / "measurements", *catalog, m_accuracy_diagnostics);
        add(m_accuracy_diagnostics);
        if (m_accuracy && !m_accuracy->points.empty())
            m_website->accuracy = &*m_accuracy;
        const bool good = !has_errors(m_report.diagnostics);
        if (!good)
            forget_website(); // Its items were not rendered.
        else if (catalog)
            prepare_comparisons(*catalog);
        m_stopwatch.lap("indexes, assets");
        return good;
    }

    /// What is computed once for all pages of accelerators.
    void prepare_comparisons(const Catalog& catalog)
    {
        if (!m_fits)
            m_fits.emplace(catalog, m_request.jobs);
        if (m_comparisons)
            return;
        m_examples.emplace(catalog, m_rendered.library.settings.reference_models, m_request.jobs);
        m_comparisons.emplace(*m_website, *m_fits, *m_examples);
    }

    std::vector<PlannedPage> plan() const
    {
        return plan_pages(*m_website, m_fits ? &*m_fits : nullptr, m_comparisons ? &*m_comparisons : nullptr);
    }

    void forget_website()
    {
        m_comparisons.reset(); // It points into the website.
        m_website.reset();
    }

    /// Whether the folder is as this process published it.
    bool can_update() const { return m_again && !m_published.empty() && m_folder == inode_of(m_request.out); }

    void write(Search search)
    {
        const std::vector<PlannedPage> pages = plan();
        m_report.pages = pages.size();
        const bool update = can_update();
        std::optional<Publication> publication;
        if (update)
            publication.emplace(m_request.out, m_published);
        else
            publication.emplace(m_request.out, m_again ? Fingerprints::yes : Fingerprints::no);
        // Beside the pages, so that no core waits for one that writes a long list.
        const std::array<std::function<void()>, 4> others{
            [&] { put_feeds(*m_website, pages, *publication); },
            [&] { publication->put(".gloss/links.tsv", link_table(m_rendered.library, m_rendered.proses)); },
            [&] { put_redirects(*m_website, m_comparisons ? &*m_comparisons : nullptr, *publication); },
            [&] {
                publish_assets(m_assets, *publication);
                for (const ContentFile& file : m_rendered.library.files)
                    publication->put(file.url.substr(1), read_source(m_project.paths.content, file.file));
            },
        };
        for_each_parallel(others.size() + pages.size(), m_request.jobs, [&](std::size_t i) {
            if (i < others.size())
                others[i]();
            else
                write_page(pages[i - others.size()], *publication, update);
        });
        m_stopwatch.lap("pages, feeds, assets");
        if (!has_errors(m_report.diagnostics)) { // A page whose template failed is not there.
            put_markdown(*m_website, pages, m_request.jobs, update, *publication);
            put_offline_worker(*m_website, pages, *publication);
        }
        m_stopwatch.lap("Markdown twins");
        if (search == Search::now || !update) {
            write_search(pages, *publication);
        } else {
            for (const auto& [path, file] : m_published)
                if (is_search_file(path))
                    publication->keep(path);
            m_search_due = true;
        }
        publish(pages, *publication);
    }

    /// Nothing is published when a template failed or a word was missing.
    void publish(const std::vector<PlannedPage>& pages, Publication& publication)
    {
        if (m_request.release) {
            put_twins(pages, m_request.jobs, publication);
            m_stopwatch.lap("compressed twins");
            publication.put(manifest_path, manifest_text(manifest_of(publication, header_rules(*m_website), m_request.jobs, m_hashes)));
            m_stopwatch.lap("manifest");
        }
        add(m_project.strings.missing());
        if (has_errors(m_report.diagnostics))
            return;
        publication.publish();
        m_report.published = true;
        m_report.files = publication.files().size();
        for (const auto& [path, file] : publication.files())
            if (file.changed)
                note_change(path);
        for (const auto& [path, file] : m_published)
            if (!publication.files().contains(path))
                note_change(path);
        m_touched.clear();
        m_all_touched = false;
        if (m_again) {
            m_published = publication.files();
            m_folder = inode_of(m_request.out);
        }
        m_stopwatch.lap("publishing");
    }

    void note_change(const std::string& path)
    {
        ++m_report.changed;
        constexpr std::string_view index = "index.html";
        if (m_again && path.ends_with(index))
            m_report.changed_pages.push_back("/" + path.substr(0, path.size() - index.size()));
    }

    void write_search(const std::vector<PlannedPage>& pages, Publication& publication)
    {
        if (m_rendered.library.settings.search)
            for (const auto& [path, bytes] : search_index(*m_website, pages, m_request.jobs))
                publication.put(path, bytes);
        m_search_due = false;
        m_stopwatch.lap("search index");
    }

    bool is_touched(const PlannedPage& page) const
    {
        return m_all_touched || page.shows == Shows::anything || (page.shows == Shows::subject && m_touched.contains(page.subject));
    }

    void write_page(const PlannedPage& page, Publication& publication, bool update)
    {
        if (update && !is_touched(page) && publication.keep(page.path))
            return;
        try {
            publication.put(page.path, page.render());
        } catch (const TemplateError& error) {
            const std::scoped_lock lock(m_failures);
            m_report.diagnostics.push_back(error.diagnostic());
        }
    }

    const Project& m_project;
    BuildRequest m_request;
    bool m_again;                        ///< there will be more builds
    ProseOptions m_options;
    BuildReport m_report;
    Stopwatch m_stopwatch;

    Diagnostics m_wrong_figures;
    PageCache m_cache;
    RenderedSite m_rendered;
    std::vector<const Matcher*> m_matchers;
    Assets m_assets;
    Diagnostics m_accuracy_diagnostics;
    std::optional<Accuracy> m_accuracy;
    std::optional<FitTable> m_fits;
    std::optional<ExampleTable> m_examples;
    std::optional<Comparisons> m_comparisons;
    std::mutex m_failures;               ///< of m_report, while pages are written
    std::optional<Website> m_website;    ///< none until the content was without errors

    std::set<std::string, std::less<>> m_touched; ///< subjects whose text changed since the last publication
    bool m_all_touched = true;
    bool m_search_due = false;
    FileHashes m_hashes;                 ///< of what was published last
    PublishedFiles m_published;          ///< by this process, in
    std::uint64_t m_folder = 0;          ///< this folder
};

SiteBuild::SiteBuild(const Project& project, const BuildRequest& request, Again again)
    : m_state(std::make_unique<State>(project, request, again == Again::yes))
{
}
SiteBuild::~SiteBuild() = default;
BuildReport SiteBuild::build(const SiteBuild* before) { return m_state->build(before ? before->m_state.get() : nullptr); }
BuildReport SiteBuild::update(const std::set<fs::path>& changed) { return m_state->update(changed); }
BuildReport SiteBuild::finish() { return m_state->finish(); }

BuildReport build(const Project& project, const BuildRequest& request)
{
    return SiteBuild(project, request, SiteBuild::Again::no).build();
}

}
