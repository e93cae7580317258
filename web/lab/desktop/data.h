#pragma once
// content/data and assets/strings -> what the lab is given: the desktop's counterpart of web/js/lab/lab_module.js.

#include "web/lab/lab.h"

#include <filesystem>
#include <string>

namespace lab {

/// False, with sentences on standard error, when a file cannot be read or is wrong.
bool read_catalog(const std::filesystem::path& content, Catalog&);
bool read_words(const std::filesystem::path& assets, const std::string& language, Words&);

/// `key=value` with units as people write them (`8k`, `80GB`). False: not one of the lab's, or no value of it.
bool apply_text(State&, const std::string& key, const std::string& text);

}
