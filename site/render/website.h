#pragma once
// Everything a page may read, put together before the first one is rendered and never changed after: pages render on any
// number of threads.
//
//     Website website(library, proses, matchers, catalog, strings, template_folders, assets, diagnostics);
//     for (PlannedPage& page : plan_pages(website))           // pages.h
//         publication.put(page.path, page.render());

#include "site/catalog/catalog.h"
#include "site/link/matcher.h"
#include "site/model/library.h"
#include "site/model/prose.h"
#include "site/render/backlinks.h"
#include "site/render/order.h"
#include "site/render/strings.h"
#include "site/render/template.h"
#include "site/scenario/accuracy.h"
#include "site/write/assets.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

/// A term where an index lists it.
struct Listed {
    std::size_t page = 0;                ///< index into library.pages
    std::string letter, key;             ///< of the order it is listed in
};

/// The terms of one category by title, as the sidebar lists them: a page's window of it is cut from `items`.
struct Neighbours {
    std::string items;                   ///< items/sidebar of all, one after the other
    std::vector<std::size_t> ends;       ///< where each ends
    std::unordered_map<std::size_t, std::size_t> place; ///< index into library.pages -> its place
};

/// The site in one language.
struct Edition {
    std::string language;
    const Words* words = nullptr;
    const Matcher* matcher = nullptr;
    Templates templates;
    Order order;
    std::vector<Listed> by_name, by_title;   ///< terms by their English name (zh) or title; terms by title (pinyin)
    std::unordered_map<std::string, std::string> tooltips, related; ///< id -> items/tooltip, items/related
    std::unordered_map<std::string, Neighbours> by_category;
    std::unordered_map<std::size_t, std::size_t> place;    ///< of a term: its index in by_name

    std::string_view operator()(std::string_view key) const { return (*words)(key); }
    std::string operator()(std::string_view key, std::initializer_list<std::string_view> arguments) const
    {
        return (*words)(key, arguments);
    }
    /// "/zh/" + tail
    std::string url(std::string_view tail) const { return "/" + language + "/" + std::string(tail); }
};

struct Website {
    Website(const Library&, std::span<const Prose>, std::span<const Matcher* const>, const Catalog* catalog,
            const Strings&, std::span<const std::filesystem::path> template_folders, const Assets&, int jobs, Diagnostics&);

    const Library& library;
    std::span<const Prose> proses;       ///< of library.pages
    const Catalog* catalog;              ///< null: the site has no data, hence no GPU, model or calculator pages
    const Accuracy* accuracy = nullptr;  ///< null: nothing measured; set before pages are planned
    const Assets& assets;
    bool works_offline = false;          ///< pages install the service worker; set before pages are planned
    std::string base_url;                ///< without a slash at its end
    Backlinks backlinks;
    std::vector<Edition> editions;       ///< of the languages that have pages; the default language first

    const Edition& edition(std::string_view language) const;
    /// Of the editions: where a page that each of them has exists.
    std::vector<std::string> languages() const;
    /// The page's index in library.pages.
    std::size_t index_of(const Page&) const;
    /// The pages of this language and kind, in the order of the library.
    std::vector<const Page*> pages(std::string_view language, PageKind) const;
};

/// `<dd>`-free list items shared by several page kinds:
/// the pages that link to `id`, at most 12 and a count of the rest;
std::string backlink_items(const Website&, const Edition&, std::string_view id);
/// breadcrumbs: home, then (text, url) pairs, the last without url.
struct Crumb {
    std::string text, url;
};
std::string crumbs(const Website&, const Edition&, std::span<const Crumb>);

}
