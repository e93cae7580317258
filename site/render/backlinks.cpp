#include "site/render/backlinks.h"

#include <unordered_set>

namespace site {

namespace {

std::string key(std::string_view language, std::string_view target)
{
    return std::string(language).append("/").append(target);
}

}

Backlinks::Backlinks(const Library& library, std::span<const Prose> proses)
{
    for (std::size_t i = 0; i < proses.size(); ++i) {
        const Page& page = library.pages[i];
        std::unordered_set<std::string_view> seen{page.id};
        for (const Mention& mention : proses[i].mentions)
            if (seen.insert(mention.target).second)
                m_by_target[key(page.language, mention.target)].push_back({i, &mention});
    }
}

std::span<const Backlink> Backlinks::of(std::string_view language, std::string_view target) const
{
    const auto found = m_by_target.find(key(language, target));
    return found == m_by_target.end() ? std::span<const Backlink>{} : std::span<const Backlink>(found->second);
}

}
