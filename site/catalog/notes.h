#pragma once
// What the catalog says in English (notes, conditions, dates of release), in another language:
//
//     content/data/notes.zh.json     {"schema": 1, "notes": {"as BF16": "同 BF16", ...}}
//
// What has no entry is shown in English, marked as such.

#include "site/catalog/catalog.h"

#include <filesystem>
#include <string>

namespace site {

/// Fills catalog.notes from every notes.<lang>.json of the folder, after the tables. Errors: catalog-unreadable, catalog-schema,
/// catalog-missing-key, catalog-wrong-type, catalog-unknown-key (a text that no row has), and those of parse_json().
void read_notes(const std::filesystem::path& folder, Catalog&, Diagnostics&, const std::string& shown_folder);

}
