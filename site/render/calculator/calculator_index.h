#pragma once
// /<lang>/calculators/: a door to each calculator.

#include "site/render/website.h"

#include <string>

namespace site {

std::string calculator_index_page(const Website&, const Edition&);

}
