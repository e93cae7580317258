#pragma once
// The home page of a language, and the page for addresses that do not exist.

#include "site/render/website.h"

#include <string>

namespace site {

/// `/zh/`; `/` is the same bytes for the default language. A page `home` of content/<lang>/pages gives title, lead and text.
std::string home_page(const Website&, const Edition&);
std::string not_found_page(const Website&, const Edition&);

/// The id of the author's page whose text stands on the home page.
inline constexpr std::string_view home_page_id = "home";

}
