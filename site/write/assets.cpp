#include "site/write/assets.h"

#include "site/write/content_hash.h"
#include "site/write/publication.h"

#include <algorithm>
#include <fstream>

namespace site {

namespace fs = std::filesystem;

namespace {

std::string read_bytes(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

using Files = std::map<std::string, std::string>;

/// The files below `folder` with one of these endings, by relative path.
void collect(const fs::path& folder, std::initializer_list<std::string_view> endings, Files& files)
{
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
        if (!entry.is_regular_file())
            continue;
        const std::string path = entry.path().lexically_relative(folder).generic_string();
        for (const std::string_view ending : endings)
            if (path.ends_with(ending))
                files.insert_or_assign(path, read_bytes(entry.path()));
    }
}

/// "site.css" -> "site.<hash>.css"
std::string hashed_name(const std::string& name, const std::string& bytes)
{
    const std::size_t dot = name.rfind('.');
    return name.substr(0, dot) + "." + content_hash(bytes) + name.substr(dot);
}

/// Comments and indentation are for those who read the sources.
std::string without_css_comments(std::string_view css)
{
    std::string result;
    result.reserve(css.size());
    bool at_start = true;
    for (std::size_t i = 0; i < css.size(); ++i) {
        if (css.substr(i).starts_with("/*")) {
            i = css.find("*/", i) + 1;
            continue;
        }
        if (at_start && (css[i] == ' ' || css[i] == '\n'))
            continue;
        at_start = css[i] == '\n';
        result += css[i];
    }
    return result;
}

/// The same for modules, as far as it can be done without parsing them: lines that are a comment, and indentation. Text
/// that spans lines (a template with a line break) keeps neither: ours have none.
std::string without_js_comments(std::string_view script)
{
    std::string result;
    result.reserve(script.size());
    while (!script.empty()) {
        const std::size_t end = std::min(script.find('\n'), script.size() - 1) + 1;
        std::string_view line = script.substr(0, end);
        script.remove_prefix(end);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line != "\n" && !line.starts_with("//") && !line.starts_with("/**") && !line.starts_with("* ") && !line.starts_with("*/"))
            result += line;
    }
    return result;
}

}

std::string_view Assets::url(std::string_view name) const
{
    const auto found = urls.find(name);
    return found == urls.end() ? std::string_view{} : std::string_view(found->second);
}

std::string Assets::bytes(std::string_view name) const
{
    const std::string_view path = url(name);
    return path.empty() ? std::string() : files.at(std::string(path.substr(1)));
}

void Assets::add(const std::string& name, std::string bytes)
{
    const std::string path = "assets/" + hashed_name(name, bytes);
    urls[name] = "/" + path;
    files[path] = std::move(bytes);
}

Assets load_assets(std::span<const fs::path> folders, const fs::path& scripts, const fs::path& built,
                   const Files& more_css)
{
    Assets assets;
    Files css = more_css, icons, modules;
    for (const fs::path& folder : folders) {
        collect(folder / "css", {".css"}, css);
        collect(folder / "icons", {".svg", ".png", ".ico", ".webmanifest"}, icons);
    }
    for (const auto& [name, text] : css)
        assets.add(name, without_css_comments(text));
    for (const auto& [name, bytes] : icons) {
        assets.urls[name] = "/icons/" + name;
        assets.files["icons/" + name] = bytes;
    }
    collect(scripts, {".js"}, modules);
    for (auto& [name, bytes] : modules)
        bytes = without_js_comments(bytes);
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(built, ignored)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file() && (name.ends_with(".wasm") || name.ends_with(".ttf")))
            modules.insert_or_assign(name, read_bytes(entry.path()));
    }
    Files fields;
    collect(built / "fields", {".js"}, fields);
    for (auto& [name, bytes] : fields)
        modules.insert_or_assign("fields/" + name, std::move(bytes));
    assets.has_engine = modules.contains("calculators.wasm") && !fields.empty();
    std::string all;
    for (const auto& [name, bytes] : modules)
        all.append(name).append(1, '\0').append(bytes);
    const std::string folder = "assets/" + content_hash(all) + "/";
    for (auto& [name, bytes] : modules) {
        assets.urls[name] = "/" + folder + name;
        assets.files[folder + name] = std::move(bytes);
    }
    return assets;
}

void publish_assets(const Assets& assets, Publication& publication)
{
    for (const auto& [path, bytes] : assets.files)
        publication.put(path, bytes);
}

}
