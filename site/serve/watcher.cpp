#include "site/serve/watcher.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace site {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t interesting = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
constexpr std::chrono::milliseconds pause{8}; ///< a change is over when nothing happens for so long

bool is_noise(const std::string& name)
{
    return name.empty() || name.front() == '.' || name.front() == '#' || name.back() == '~' || name.ends_with(".swp") ||
           name == "4913"; // vim's probe
}

}

Watcher::Watcher(std::span<const fs::path> folders)
    : m_file(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), m_roots(folders.begin(), folders.end())
{
    for (const fs::path& folder : folders)
        add(folder);
}

Watcher::~Watcher()
{
    if (m_file >= 0)
        ::close(m_file);
}

void Watcher::add(const fs::path& folder)
{
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        return;
    if (const int watch = ::inotify_add_watch(m_file, folder.c_str(), interesting); watch >= 0)
        m_folders[watch] = folder;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.is_directory(ignored) && !is_noise(entry.path().filename().string()))
            add(entry.path());
}

bool Watcher::read_events(std::chrono::milliseconds timeout, std::set<fs::path>& changed)
{
    ::pollfd waiting{m_file, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(timeout.count())) <= 0)
        return false;
    alignas(::inotify_event) std::array<char, 1 << 14> buffer{};
    const ssize_t count = ::read(m_file, buffer.data(), buffer.size());
    for (ssize_t at = 0; at < count;) {
        ::inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const std::string name = event.len ? buffer.data() + at + sizeof event : "";
        at += static_cast<ssize_t>(sizeof event) + static_cast<ssize_t>(event.len);
        if (event.mask & IN_Q_OVERFLOW) { // Some changes were lost: all of it may be different.
            changed.insert(m_roots.begin(), m_roots.end());
            continue;
        }
        if (event.mask & IN_IGNORED) {
            m_folders.erase(event.wd);
            continue;
        }
        const auto folder = m_folders.find(event.wd);
        if (folder == m_folders.end() || is_noise(name))
            continue;
        const fs::path path = folder->second / name;
        if (event.mask & IN_ISDIR)
            add(path);
        changed.insert(path);
    }
    return count > 0;
}

std::set<fs::path> Watcher::wait(std::chrono::milliseconds timeout)
{
    std::set<fs::path> changed;
    if (read_events(timeout, changed))
        while (read_events(pause, changed)) {
        }
    return changed;
}

}
