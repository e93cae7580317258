#pragma once
// A page that the build will make: what indexes and feeds say of it, and the function that renders it.

#include <functional>
#include <string>
#include <vector>

namespace site {

/// What a page's HTML depends on, beside templates, words and data.
enum class Shows {
    anything,                            ///< rendered at every build
    names,                               ///< titles, aliases, short texts, categories: not the text of pages
    subject,                             ///< names, and the text of pages called `subject` and of those that mention it
};

struct PlannedPage {
    std::string path;                    ///< file of the published site: "zh/glossary/kv-cache/index.html"
    std::string url;                     ///< canonical address: "/zh/glossary/kv-cache/"
    std::string language, kind;          ///< kind: term, guide, compare, gpu, model, calculator, index, page
    std::string title, short_text;       ///< plain text
    std::string updated;                 ///< ISO date, or empty
    std::vector<std::string> languages;  ///< in which it exists, the default language first
    std::string url_tail;                ///< without "/zh/"
    bool listed = true;                  ///< in sitemap and llms.txt
    Shows shows = Shows::anything;
    std::string subject;                 ///< id of a page or catalog row
    std::function<std::string()> render; ///< pure; any thread
};

}
