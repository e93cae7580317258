#pragma once
// Tells when files below some folders change (inotify). New folders are watched as they appear.

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace site {

class Watcher {
public:
    explicit Watcher(std::span<const std::filesystem::path> folders);
    ~Watcher();
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    /// Waits up to `timeout` for changes, then a little longer until they pause (editors write in several steps).
    /// The files that changed; empty at the timeout. Hidden files and editors' back-ups are left out. When there were too
    /// many changes to tell, the watched folders themselves.
    std::set<std::filesystem::path> wait(std::chrono::milliseconds timeout);

private:
    void add(const std::filesystem::path& folder);
    bool read_events(std::chrono::milliseconds timeout, std::set<std::filesystem::path>& changed);

    int m_file = -1;
    std::vector<std::filesystem::path> m_roots;
    std::map<int, std::filesystem::path> m_folders; ///< watch descriptor -> folder
};

}
