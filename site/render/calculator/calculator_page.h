#pragma once
// The page of a calculator, and the small one of the home page.

#include "engine/calculators/calculator.h"
#include "site/render/website.h"

#include <string>

namespace site {

/// `page` is the author's page of content/<lang>/calculators, or null: then title and text come from the words.
std::string calculator_page(const Website&, const Edition&, const engine::Calculator&, const Page* page);
/// The section for the home page, with its default answer.
std::string small_calculator(const Website&, const Edition&);

}
