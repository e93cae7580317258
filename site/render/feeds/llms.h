#pragma once
// llms.txt: the site as a list of links with a sentence each, for programs that read on behalf of people.

#include "site/render/planned_page.h"
#include "site/render/website.h"

#include <span>
#include <string>

namespace site {

std::string llms(const Website&, std::span<const PlannedPage>);

}
