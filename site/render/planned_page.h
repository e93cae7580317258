#pragma once
// A page that the build will make: what indexes and feeds say of it, and the function that renders it.

#include <functional>
#include <string>
#include <vector>

namespace site {

struct PlannedPage {
    std::string path;                    ///< file of the published site: "zh/glossary/kv-cache/index.html"
    std::string url;                     ///< canonical address: "/zh/glossary/kv-cache/"
    std::string language, kind;          ///< kind: term, guide, compare, gpu, model, calculator, index, page
    std::string title, short_text;       ///< plain text
    std::string updated;                 ///< ISO date, or empty
    std::vector<std::string> languages;  ///< in which it exists, the default language first
    std::string url_tail;                ///< without "/zh/"
    bool listed = true;                  ///< in sitemap and llms.txt
    std::function<std::string()> render; ///< pure; any thread
};

}
