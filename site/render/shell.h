#pragma once
// The frame of a page: <head> with canonical address, alternates, Open Graph and JSON-LD; header, navigation, footer.

#include "site/render/website.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct Head {
    std::string kind;                    ///< class of <body>: term, glossary, gpu, model, calculator, home, page
    std::string title, description;      ///< plain text; the site's name is added to the title
    std::string url;                     ///< "/zh/glossary/kv-cache/": the canonical address
    std::string section;                 ///< "glossary": marked in the navigation
    std::vector<std::string> languages;  ///< in which this page exists, this one included
    std::string url_tail;                ///< the address in language x is "/x/" + url_tail
    std::vector<std::string> json_ld;    ///< complete objects
    bool index = true;                   ///< false: robots noindex
    bool script = true;                  ///< the page has something for JavaScript to upgrade
    std::vector<std::string> styles;     ///< style sheets beside site.css
    std::string links{};                 ///< more `<link>` elements
    std::vector<std::string> modules{};  ///< scripts of this page beside main.js
};

/// The whole document.
std::string shell(const Website&, const Edition&, const Head&, std::string main, std::string popovers = {});

/// BreadcrumbList of these crumbs, home first.
std::string breadcrumb_json(const Website&, const Edition&, std::span<const Crumb>, std::string_view url);

}
