#pragma once
// content/site.yaml -> Settings.

#include "site/diagnostics/diagnostic.h"
#include "site/model/library.h"

#include <string>
#include <string_view>

namespace site {

/// http://host or https://host[:port], nothing after it: every link of a page begins at the root.
bool is_base_url(std::string_view);

/// A source of the policy `frame-ancestors`: *, 'self', 'none', https:, or an origin such as https://*.example.com:8443.
bool is_frame_ancestor(std::string_view);

/// `bytes` of the file that diagnostics name `file`. What it does not say keeps its default; what it says wrongly is an error.
Settings parse_settings(std::string bytes, const std::string& file, Diagnostics&);

}
