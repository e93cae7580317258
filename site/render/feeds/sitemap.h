#pragma once
// sitemap.xml: every listed page once, with the languages in which it really exists.

#include "site/render/planned_page.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

std::string sitemap(std::string_view base_url, std::span<const PlannedPage>);

}
