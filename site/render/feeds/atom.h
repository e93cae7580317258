#pragma once
// feed.xml of one language: the pages changed last, newest first. Dates come from the pages, so that a build without
// changes makes the same bytes.

#include "site/render/website.h"

#include <string>

namespace site {

std::string atom_feed(const Website&, const Edition&);

}
