#pragma once
// What a link can lead to: a page of the site, or a row of the catalog.

#include "site/model/page.h"

#include <string>
#include <vector>

namespace site {

/// What the prose can link to beside pages: a GPU or model of the catalog, or any other target a site adds.
struct CatalogTarget {
    std::string id, name, url_tail;      ///< url_tail: "gpus/h100-sxm/"
    std::vector<std::string> aliases;
    std::string short_text;              ///< its tooltip, in the language of the linker; may be empty
};

/// A destination as the pages of one language see it. A page that this language lacks is the default language's.
struct LinkTarget {
    std::string id, title, url, short_text;
    std::string language;                ///< of the destination; differs from the linker's for a fallback
    const Page* page = nullptr;          ///< null: a catalog row
};

}
