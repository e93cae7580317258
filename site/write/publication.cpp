#include "site/write/publication.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <system_error>

namespace site {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view mark = ".gloss/published";

[[noreturn]] void fail(const fs::path& path, int error)
{
    throw WriteError(path.string() + ": " + std::strerror(error));
}

/// True when the file at `path` below `folder` holds exactly `bytes`.
bool holds(int folder, const char* path, std::string_view bytes)
{
    const int file = ::openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    struct ::stat status {};
    bool same = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                static_cast<std::uint64_t>(status.st_size) == bytes.size();
    char buffer[1 << 14];
    while (same && !bytes.empty()) {
        const ssize_t count = ::read(file, buffer, sizeof buffer);
        same = count > 0 && static_cast<std::size_t>(count) <= bytes.size() &&
               std::memcmp(buffer, bytes.data(), static_cast<std::size_t>(count)) == 0;
        if (same)
            bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    ::close(file);
    return same;
}

void write_file(int folder, const std::string& path, std::string_view bytes)
{
    const int file = ::openat(folder, path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        fail(path, errno);
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            const int error = errno;
            ::close(file);
            fail(path, error);
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    if (::close(file) != 0)
        fail(path, errno);
}

int open_folder(const fs::path& folder) { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

void close_folder(int& file)
{
    if (file >= 0)
        ::close(file);
    file = -1;
}

/// Staging folders of builds that were killed: nobody holds their lock. What a swap by two renames moved aside
/// (`-old`) is the only copy of the site until the new one stands in its place.
void remove_abandoned(const fs::path& out)
{
    const std::string beginning = "." + out.filename().string() + ".staging-";
    std::error_code ignored;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(out.parent_path(), ignored))
        if (entry.path().filename().string().starts_with(beginning) && entry.is_directory(ignored))
            found.push_back(entry.path());
    for (const fs::path& folder : found) {
        if (folder.string().ends_with("-old") && !fs::exists(out, ignored))
            continue;
        int file = open_folder(folder);
        if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0)
            fs::remove_all(folder, ignored);
        close_folder(file);
    }
}

}

bool comes_first(std::string_view path) { return path.starts_with("assets/") || path.starts_with("data/"); }

Publication::Publication(fs::path out, Fingerprints fingerprints)
    : m_out(fs::absolute(out).lexically_normal()), m_fingerprints(fingerprints)
{
    if (m_out.filename().empty())
        m_out = m_out.parent_path();
    std::error_code ignored;
    if (fs::exists(m_out, ignored) && !fs::exists(m_out / mark, ignored) &&
        !(fs::is_directory(m_out, ignored) && fs::is_empty(m_out, ignored)))
        throw WriteError(m_out.string() + ": is not empty and was not made by gloss; choose another --out or remove it");
    m_staging = m_out.parent_path() /
                ("." + m_out.filename().string() + ".staging-" + std::to_string(::getpid()));
    remove_abandoned(m_out);
    open_staging();
    m_out_file = open_folder(m_out);
}

Publication::Publication(fs::path out, const PublishedFiles& before) : Publication(std::move(out), Fingerprints::yes)
{
    m_before = &before;
}

/// Between making a folder and locking it, another build may take it for abandoned: then it is made again.
void Publication::open_staging()
{
    for (;;) {
        std::error_code error;
        fs::remove_all(m_staging, error);
        fs::create_directories(m_staging, error);
        if (error)
            fail(m_staging, error.value());
        m_staging_file = open_folder(m_staging);
        struct ::stat status {};
        if (m_staging_file >= 0 && ::flock(m_staging_file, LOCK_EX) == 0 && ::fstat(m_staging_file, &status) == 0 && status.st_nlink > 0)
            return;
        if (m_staging_file < 0 && errno != ENOENT)
            fail(m_staging, errno);
        close_folder(m_staging_file);
    }
}

Publication::~Publication()
{
    std::error_code ignored;
    fs::remove_all(m_staging, ignored);
    close_folder(m_staging_file);
    close_folder(m_out_file);
}

/// Not under the lock: two threads may make the same folder, but none waits for the other's.
void Publication::make_folder_of(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos)
        return;
    const std::string folder(path.substr(0, slash));
    {
        const std::scoped_lock lock(m_mutex);
        if (m_folders.contains(folder))
            return;
    }
    make_folder_of(folder);
    if (::mkdirat(m_staging_file, folder.c_str(), 0755) != 0 && errno != EEXIST)
        fail(m_staging / folder, errno);
    const std::scoped_lock lock(m_mutex);
    m_folders.insert(folder);
}

