#pragma once
// content/site.yaml -> Settings.

#include "site/diagnostics/diagnostic.h"
#include "site/model/library.h"

#include <string>
#include <string_view>

namespace site {

/// http://host or https://host[:port], nothing after it: every link of a page begins at the root.
bool is_base_url(std::string_view);

/// `bytes` of the file that diagnostics name `file`. What it does not say keeps its default. Keys that this stage does not
/// know are a warning: other stages (templates, publishing) may read their own.
Settings parse_settings(std::string bytes, const std::string& file, Diagnostics&);

}
