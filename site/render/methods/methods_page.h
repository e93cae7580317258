#pragma once
// `/zh/methods/`: how each estimate is made, printed from the comments of the engine's own headers.

#include "site/render/website.h"

#include <string>

namespace site {

std::string methods_page(const Website&, const Edition&);

}
