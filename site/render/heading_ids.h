#pragma once
// Ids of headings: kept in Han, unique on a page.

#include <string>
#include <string_view>
#include <unordered_map>

namespace site {

/// "HBM3e 与 带宽（GB/s）" -> "hbm3e-与-带宽gbs": letters of any script and digits stay, ASCII in lower case; spaces and
/// hyphens are hyphens; all else goes. May be empty.
std::string heading_slug(std::string_view text);

/// Hands out ids that no other heading of the page has: `x`, `x-2`, `x-3`.
class HeadingIds {
public:
    /// Never empty: a heading without letters is "section".
    std::string make(std::string_view text);
    /// False when the id is taken already.
    bool claim(const std::string& id) { return m_used.emplace(id, 1).second; }

private:
    std::unordered_map<std::string, int> m_used; ///< id -> how often asked for
};

}
