#include "site/load/load_site.h"

#include "site/load/page_file.h"
#include "site/load/settings.h"
#include "site/load/source_revision.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>
#include <tuple>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace site {

namespace {

namespace fs = std::filesystem;

/// The plain system calls: a stream costs more than the parse of a short page.
std::optional<std::string> read_file(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return std::nullopt;
    std::string bytes;
    struct stat info {};
    if (::fstat(file, &info) == 0 && info.st_size > 0)
        bytes.resize(static_cast<std::size_t>(info.st_size));
    std::size_t got = 0;
    while (got < bytes.size()) {
        const ssize_t n = ::read(file, bytes.data() + got, bytes.size() - got);
        if (n <= 0)
            break;
        got += static_cast<std::size_t>(n);
    }
    bytes.resize(got);
    ::close(file);
    return bytes;
}

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

std::string path_of(const std::string& folder, const std::string& file)
{
    return folder + file.substr(std::min(file.find('/'), file.size()));
}

void parse_pages(Library& library, const std::vector<PageSource>& sources, Diagnostics& diagnostics, int jobs)
{
    library.pages.resize(sources.size());
    std::vector<Diagnostics> found(sources.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        constexpr std::size_t batch = 16;
        for (std::size_t begin; (begin = next.fetch_add(batch)) < sources.size();)
            for (std::size_t i = begin; i < std::min(begin + batch, sources.size()); ++i) {
                auto bytes = read_file(path_of(library.folder, sources[i].file));
                if (!bytes)
                    found[i].push_back({Severity::error, "unreadable-file", sources[i].file, {}, {}, 1});
                library.pages[i] = parse_page(sources[i], bytes ? std::move(*bytes) : "---\ntitle: ?\n---\n", found[i]);
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

void mark_stale_translations(Library& library)
{
    for (Page& page : library.pages) {
        const Page* original = page.language == library.default_language() ? nullptr : library.find(library.default_language(), page.id);
        if (!original)
            continue;
        if (const auto bytes = read_file(path_of(library.folder, original->file))) {
            page.original_rev = source_revision(*bytes);
            page.stale = !page.source_rev.empty() && page.original_rev != page.source_rev;
        }
    }
}

}

Library load_site(const std::string& folder, Diagnostics& diagnostics, int jobs)
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
    parse_pages(library, found.pages, diagnostics, jobs);
    std::sort(library.pages.begin(), library.pages.end(), [](const Page& a, const Page& b) {
        return std::tie(a.language, a.kind, a.id, a.file) < std::tie(b.language, b.kind, b.id, b.file);
    });
    library.index();
    report_duplicate_ids(library, diagnostics);
    mark_stale_translations(library);
    return library;
}

std::string read_source(const std::string& folder, const std::string& file)
{
    return read_file(path_of(folder, file)).value_or(std::string());
}

}
