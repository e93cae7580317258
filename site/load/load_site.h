#pragma once
// The content folder -> Library: every page parsed and validated, every mistake of the front matter in one run.
//
//     Diagnostics diagnostics;
//     Library library = load_site("content", diagnostics);
//
// 1. site.yaml (settings.h); absent means defaults. 2. content/<lang>/<kind folder>/*.md, in any order, on `jobs` threads
// (page_file.h). 3. Sorted, ids unique over the kinds of a language, indexed. A page with mistakes is kept as far as it
// goes, so that links to it do not become mistakes too. A folder that does not exist is the error `no-content`.

#include "site/diagnostics/diagnostic.h"
#include "site/model/library.h"

#include <string>

namespace site {

class PageCache;

/// `cache`: pages whose files did not change since are taken from it instead of parsed.
Library load_site(const std::string& folder, Diagnostics&, int jobs = 1, PageCache* cache = nullptr);

/// Sets `stale` and `original_rev` of a translation by what its original says now.
void mark_stale_translation(const Library&, Page&);

/// The whole text of a file that a diagnostic names, for printing it; empty when unreadable. `folder` is the content folder.
std::string read_source(const std::string& folder, const std::string& file);

}
