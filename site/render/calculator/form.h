#pragma once
// A calculator's form, drawn from the engine's field table: one control a field, grouped, advanced fields folded away.
// The contract with the element that upgrades it stands at the top of assets/templates/calculator.html.

#include "site/render/website.h"
#include "site/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

/// All groups of the form, filled in with the scenario's values.
std::string form_html(const Website&, const Edition&, const Scenario&);
/// Some fields in the order given, without groups, ids prefixed by "home-".
std::string small_form_html(const Website&, const Edition&, const Scenario&, std::span<const std::string_view> fields);

/// The words of `field.<id>.label`.
std::string_view field_label(const Edition&, std::string_view field);
/// The shown text of an input's value: the catalog row's name, the choice's words, the number.
std::string input_text(const Website&, const Edition&, const Scenario&, std::string_view field);

}
