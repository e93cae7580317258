#pragma once
// The page of a calculator, and the small one of the home page.

#include "engine/calculators/calculator.h"
#include "site/render/calculator/answer.h"
#include "site/render/website.h"

#include <string>
#include <string_view>

namespace site {

/// Whether the site can draw this calculator: the engine may have more than have an answer here yet (answer.h).
bool has_calculator_page(std::string_view calculator);

/// The author's page of this calculator in content/<lang>/calculators, or null.
const Page* calculator_text(const Website&, const Edition&, std::string_view calculator);
/// Title and one line of it, from the author's page or else the words.
struct CalculatorTitle {
    std::string title, short_text;
};
CalculatorTitle calculator_title(const Website&, const Edition&, std::string_view calculator);

/// What stands beside the form for this scenario.
AnswerParts calculator_parts(const Website&, const Edition&, const Scenario&);
/// The scripts that this calculator's element loads beside its own, names with spaces between.
std::string calculator_modules(std::string_view calculator);

/// `page` is the author's page of content/<lang>/calculators, or null: then title and text come from the words.
std::string calculator_page(const Website&, const Edition&, const engine::Calculator&, const Page* page);
/// The section for the home page, with its default answer.
std::string small_calculator(const Website&, const Edition&);

}
