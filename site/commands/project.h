#pragma once
// What most commands start from: where things are, the words, the catalog, and what pages are checked against.
//
//     Project project({.content = "content"});       // finds assets, reads words and data
//     RenderedSite site = render_site(project.paths.content, project.world, {}, jobs);

#include "site/catalog/catalog.h"
#include "site/commands/check.h"
#include "site/render/figures.h"
#include "site/render/strings.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace site {

struct ProjectPaths {
    std::string content = "content";
    std::string assets;                  ///< empty: `assets` beside content, else the one of this checkout
    std::string scripts;                 ///< empty: `web/js` of the checkout that holds the assets
    std::string built;                   ///< holds calculators.wasm and fields/; empty: ../web beside the executable
};

class Project {
public:
    explicit Project(ProjectPaths);
    Project(const Project&) = delete;    ///< `world` refers to its members
    Project& operator=(const Project&) = delete;

    ProjectPaths paths;                  ///< all filled in
    std::vector<std::filesystem::path> asset_folders; ///< assets, then the theme: later ones win
    Diagnostics diagnostics;             ///< of settings, words and data; `world` has them too
    Settings settings;
    Strings strings;
    Catalog catalog;
    bool has_data = false;               ///< content/data exists: GPU, model and calculator pages do

    CheckWorld world;

    /// Where codes are explained, for PrintOptions::help; empty when the site has no handbook.
    std::string help_address(std::string_view language) const;

    /// The codes that the words explain.
    std::vector<std::string> codes(std::string_view language) const;

    /// Words in the reader's language ("zh", "en"), for printing diagnostics.
    Wording wording(std::string_view language) const;

private:
    std::unique_ptr<CatalogFigures> m_figures;
};

/// Markdown options whose words are of the page's language. The project must outlive them.
ProseOptions prose_options(const Project&);

}
