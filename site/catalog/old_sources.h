#pragma once
// Figures age: prices, drivers and data sheets change. Sources that nobody has read again for long are pointed out.

#include "site/catalog/catalog.h"

#include <string>
#include <string_view>

namespace site {

inline constexpr int old_source_days = 365;

/// Warns of sources read more than old_source_days before `today` (ISO date): old-source.
void report_old_sources(const Catalog&, std::string_view today, Diagnostics&, const std::string& shown_folder = "content/data");

}
