#pragma once
// /<lang>/accuracy/: how far predictions are from measurements, drawn from the cases at build time. No number is typed.

#include "site/render/website.h"

#include <string>

namespace site {

/// The website has accuracy().
std::string accuracy_page(const Website&, const Edition&);
/// "1,514 measured figures of 1,200 cases": the page's description.
std::string accuracy_summary(const Website&, const Edition&);

}
