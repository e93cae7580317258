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
//
// A staging folder is locked (flock) while its process lives. What a killed build left is removed by the next one.
//
// `gloss serve` gives what it published last: then only changed files are staged, and publish() moves each into place,
// pages after what they need, deletions last. Its one reader is the author; a swap would cost a link for every page.

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
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
    std::size_t fingerprint = 0;         ///< of the bytes, within this process; 0: not asked for
};
using PublishedFiles = std::map<std::string, PublishedFile, std::less<>>;

enum class Fingerprints { no, yes };

/// Assets and data, which go before the pages that name them.
bool comes_first(std::string_view path);

class Publication {
public:
    /// Creates the staging folder. Throws WriteError, also when `out` is not empty and not ours.
    explicit Publication(std::filesystem::path out, Fingerprints = Fingerprints::no);
    /// Brings the folder from `before`, which this process published with fingerprints, to what will be put.
    Publication(std::filesystem::path out, const PublishedFiles& before);
    /// Removes the staging folder when publish() was not called.
    ~Publication();
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;

    /// Writes one file; `path` is relative, with `/`. Two files of one path are a mistake of ours: WriteError.
    void put(std::string_view path, std::string_view bytes);

    /// Keeps a file of `before` as it is. False when there was none.
    bool keep(std::string_view path);
    /// When `original` was put with the bytes it had before, puts the old `twin` as it is and tells so.
    bool keep(std::string_view original, std::string_view twin);
    /// The bytes of a file that was put.
    std::string read(std::string_view path) const;

    /// Makes what was put the published site. Call once, last.
    void publish();

    /// Everything put so far, by path.
    const PublishedFiles& files() const { return m_files; }

private:
    void open_staging();
    void make_folder_of(std::string_view path);
    bool same_as_before(const std::string& path, std::string_view bytes, std::size_t fingerprint);
    void swap_folders();
    void move_files();

    std::filesystem::path m_out, m_staging;
    int m_staging_file = -1, m_out_file = -1; ///< the two folders, open; -1: there is no published one yet
    Fingerprints m_fingerprints;
    const PublishedFiles* m_before = nullptr;
    mutable std::mutex m_mutex;
    std::unordered_set<std::string> m_folders; ///< created so far
    PublishedFiles m_files;
};

}
