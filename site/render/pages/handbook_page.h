#pragma once
// The pages that explain diagnostics: /<lang>/handbook/diagnostics/ and one for each code. They exist where the site has a
// page `handbook`, whose text is its owner's; the words are explain.<code> in assets/strings.

#include "site/render/website.h"

#include <string>
#include <string_view>
#include <vector>

namespace site {

inline constexpr std::string_view handbook_page_id = "handbook";
inline constexpr std::string_view diagnostics_tail = "handbook/diagnostics/";

/// Whether the site wants these pages.
bool has_handbook(const Library&);
/// The codes that the words explain, in alphabetical order.
std::vector<std::string> explained_codes(const Words&);

std::string diagnostics_page(const Website&, const Edition&);
std::string diagnostic_page(const Website&, const Edition&, const std::string& code);

}
