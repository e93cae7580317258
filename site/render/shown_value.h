#pragma once
// A number with its unit as a page shows it: the engine's one rounding rule (engine/units/format.h), in the page's words.

#include "engine/units/unit.h"
#include "site/catalog/catalog.h"
#include "site/render/website.h"

#include <string>

namespace site {

/// Plain text; an absent number is a dash.
std::string shown(double value, engine::Unit, const Edition&, int digits = 3);

/// Bytes in GiB, for the places where both words stand beside each other: "79.6 GiB".
std::string shown_gib(double bytes, const Edition&, int digits = 3);

/// For a column whose heading names the unit: grouped, always so many decimals, a dash where absent. Not negative.
std::string fixed_number(double value, int decimals);

/// HTML of a note or text of the catalog in the page's language; in English, marked, where it has no such words.
std::string catalog_text(const Catalog&, const Edition&, std::string_view english);

/// HTML of a fact: its number with unit, or its text.
std::string fact_html(const Fact&, const Edition&);

}
