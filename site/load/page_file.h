#pragma once
// The bytes of one Markdown file -> Page. Pure: no file is read here.
//
//     Page page = parse_page({.kind = PageKind::term, .language = "zh", .file = "content/zh/terms/kv.md"}, bytes, diagnostics);
//
// 1. source_text.h: byte order mark, line ends, NUL and invalid UTF-8 are reported and mended. 2. The front matter is cut
// off; `key：value` with a full-width colon is reported and read as meant. 3. front_matter.h fills the Page.

#include "site/diagnostics/diagnostic.h"
#include "site/model/page.h"

#include <string>

namespace site {

struct PageSource {
    PageKind kind = PageKind::page;
    std::string language;
    std::string file;                    ///< as diagnostics name it
};

Page parse_page(const PageSource&, std::string bytes, Diagnostics&);

/// "terms" -> term ..., and the part of the URL for it: "glossary", "guides", "compare", "calculators", "".
struct PageFolder {
    PageKind kind;
    std::string_view folder, url_part;
};
inline constexpr PageFolder page_folders[] = {
    {PageKind::term, "terms", "glossary"},   {PageKind::guide, "guides", "guides"},
    {PageKind::compare, "compare", "compare"}, {PageKind::calculator, "calculators", "calculators"},
    {PageKind::page, "pages", ""},
};
const PageFolder& folder_of(PageKind);

}
