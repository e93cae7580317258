// Times the making of the search index alone: bench_search CONTENT [JOBS]. Prints milliseconds and bytes; the best of three.

#include "site/commands/project.h"
#include "site/load/load_site.h"
#include "site/render/feeds/search_documents.h"
#include "site/render/pages/plan.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("bench_search CONTENT [JOBS]\n", stderr);
        return 2;
    }
    const int jobs = argc > 2 ? std::atoi(argv[2]) : 2;
    const site::Project project({.content = argv[1], .assets = "assets", .scripts = "web/js", .built = {}});
    const site::RenderedSite rendered = site::render_site(project.paths.content, project.world, site::prose_options(project), jobs, site::Drafts::drop);
    std::vector<const site::Matcher*> matchers;
    for (const site::Matcher& matcher : rendered.matchers)
        matchers.push_back(&matcher);
    site::Diagnostics diagnostics;
    const site::Assets assets;
    const site::Website website(rendered.library, rendered.proses, matchers, nullptr, project.strings, project.asset_folders, assets, 1, diagnostics);
    const std::vector<site::PlannedPage> pages = site::plan_pages(website, nullptr, nullptr);
    double best = 0;
    std::size_t files = 0, bytes = 0;
    for (int round = 0; round < 3; ++round) {
        const auto start = std::chrono::steady_clock::now();
        const auto index = site::search_index(website, pages, jobs);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        best = round == 0 ? time.count() : std::min(best, time.count());
        files = index.size();
        bytes = 0;
        for (const auto& [path, content] : index)
            bytes += content.size();
    }
    const double count = static_cast<double>(pages.size());
    std::printf("search index of %zu pages  %.0f ms, %zu files, %.2f MB, %.0f bytes a page\n", pages.size(), best, files,
                static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / count);
}
