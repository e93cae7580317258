#pragma once
// What a reader can find, as the search index sees it. Plain data; the render stage fills it in.

#include <string>
#include <vector>

namespace site {

struct SearchDocument {
    std::string url;                     ///< "/zh/glossary/kv-cache/"
    std::string kind;                    ///< its label is the words' `search.kind.<kind>`
    std::string title, english;          ///< the name in the page's language; the English one, or empty
    std::vector<std::string> aliases;
    std::string short_text;
    std::vector<std::string> headings;
    std::string body;                    ///< plain text, a block a line
};

}
