#pragma once
// YAML front matter -> the members of a Page, each value checked; every mistake in one run, with its place.

#include "site/diagnostics/diagnostic.h"
#include "site/load/yaml_value.h"
#include "site/model/page.h"

#include <string>
#include <string_view>

namespace site {

inline constexpr std::size_t longest_short = 120; ///< characters of a short definition

/// Fills `page`, whose kind, language, id (from the file name) and file are set. `open`: place of the opening `---`.
void read_front_matter(const YamlValue& front_matter, Page& page, Position open, Diagnostics&);

/// 2026-11-30, and in the calendar.
bool is_date(std::string_view);
/// ASCII letters in lower case, digits and hyphens; begins and ends with a letter or digit.
bool is_id(std::string_view);

}
