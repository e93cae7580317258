#include "site/load/page_cache.h"

#include "site/load/read_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace site {

namespace {

constexpr std::int64_t tick = 50'000'000; ///< nanoseconds; longer than any file system's or kernel's

std::int64_t nanoseconds(const ::timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

}

std::vector<PageCache::Entry*> PageCache::entries(const std::vector<PageSource>& sources)
{
    std::unordered_map<std::string, Entry> kept;
    kept.reserve(sources.size());
    std::vector<Entry*> result;
    result.reserve(sources.size());
    for (const PageSource& source : sources) {
        auto node = m_entries.extract(source.file);
        result.push_back(node ? &kept.insert(std::move(node)).position->second : &kept[source.file]);
    }
    m_entries = std::move(kept); // Moves no element.
    return result;
}

void PageCache::refresh(Entry& entry, const PageSource& source, const std::string& path)
{
    struct ::stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    const Stamp stamp{nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), static_cast<std::uint64_t>(status.st_size), status.st_ino};
    const bool same_place = entry.page.language == source.language && entry.page.kind == source.kind;
    if (exists && entry.reliable && same_place && entry.stamp == stamp)
        return;
    ::timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    entry.stamp = stamp;
    entry.reliable = exists && nanoseconds(now) - std::max(stamp.modified, stamp.changed) > tick;
    entry.diagnostics.clear();
    entry.page = read_page(source, path, entry.diagnostics);
}

Page read_page(const PageSource& source, const std::string& path, Diagnostics& diagnostics)
{
    auto bytes = read_file(path);
    if (!bytes)
        diagnostics.push_back({Severity::error, "unreadable-file", source.file, {}, {}, 1});
    return parse_page(source, bytes ? std::move(*bytes) : "---\ntitle: ?\n---\n", diagnostics);
}

}
