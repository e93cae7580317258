#pragma once
// What the site's search finds: every listed page, with the names that lead to it and its text.

#include "site/render/planned_page.h"
#include "site/render/website.h"
#include "site/search/search_files.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace site {

/// The pages of this language, the most linked first. Home pages and the search page itself are not found.
std::vector<SearchDocument> search_documents(const Website&, const Edition&, std::span<const PlannedPage>);

/// The search index of every language, as files to publish. Its words are `search.kind.<kind>` and `search.say.<what>`.
std::map<std::string, std::string> search_index(const Website&, std::span<const PlannedPage>, int jobs);

}
