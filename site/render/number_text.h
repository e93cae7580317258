#pragma once
// A number with its unit in the words of a language: the engine's one rounding rule (engine/units/format.h), and the word
// unit.<id> behind it where readers need one.

#include "engine/units/format.h"
#include "site/render/strings.h"

#include <string>

namespace site {

/// Plain text; an absent number is a dash, without a unit.
std::string number_text(double value, engine::Unit, const Words&, int digits = engine::usual_digits);

}
