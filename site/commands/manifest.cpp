#include "site/commands/manifest.h"

#include "site/render/parallel.h"
#include "site/write/media_type.h"
#include "site/write/sha256.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

namespace site {

namespace {

constexpr std::string_view none = "-";   ///< an empty column, which `read` of a shell would skip
constexpr std::string_view head = "step\tpath\tbytes\tsha256\ttype\tcache\tencoding\n";
constexpr std::string_view default_cache = "public, max-age=300";

std::string_view encoding_of(std::string_view path, const PublishedFiles& files)
{
    const std::string_view original = path.substr(0, path.size() < 3 ? 0 : path.size() - 3);
    if (!files.contains(original))
        return {};
    return path.ends_with(".br") ? "br" : path.ends_with(".gz") ? "gzip" : "";
}

ManifestFile described(const std::string& path, const PublishedFile& file, const PublishedFiles& files, std::span<const HeaderRule> rules)
{
    ManifestFile result;
    result.path = path;
    result.bytes = file.bytes;
    result.encoding = encoding_of(path, files);
    const std::string_view original = std::string_view(path).substr(0, path.size() - (result.encoding.empty() ? 0 : 3));
    result.step = comes_first(original) ? ManifestFile::Step::assets : ManifestFile::Step::pages;
    result.type = media_type(original);
    constexpr std::string_view index = "index.html";
    const std::string url = "/" + std::string(original.ends_with("/index.html") || original == index ? original.substr(0, original.size() - index.size()) : original);
    result.cache = header_of(rules, url, "Cache-Control");
    if (result.cache.empty())
        result.cache = default_cache;
    return result;
}

std::vector<std::string_view> columns_of(std::string_view line)
{
    std::vector<std::string_view> columns;
    for (;;) {
        const std::size_t tab = std::min(line.find('\t'), line.size());
        columns.push_back(line.substr(0, tab));
        if (tab == line.size())
            return columns;
        line.remove_prefix(tab + 1);
    }
}

bool read_line(std::string_view line, ManifestFile& file)
{
    const std::vector<std::string_view> columns = columns_of(line);
    if (columns.size() != 7)
        return false;
    const std::string_view path = columns[1], bytes = columns[2], hash = columns[3];
    const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), file.bytes);
    const bool is_hash = hash.size() == 64 && hash.find_first_not_of("0123456789abcdef") == hash.npos;
    // A path that leads out of the site would delete what is not ours.
    const bool is_inside = !path.empty() && !path.starts_with('/') && path.find("..") == path.npos;
    if (error != std::errc() || end != bytes.data() + bytes.size() || !is_hash || !is_inside || (columns[0] != "assets" && columns[0] != "pages"))
        return false;
    file.step = columns[0] == "assets" ? ManifestFile::Step::assets : ManifestFile::Step::pages;
    file.path = path;
    file.sha256 = hash;
    file.type = columns[4];
    file.cache = columns[5];
    file.encoding = columns[6] == none ? std::string_view() : columns[6];
    return true;
}

}

std::vector<ManifestFile> manifest_of(const Publication& publication, std::span<const HeaderRule> rules, int jobs, FileHashes& hashes)
{
    std::vector<ManifestFile> files;
    std::vector<std::size_t> fingerprints;
    for (const auto& [path, file] : publication.files())
        if (!path.starts_with(".gloss/")) {
            files.push_back(described(path, file, publication.files(), rules));
            fingerprints.push_back(file.fingerprint);
        }
    for_each_parallel(files.size(), jobs, [&](std::size_t i) {
        const auto found = std::as_const(hashes).find(files[i].path);
        const bool known = found != hashes.end() && fingerprints[i] != 0 && found->second.first == fingerprints[i];
        files[i].sha256 = known ? found->second.second : sha256(publication.read(files[i].path));
    });
    hashes.clear();
    for (std::size_t i = 0; i < files.size(); ++i)
        hashes.emplace(files[i].path, std::pair(fingerprints[i], files[i].sha256));
    std::sort(files.begin(), files.end(), [](const ManifestFile& a, const ManifestFile& b) {
        return std::tie(a.step, a.cache, a.path) < std::tie(b.step, b.cache, b.path);
    });
    return files;
}

std::string manifest_text(std::span<const ManifestFile> files)
{
    std::string text(head);
    for (const ManifestFile& file : files)
        text.append(step_name(file.step)).append("\t").append(file.path).append("\t").append(std::to_string(file.bytes)).append("\t")
            .append(file.sha256).append("\t").append(file.type).append("\t").append(file.cache).append("\t")
            .append(file.encoding.empty() ? none : std::string_view(file.encoding)).append("\n");
    return text;
}

std::variant<std::vector<ManifestFile>, int> read_manifest(std::string_view text)
{
    if (!text.starts_with(head))
        return 1;
    std::vector<ManifestFile> files;
    text.remove_prefix(head.size());
    for (int line = 2; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        ManifestFile file;
        if (end == text.npos || !read_line(text.substr(0, end), file))
            return line;
        files.push_back(std::move(file));
        text.remove_prefix(end + 1);
    }
    return files;
}

std::string_view step_name(ManifestFile::Step step) { return step == ManifestFile::Step::assets ? "assets" : "pages"; }

}
