#pragma once
// What a published folder holds, for whoever uploads it: `.gloss/manifest.tsv`, a file a line, tabs between
//
//     step  path  bytes  sha256  type  cache  encoding
//
// in the order in which visitors never see a mix: what pages need, then pages. Same content, same bytes.

#include "site/render/feeds/server_rules.h"
#include "site/write/publication.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace site {

struct ManifestFile {
    enum class Step { assets, pages };   ///< assets: what pages name or load
    Step step = Step::pages;
    std::string path;
    std::uint64_t bytes = 0;
    std::string sha256, type, cache;     ///< type: Content-Type; cache: Cache-Control
    std::string encoding;                ///< "br", "gzip" of a compressed twin, whose type is its original's; else empty

    bool operator==(const ManifestFile&) const = default;
};

inline constexpr std::string_view manifest_path = ".gloss/manifest.tsv";

/// SHA-256 by path, with the fingerprint of the bytes it was made of: a site that is built again hashes what changed.
using FileHashes = std::map<std::string, std::pair<std::size_t, std::string>, std::less<>>;

/// Of everything that was put, but what stands in `.gloss/`. Sorted by step, then cache, then path.
std::vector<ManifestFile> manifest_of(const Publication&, std::span<const HeaderRule>, int jobs, FileHashes&);

std::string manifest_text(std::span<const ManifestFile>);

/// The number of the line that is none of a manifest, counted from 1, or the files.
std::variant<std::vector<ManifestFile>, int> read_manifest(std::string_view text);

std::string_view step_name(ManifestFile::Step);

}
