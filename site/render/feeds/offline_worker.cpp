#include "site/render/feeds/offline_worker.h"

#include "site/write/content_hash.h"
#include "site/write/json_text.h"
#include "site/write/sha256.h"

#include <algorithm>

namespace site {

namespace {

/// A page that is kept before it is read: home, the index of the calculators, each of them.
bool is_kept(const Website& website, std::string_view path)
{
    return std::any_of(website.editions.begin(), website.editions.end(), [&](const Edition& edition) {
        return path == edition.language + "/index.html" || path.starts_with(edition.language + "/calculators/");
    });
}

/// Of the assets, those that pages of this site load by themselves.
bool is_kept_asset(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return path.starts_with("assets/") && !name.starts_with("offline_") && (!name.starts_with("embed_") || name == "embed_builder.js");
}

}

std::string offline_worker(const Website& website, std::span<const std::string> paths, const std::function<std::string(std::string_view)>& read)
{
    if (!website.works_offline)
        return website.assets.bytes("offline_end.js");
    std::string pages, assets, words;
    constexpr std::string_view index = "index.html";
    for (const std::string& path : paths)
        if (path.ends_with(index) && is_kept(website, path))
            pages.append(pages.empty() ? "" : ",\n").append(json_string("/" + path.substr(0, path.size() - index.size()))).append(":")
                .append(json_string(integrity(read(path))));
    for (const auto& [path, bytes] : website.assets.files)
        if (is_kept_asset(path))
            assets.append(assets.empty() ? "" : ",\n").append(json_string("/" + path));
    for (const Edition& edition : website.editions)
        words.append(words.empty() ? "" : ",\n").append(json_string(edition.language)).append(":{\"kept\":").append(json_string(edition("offline.kept")))
            .append(",\"missing\":").append(json_string(edition("offline.missing"))).append("}");
    const std::string text = "const pages={" + pages + "};\nconst assets=[" + assets + "];\nconst words={" + words + "};\n" +
                             website.assets.bytes("offline_worker.js");
    return "const build=" + json_string(content_hash(text)) + ";\n" + text;
}

}
