#include "site/write/publication.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>

namespace site {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view mark = ".gloss/published";

[[noreturn]] void fail(const fs::path& path, int error)
{
    throw WriteError(path.string() + ": " + std::strerror(error));
}

/// True when the file at `path` holds exactly `bytes`.
bool holds(const fs::path& path, std::string_view bytes)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
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

void write_file(const fs::path& path, std::string_view bytes)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
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

}

Publication::Publication(fs::path out) : m_out(fs::absolute(out).lexically_normal())
{
    if (m_out.filename().empty())
        m_out = m_out.parent_path();
    std::error_code ignored;
    if (fs::exists(m_out, ignored) && !fs::exists(m_out / mark, ignored) &&
        !(fs::is_directory(m_out, ignored) && fs::is_empty(m_out, ignored)))
        throw WriteError(m_out.string() + ": is not empty and was not made by gloss; choose another --out or remove it");
    m_staging = m_out.parent_path() /
                ("." + m_out.filename().string() + ".staging-" + std::to_string(::getpid()));
    std::error_code error;
    fs::remove_all(m_staging, error);
    fs::create_directories(m_staging, error);
    if (error)
        fail(m_staging, error.value());
}

Publication::~Publication()
{
    std::error_code ignored;
    fs::remove_all(m_staging, ignored);
}

void Publication::make_folder(const fs::path& folder)
{
    if (folder.empty() || !m_folders.insert(folder.string()).second)
        return;
    make_folder(folder.parent_path());
    if (::mkdir((m_staging / folder).c_str(), 0755) != 0 && errno != EEXIST)
        fail(m_staging / folder, errno);
}

void Publication::put(std::string_view path, std::string_view bytes)
{
    const fs::path relative(path);
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_files.emplace(path, PublishedFile{bytes.size(), true}).second)
            throw WriteError(std::string(path) + ": two pages of the site have this path");
        make_folder(relative.parent_path());
    }
    const fs::path old = m_out / relative;
    if (holds(old, bytes) && ::link(old.c_str(), (m_staging / relative).c_str()) == 0) {
        const std::scoped_lock lock(m_mutex);
        m_files.find(path)->second.changed = false;
    } else {
        write_file(m_staging / relative, bytes);
    }
}

bool Publication::keep(std::string_view original, std::string_view twin)
{
    const fs::path relative(twin);
    const std::scoped_lock lock(m_mutex);
    const auto found = m_files.find(original);
    if (found == m_files.end() || found->second.changed ||
        ::link((m_out / relative).c_str(), (m_staging / relative).c_str()) != 0)
        return false;
    std::error_code ignored;
    m_files.emplace(twin, PublishedFile{fs::file_size(m_staging / relative, ignored), false});
    return true;
}

std::string Publication::read(std::string_view path) const
{
    std::ifstream stream(m_staging / fs::path(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void Publication::publish()
{
    put(mark, "This folder is replaced as a whole by `gloss build`.\n");
    if (::syscall(SYS_renameat2, AT_FDCWD, m_staging.c_str(), AT_FDCWD, m_out.c_str(), 2U /* RENAME_EXCHANGE */) != 0) {
        if (errno == ENOENT) { // The first build: there is nothing to exchange with.
            if (::rename(m_staging.c_str(), m_out.c_str()) != 0)
                fail(m_out, errno);
        } else {
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
    }
    std::error_code ignored;
    fs::remove_all(m_staging, ignored); // Holds the old site now, if there was one.
}

}
