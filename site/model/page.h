#pragma once
// A page as its author wrote it: front matter and body. Plain data; nothing here renders, reads files or fills in later.

#include "site/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

enum class PageKind { term, guide, compare, calculator, page };

/// An alias of a page, as listed or derived from its title.
struct Alias {
    enum class Case { by_capitals, exact, any }; ///< by_capitals: half or more capitals means exact
    std::string text;
    Case letter_case = Case::by_capitals;
    bool automatic = true;               ///< false: for search and explicit links only
    std::vector<std::string> except;     ///< contexts (texts around it) in which it is not linked
    Position where;                      ///< in the front matter
    bool is_title = false;
};

/// Which mentions become links: the first of a section or page, all, none.
enum class LinkScope { section, page, all, none };

inline constexpr std::string_view link_scope_names = "section, page, all, none";
/// By its name, or nothing.
std::optional<LinkScope> link_scope_of(std::string_view name);

/// A front-matter reference to something by id, with its place for error messages.
struct Reference {
    std::string id;
    Position where;
};

struct Page {
    PageKind kind = PageKind::page;
    std::string language;                ///< "zh", "en"
    std::string id;                      ///< the same in every language
    std::string file;                    ///< relative path, as diagnostics print it
    std::string url;                     ///< "/zh/glossary/kv-cache/"

    std::string title, english, short_text, category;
    Position title_where;
    std::vector<Alias> aliases;          ///< the title is not among them
    std::vector<Reference> see, confused_with, sources, numbers, provider, calculators;
    std::vector<std::string> was;        ///< old ids, redirected
    std::string updated, source_rev;
    std::optional<Reference> prefer;     ///< settles an ambiguous alias on this page
    bool autolink = true;
    std::optional<LinkScope> link_scope; ///< `linking: page`: before the site's
    bool draft = false;
    Position short_where, updated_where; ///< of the value; the key's line when it is missing
    Reference a, b;                      ///< of a compare page
    Reference calculator;                ///< of a calculator page

    bool stale = false;                  ///< a translation whose original has changed since source_rev
    std::string original_rev;            ///< the source_rev that would be right now; empty for an original

    std::string body;                    ///< Markdown after the front matter
    int body_line = 1;                   ///< line of the file on which it starts
};

}
