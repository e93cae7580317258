#pragma once
// Parsed pages by file, for a program that reads the same folder again and again (`gloss serve`).
//
// A file is taken to be unchanged when its times, size and inode are; a file written just before it was read is read
// again, since a second write in the same tick of the clock would not show.

#include "site/load/page_file.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace site {

class PageCache {
public:
    struct Stamp {
        std::int64_t modified = 0, changed = 0; ///< nanoseconds
        std::uint64_t size = 0, inode = 0;
        bool operator==(const Stamp&) const = default;
    };
    struct Entry {
        Stamp stamp;
        bool reliable = false;           ///< the stamp was old enough when the file was read
        Page page;
        Diagnostics diagnostics;
    };

    /// The entries of these files, made where missing; all others are forgotten. Each may then be used by one thread.
    std::vector<Entry*> entries(const std::vector<PageSource>&);

    /// Brings the entry up to date with the file at `path`.
    static void refresh(Entry&, const PageSource&, const std::string& path);

private:
    std::unordered_map<std::string, Entry> m_entries;
};

/// The page in the file at `path`; a file that cannot be read is the error `unreadable-file`.
Page read_page(const PageSource&, const std::string& path, Diagnostics&);

}
