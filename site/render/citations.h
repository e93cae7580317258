#pragma once
// The sources of one page, numbered in the order in which they are first cited.

#include "site/render/website.h"

#include <string>
#include <string_view>
#include <vector>

namespace site {

class Citations {
public:
    Citations(const Website& website, const Edition& edition) : m_website(website), m_edition(edition) {}

    const Website& website() const { return m_website; }
    /// Adds a source without a mark. An id that the catalog lacks is ignored: the checks report it.
    void add(std::string_view id);
    /// HTML `<a href="#source-x">[3]</a>`, or nothing for an empty or unknown id. `of`: which figures come from it, where
    /// that is not plain from the place of the mark.
    std::string mark(std::string_view id, std::string_view of = {});
    /// The list itself: items/source.
    std::string items() const;

private:
    std::size_t number(std::string_view id); ///< from 1; 0 for none

    const Website& m_website;
    const Edition& m_edition;
    std::vector<const Source*> m_sources;
};

}
