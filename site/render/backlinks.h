#pragma once
// Who links here: the reverse of every page's mentions. Also the dependency graph of rebuilding: a page shows the titles
// and sentences of the pages listed here.

#include "site/model/library.h"
#include "site/model/prose.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

/// The first mention of a target on one page.
struct Backlink {
    std::size_t page = 0;                ///< index into library.pages
    const Mention* mention = nullptr;    ///< of proses[page]
};

class Backlinks {
public:
    /// `proses[i]` belongs to `library.pages[i]`; both must outlive this.
    Backlinks() = default;
    Backlinks(const Library& library, std::span<const Prose> proses);

    /// In the order of the library; pages of `language` only. The target itself is not among them.
    std::span<const Backlink> of(std::string_view language, std::string_view target) const;

private:
    std::unordered_map<std::string, std::vector<Backlink>> m_by_target; ///< "zh/kv-cache"
};

}
