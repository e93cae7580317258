#pragma once
// A JSON object of fields, as case files and `--input` give it -> settings.

#include "site/catalog/json.h"
#include "site/scenario/scenario.h"

#include <vector>

namespace site {

/// Nested objects become `model.<member>`, lists are joined by commas, null means not given.
void add_settings(const Json& object, std::vector<Setting>& settings);

}
