#include "site/model/library.h"

#include <algorithm>

namespace site {

std::optional<LinkScope> link_scope_of(std::string_view name)
{
    constexpr std::pair<std::string_view, LinkScope> scopes[] = {
        {"section", LinkScope::section}, {"page", LinkScope::page}, {"all", LinkScope::all}, {"none", LinkScope::none}};
    for (const auto& [known, scope] : scopes)
        if (known == name)
            return scope;
    return std::nullopt;
}

namespace {

std::string key(std::string_view language, std::string_view id)
{
    std::string text(language);
    text += '/';
    text += id;
    return text;
}

}

void Library::index()
{
    m_by_key.clear();
    m_by_url.clear();
    m_by_key.reserve(pages.size());
    m_by_url.reserve(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) {
        m_by_key.emplace(key(pages[i].language, pages[i].id), i); // The first of equal ids stays.
        m_by_url.emplace(pages[i].url, i);
    }
}

const Page* Library::find(std::string_view language, std::string_view id) const
{
    const auto found = m_by_key.find(key(language, id));
    return found == m_by_key.end() ? nullptr : &pages[found->second];
}

const Page* Library::find_or_default(std::string_view language, std::string_view id) const
{
    if (const Page* page = find(language, id))
        return page;
    return find(default_language(), id);
}

const Page* Library::find_url(std::string_view url) const
{
    const auto found = m_by_url.find(std::string(url));
    return found == m_by_url.end() ? nullptr : &pages[found->second];
}

const ContentFile* Library::find_file(std::string_view url) const
{
    const auto found = std::lower_bound(files.begin(), files.end(), url,
                                        [](const ContentFile& f, std::string_view u) { return f.url < u; });
    return found != files.end() && found->url == url ? &*found : nullptr;
}

}
