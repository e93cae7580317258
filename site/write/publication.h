#pragma once
// Publishing: readers see the whole old site or the whole new one, never a mix; a failed build leaves the old one.
//
//     Publication publication("dist");
//     publication.put("zh/index.html", html);        // from any thread
//     publication.publish();                          // or not: then everything written is dropped
//
// 1. Files go to a staging folder beside the published one (`.dist.staging-<pid>`). A file whose bytes equal the
//    published ones is hard-linked, not written: it keeps its time, and a copy costs no disk.
// 2. publish() swaps the two folders with one system call (renameat2 RENAME_EXCHANGE); where the file system cannot,
//    with two renames. 3. The old folder is removed.

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// The file system refused: full, read-only, no permission. The message names the path and the reason.
class WriteError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct PublishedFile {
    std::uint64_t bytes = 0;
    bool changed = true;                 ///< false: the same bytes were there before
};

class Publication {
public:
    /// Creates the staging folder. Throws WriteError, also when `out` is not empty and not ours.
    explicit Publication(std::filesystem::path out);
    /// Removes the staging folder when publish() was not called.
    ~Publication();
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;

    /// Writes one file; `path` is relative, with `/`. Two files of one path are a mistake of ours: WriteError.
    void put(std::string_view path, std::string_view bytes);

    /// When `original` was put with the bytes it had before, puts the old `twin` as it is and tells so.
    bool keep(std::string_view original, std::string_view twin);
    /// The bytes of a file that was put.
    std::string read(std::string_view path) const;

    /// Makes what was put the published site. Call once, last.
    void publish();

    /// Everything put so far, by path.
    const std::map<std::string, PublishedFile, std::less<>>& files() const { return m_files; }

private:
    void make_folder(const std::filesystem::path&);

    std::filesystem::path m_out, m_staging;
    std::mutex m_mutex;
    std::set<std::string> m_folders;     ///< created so far
    std::map<std::string, PublishedFile, std::less<>> m_files;
};

}
