#pragma once
// The real catalog and words, and the figures that are made of them. Loading takes a moment, so a program makes one.

#include "site/render/figures.h"

#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct RealCatalog {
    site::Diagnostics diagnostics;
    site::Catalog catalog = site::load_catalog("content/data", diagnostics);
    std::vector<std::filesystem::path> folders{"assets"};
    std::vector<std::string> languages{"zh", "en"};
    site::Strings strings = site::load_strings(folders, languages, diagnostics);
    site::CatalogFigures figures{catalog, strings, [](std::string_view language, std::string_view id) {
                                     return "/" + std::string(language) + "/calculators/" + std::string(id) + "/";
                                 }};
};

inline const RealCatalog& real_catalog()
{
    static const RealCatalog made;
    return made;
}

}
