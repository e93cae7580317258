#pragma once
// All pages and the site's settings: what the load stage yields and every later stage reads.

#include "site/model/page.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

/// What `nav` may name beside ids of pages.
inline constexpr std::array<std::string_view, 6> nav_sections{"glossary", "gpus", "models", "formats", "links", "calculators"};

struct Settings {
    std::string title;                               ///< empty: the words' site.name
    std::map<std::string, std::string, std::less<>> titles; ///< `title: {zh: ..., en: ...}`: by language, before `title`
    std::string base_url = "https://example.com";
    std::vector<std::string> languages{"zh", "en"}; ///< the first is the default language
    LinkScope link_scope = LinkScope::section;
    int links_per_paragraph = 0;                     ///< at most so many automatic ones; 0: any number
    bool links_in_quotes = true;                     ///< false: who is quoted may mean another thing
    bool typography = true;                          ///< `typography: false` silences those warnings
    bool search = true;                              ///< `search: false`: no search page, box or index
    bool offline = true;                             ///< `offline: false`: no service worker; one that is there is ended
    bool markdown_twins = true;                      ///< `markdown_twins: false`: no page.md beside pages
    std::string frame_ancestors = "*";               ///< who may frame /embed/: sources of that policy
    std::string theme;                               ///< folder whose files replace those of assets/
    std::vector<std::string> nav;
    std::string file;                                ///< that said so, as diagnostics name it
    Position theme_where;
    std::vector<Position> nav_where;                 ///< of each entry
    std::vector<std::string> reference_models{"llama-3.1-8b", "llama-3.3-70b", "deepseek-v3"}; ///< of worked examples, smallest first
    std::vector<Position> reference_models_where;    ///< of each, when the file names them
};

/// A file of the content that is no page: an image, a download. Published under its path.
struct ContentFile {
    std::string file;                    ///< as diagnostics name it: "content/zh/guides/w.svg"
    std::string url;                     ///< "/zh/guides/w.svg"
};

class Library {
public:
    Settings settings;
    std::string folder;                  ///< the content folder, as given
    std::vector<Page> pages;             ///< sorted by language, kind, id
    std::vector<ContentFile> files;      ///< sorted by url; without content/data and site.yaml

    /// Call once when `pages` is complete and sorted.
    void index();
    /// The page of this id in this language, or null. Ids are unique over all kinds.
    const Page* find(std::string_view language, std::string_view id) const;
    /// The same, falling back to the default language.
    const Page* find_or_default(std::string_view language, std::string_view id) const;
    /// The page of this URL path, or null.
    const Page* find_url(std::string_view url) const;
    const ContentFile* find_file(std::string_view url) const;
    const std::string& default_language() const { return settings.languages.front(); }

private:
    std::unordered_map<std::string, std::size_t> m_by_key; ///< "zh/kv-cache" -> index into pages
    std::unordered_map<std::string, std::size_t> m_by_url;
};

}
