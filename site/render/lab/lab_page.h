#pragma once
// /<lang>/lab/: the expert panel. Without JavaScript, and before the reader asks for more, the numbers of its first scenario
// as text; a button loads the lab itself (web/js/lab).

#include "site/render/website.h"

#include <map>
#include <string>

namespace site {

/// The website has a catalog.
std::string lab_page(const Website&, const Edition&);

/// What the lab fetches: path -> text. `data/lab.json`, and its words in each language, `data/lab.<language>.json`.
std::map<std::string, std::string> lab_files(const Website&);

}
