#pragma once
// /data/*.json: the catalog for programs. Two shapes:
//
// - `accelerators.json`, `models.json`, `formats.json`, `links.json`: what the calculators in the browser need, a row a
//   line: {"id", "name", "aliases", "spec": [doubles in the order of the engine's member table, null where absent]}, and
//   more where a picker needs it (vendor, family, fabric, scope, kind);
// - `sources.json`: id, title, url, read.
// `index.json` lists the files with the members' names of each spec.

#include "site/catalog/catalog.h"

#include <map>
#include <string>

namespace site {

/// What the calculators read, in one file: {"accelerator": [row, ...], "model", "format", "link"}, rows as above without
/// aliases. An asset, so that a page names the catalog that it was made with.
std::string catalog_json(const Catalog&);

/// Published path -> text.
std::map<std::string, std::string> data_files(const Catalog&);

}
