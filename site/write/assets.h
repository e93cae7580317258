#pragma once
// The files that pages share: style sheets, icons, scripts and WebAssembly. Each is published under a name that holds
// a hash of its bytes, so that browsers may keep it for ever:
//
//     assets/css/site.css     -> /assets/site.<hash>.css
//     web/js/**/*.js, calculators.wasm, fields/*.js
//                             -> /assets/<hash of them all>/...   (modules import each other by relative paths)
//     assets/icons/*          -> /icons/*                         (stable names: browsers ask for them by themselves)

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace site {

class Publication;

struct Assets {
    /// File name -> URL path: "site.css" -> "/assets/site.1a2b.css", "main.js" -> "/assets/3c4d/main.js". A file that
    /// is not there has no URL: empty.
    std::string_view url(std::string_view name) const;
    /// Empty for a file that is not there.
    std::string bytes(std::string_view name) const;
    /// A file that the build itself makes: "catalog.json" -> /assets/catalog.<hash>.json.
    void add(const std::string& name, std::string bytes);
    bool has_engine = false;             ///< calculators.wasm was found: calculators can answer in the browser

    std::map<std::string, std::string, std::less<>> urls;
    std::map<std::string, std::string, std::less<>> files; ///< published path -> bytes
};

/// Reads css/ and icons/ of each folder (later ones win), the modules of `scripts` and what `built` holds
/// (calculators.wasm, fields/*.js). Either may be missing. `more_css` are style sheets that the build itself makes.
Assets load_assets(std::span<const std::filesystem::path> folders, const std::filesystem::path& scripts,
                   const std::filesystem::path& built, const std::map<std::string, std::string>& more_css);

void publish_assets(const Assets&, Publication&);

}