bool Publication::same_as_before(const std::string& path, std::string_view bytes, std::size_t fingerprint)
{
    if (m_before) {
        const auto found = m_before->find(path);
        return found != m_before->end() && found->second.fingerprint == fingerprint && found->second.bytes == bytes.size();
    }
    return m_out_file >= 0 && holds(m_out_file, path.c_str(), bytes) &&
           ::linkat(m_out_file, path.c_str(), m_staging_file, path.c_str(), 0) == 0;
}

void Publication::put(std::string_view name, std::string_view bytes)
{
    const std::string path(name);
    const std::size_t fingerprint = m_fingerprints == Fingerprints::yes ? std::hash<std::string_view>()(bytes) : 0;
    PublishedFile* file = nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        const auto [at, is_new] = m_files.emplace(path, PublishedFile{bytes.size(), true, fingerprint});
        if (!is_new)
            throw WriteError(path + ": two pages of the site have this path");
        file = &at->second;
    }
    if (!m_before)
        make_folder_of(path);
    if (same_as_before(path, bytes, fingerprint)) {
        const std::scoped_lock lock(m_mutex);
        file->changed = false;
        return;
    }
    if (m_before)
        make_folder_of(path);
    try {
        write_file(m_staging_file, path, bytes);
    } catch (const WriteError& error) {
        throw WriteError(m_staging.string() + "/" + error.what());
    }
}

bool Publication::keep(std::string_view path)
{
    if (!m_before)
        return false;
    const auto found = m_before->find(path);
    if (found == m_before->end())
        return false;
    const std::scoped_lock lock(m_mutex);
    if (!m_files.emplace(path, PublishedFile{found->second.bytes, false, found->second.fingerprint}).second)
        throw WriteError(std::string(path) + ": two pages of the site have this path");
    return true;
}

bool Publication::keep(std::string_view original, std::string_view twin)
{
    const std::string path(twin);
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_files.find(original);
        if (found == m_files.end() || found->second.changed)
            return false;
    }
    if (m_before)
        return keep(twin);
    struct ::stat status {};
    if (m_out_file < 0 || ::linkat(m_out_file, path.c_str(), m_staging_file, path.c_str(), 0) != 0 ||
        ::fstatat(m_staging_file, path.c_str(), &status, 0) != 0)
        return false;
    const std::size_t fingerprint = m_fingerprints == Fingerprints::yes ? std::hash<std::string_view>()(read(twin)) : 0;
    const std::scoped_lock lock(m_mutex);
    m_files.emplace(path, PublishedFile{static_cast<std::uint64_t>(status.st_size), false, fingerprint});
    return true;
}

std::string Publication::read(std::string_view path) const
{
    const bool staged = [&] {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_files.find(path);
        return !m_before || (found != m_files.end() && found->second.changed);
    }();
    std::ifstream stream((staged ? m_staging : m_out) / fs::path(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void Publication::swap_folders()
{
    if (::syscall(SYS_renameat2, AT_FDCWD, m_staging.c_str(), AT_FDCWD, m_out.c_str(), 2U /* RENAME_EXCHANGE */) == 0)
        return;
    if (errno == ENOENT) { // The first build: there is nothing to exchange with.
        if (::rename(m_staging.c_str(), m_out.c_str()) != 0)
            fail(m_out, errno);
        return;
    }
    const fs::path old = m_staging.string() + "-old";
    if (::rename(m_out.c_str(), old.c_str()) != 0)
        fail(m_out, errno);
    if (::rename(m_staging.c_str(), m_out.c_str()) != 0) {
        const int error = errno;
        ::rename(old.c_str(), m_out.c_str());
        fail(m_out, error);
    }
    std::error_code ignored;
    fs::remove_all(old, ignored);
}

void Publication::move_files()
{
    for (const bool first : {true, false})
        for (const auto& [path, file] : m_files) {
            if (!file.changed || comes_first(path) != first)
                continue;
            const fs::path to = m_out / path;
            std::error_code error;
            fs::create_directories(to.parent_path(), error);
            if (::renameat(m_staging_file, path.c_str(), AT_FDCWD, to.c_str()) != 0)
                fail(to, errno);
        }
    for (const auto& [path, file] : *m_before) {
        if (m_files.contains(path))
            continue;
        std::error_code ignored;
        fs::remove(m_out / path, ignored);
        for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path())
            if (::rmdir((m_out / folder).c_str()) != 0) // Not empty.
                break;
    }
}

void Publication::publish()
{
    put(mark, "This folder is replaced as a whole by `gloss build`.\n");
    if (m_before)
        move_files();
    else
        swap_folders();
    std::error_code ignored;
    fs::remove_all(m_staging, ignored); // Holds the old site now, if there was one.
}

}
