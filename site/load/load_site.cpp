#include "site/load/load_site.h"

#include "site/load/page_cache.h"
#include "site/load/page_file.h"
#include "site/load/read_file.h"
#include "site/load/settings.h"
#include "site/load/source_revision.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>
#include <tuple>

namespace site {

namespace {

namespace fs = std::filesystem;

/// "content" of "/x/content/": what file names in diagnostics begin with.
std::string root_name(const std::string& folder)
{
    fs::path path = fs::path(folder).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    const std::string name = path.filename().string();
    return name.empty() || name == "." || name == ".." ? fs::weakly_canonical(folder).filename().string() : name;
}

struct Found {
    std::vector<PageSource> pages;
    std::vector<ContentFile> files;
};

/// Every regular file below `folder`, sorted into pages and others.
Found find_files(const std::string& folder, const std::string& root, const std::vector<std::string>& languages, Diagnostics& diagnostics)
{
    Found found;
    std::error_code failure;
    for (fs::recursive_directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure)) {
        const std::string relative = it->path().lexically_relative(folder).generic_string();
        if (it->path().filename().string().starts_with('.') || relative == "data") {
            if (it->is_directory(failure))
                it.disable_recursion_pending();
            continue;
        }
        if (!it->is_regular_file(failure) || relative == "site.yaml")
            continue;
        const std::string file = root + "/" + relative;
        if (!relative.ends_with(".md")) {
            found.files.push_back({file, "/" + relative});
            continue;
        }
        const std::size_t slash = relative.find('/');
        const std::string language = relative.substr(0, slash);
        const std::string rest = slash == std::string::npos ? "" : relative.substr(slash + 1);
        const PageFolder* kind = nullptr;
        for (const PageFolder& f : page_folders)
            if (rest.starts_with(std::string(f.folder) + "/") && rest.find('/', f.folder.size() + 1) == std::string::npos)
                kind = &f;
        if (kind && std::find(languages.begin(), languages.end(), language) != languages.end())
            found.pages.push_back({kind->kind, language, file});
        else
            diagnostics.push_back({Severity::warning, "stray-page", file, {}, {language}, 1});
    }
    if (failure)
        diagnostics.push_back({Severity::error, "no-content", root, {}, {folder}, 1});
    std::sort(found.pages.begin(), found.pages.end(), [](const PageSource& a, const PageSource& b) { return a.file < b.file; });
    std::sort(found.files.begin(), found.files.end(), [](const ContentFile& a, const ContentFile& b) { return a.url < b.url; });
    return found;
}

void parse_pages(Library& library, const std::vector<PageSource>& sources, Diagnostics& diagnostics, int jobs, PageCache* cache)
{
    const std::vector<PageCache::Entry*> cached = cache ? cache->entries(sources) : std::vector<PageCache::Entry*>();
    library.pages.resize(sources.size());
    std::vector<Diagnostics> found(sources.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        constexpr std::size_t batch = 16;
        for (std::size_t begin; (begin = next.fetch_add(batch)) < sources.size();)
            for (std::size_t i = begin; i < std::min(begin + batch, sources.size()); ++i) {
                const std::string path = path_of(library.folder, sources[i].file);
                if (cache) {
                    PageCache::refresh(*cached[i], sources[i], path);
                    library.pages[i] = cached[i]->page;
                    found[i] = cached[i]->diagnostics;
                } else {
                    library.pages[i] = read_page(sources[i], path, found[i]);
                }
            }
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < jobs; ++i)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads)
        thread.join();
    for (Diagnostics& d : found)
        diagnostics.insert(diagnostics.end(), std::make_move_iterator(d.begin()), std::make_move_iterator(d.end()));
}

void report_duplicate_ids(const Library& library, Diagnostics& diagnostics)
{
    for (const Page& page : library.pages) {
        const Page* first = library.find(page.language, page.id);
        if (first != &page)
            diagnostics.push_back({Severity::error, "duplicate-id", page.file, {1, 1}, {page.id, first->file}, 1});
    }
}

}

void mark_stale_translation(const Library& library, Page& page)
{
    page.stale = false;
    page.original_rev.clear();
    const Page* original = page.language == library.default_language() ? nullptr : library.find(library.default_language(), page.id);
    if (!original)
        return;
    if (const auto bytes = read_file(path_of(library.folder, original->file))) {
        page.original_rev = source_revision(*bytes);
        page.stale = !page.source_rev.empty() && page.original_rev != page.source_rev;
    }
}

Library load_site(const std::string& folder, Diagnostics& diagnostics, int jobs, PageCache* cache)
{
    Library library;
    library.folder = folder;
    while (library.folder.size() > 1 && library.folder.ends_with('/'))
        library.folder.pop_back();
    const std::string root = root_name(library.folder);
    if (auto bytes = read_file(library.folder + "/site.yaml"))
        library.settings = parse_settings(std::move(*bytes), root + "/site.yaml", diagnostics);
    Found found = find_files(library.folder, root, library.settings.languages, diagnostics);
    library.files = std::move(found.files);
    parse_pages(library, found.pages, diagnostics, jobs, cache);
    std::sort(library.pages.begin(), library.pages.end(), [](const Page& a, const Page& b) {
        return std::tie(a.language, a.kind, a.id, a.file) < std::tie(b.language, b.kind, b.id, b.file);
    });
    library.index();
    report_duplicate_ids(library, diagnostics);
    for (Page& page : library.pages)
        mark_stale_translation(library, page);
    return library;
}

std::string read_source(const std::string& folder, const std::string& file)
{
    return read_file(path_of(folder, file)).value_or(std::string());
}

}
