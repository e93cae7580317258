#pragma once
// One page's new text in the place of its old one, for `gloss serve`: possible as long as nothing changed that other
// pages are linked, listed or sorted by.
//
// 1. The file is parsed. 2. Same names (id, title, aliases, short text, category ...)? Then the matcher, the indexes and
// every other page's prose stay as they are. 3. The page's own prose is made again. 4. What shows the page: itself in
// every language, and whoever it mentions or mentioned ("linked from"): the backlinks are the dependency graph.

#include "site/commands/check.h"

#include <set>
#include <string>

namespace site {

/// Updates the page of `file` (as diagnostics name it) and adds to `touched` the ids of the pages and rows that show it.
/// False, and nothing is changed, when the site must be read as a whole.
bool update_page(RenderedSite&, const std::string& file, const CheckWorld&, const ProseOptions&, Drafts,
                 std::set<std::string, std::less<>>& touched);

}
