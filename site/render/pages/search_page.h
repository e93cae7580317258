#pragma once
// `/<lang>/search/?q=`: where the search box of every page leads. web/js/search_page.js fills in the results; without
// JavaScript it shows the ways to look something up by hand.

#include "site/render/website.h"

#include <string>

namespace site {

std::string search_page(const Website&, const Edition&);

}
