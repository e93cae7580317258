#include "site/load/page_file.h"

#include "site/diagnostics/characters.h"
#include "site/load/front_matter.h"
#include "site/load/source_text.h"
#include "site/load/yaml_value.h"

namespace site {

namespace {

std::string_view stem_of(std::string_view file)
{
    file.remove_prefix(file.rfind('/') + 1); // npos + 1 is 0
    return file.substr(0, file.rfind('.'));
}

bool is_fence(std::string_view line)
{
    while (line.ends_with(' ') || line.ends_with('\t'))
        line.remove_suffix(1);
    return line == "---";
}

/// `title：甲` becomes `title: 甲`, so that the rest of the front matter is still read; reported where it stands.
std::string mended_colons(std::string_view yaml, int first_line, const std::string& file, Diagnostics& diagnostics)
{
    constexpr std::string_view colon = "：";
    std::string out;
    for (int line = first_line; !yaml.empty(); ++line) {
        const std::size_t end = std::min(yaml.find('\n'), yaml.size());
        const std::string_view text = yaml.substr(0, end);
        std::size_t key = 0;
        while (key < text.size() && (is_ascii_word(static_cast<unsigned char>(text[key]))))
            ++key;
        if (key > 0 && text.substr(key).starts_with(colon)) {
            diagnostics.push_back({Severity::error, "full-width-colon", file, {line, static_cast<int>(key) + 1},
                                   {std::string(text.substr(0, key))}, 1});
            out += text.substr(0, key);
            out += ": ";
            out += text.substr(key + colon.size());
        } else {
            out += text;
        }
        out += '\n';
        yaml.remove_prefix(std::min(end + 1, yaml.size()));
    }
    return out;
}

}

const PageFolder& folder_of(PageKind kind)
{
    for (const PageFolder& folder : page_folders)
        if (folder.kind == kind)
            return folder;
    return page_folders[0];
}

Page parse_page(const PageSource& source, std::string bytes, Diagnostics& diagnostics)
{
    Page page;
    page.kind = source.kind;
    page.language = source.language;
    page.file = source.file;
    page.id = stem_of(source.file);
    page.url = "/" + page.language + "/";
    if (const std::string_view part = folder_of(page.kind).url_part; !part.empty())
        page.url += std::string(part) + "/";
    page.url += page.id + "/";
    page.title = page.id; // Until the front matter says better.
    page.title_where = {1, 1};

    const auto error = [&](std::string code, Position where, std::vector<std::string> arguments = {}, int length = 1) {
        diagnostics.push_back({Severity::error, std::move(code), page.file, where, std::move(arguments), length});
    };
    if (!is_id(page.id))
        error("bad-id", {}, {page.id});
    const std::string text = source_text(std::move(bytes), source.file, diagnostics);
    if (text.find_first_not_of(" \t\n") == std::string::npos) {
        error("empty-file", {1, 1});
        return page;
    }
    const std::size_t first_end = std::min(text.find('\n'), text.size());
    if (!is_fence(std::string_view(text).substr(0, first_end))) {
        error("no-front-matter", {1, 1});
        page.body = text;
        return page;
    }
    const std::size_t yaml_begin = std::min(first_end + 1, text.size());
    std::size_t at = yaml_begin;
    int line = 2;
    for (;; ++line) {
        if (at >= text.size()) {
            error("front-matter-open", {1, 1}, {}, 3);
            return page;
        }
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (is_fence(std::string_view(text).substr(at, end - at))) {
            page.body_line = line + 1;
            page.body = text.substr(std::min(end + 1, text.size()));
            break;
        }
        at = end + 1;
    }

    std::string_view yaml = std::string_view(text).substr(yaml_begin, at - yaml_begin);
    std::string mended;
    if (yaml.find("：") != std::string_view::npos) {
        mended = mended_colons(yaml, 2, page.file, diagnostics);
        yaml = mended;
    }
    std::optional<YamlProblem> problem;
    const std::optional<YamlValue> values = read_yaml(yaml, 2, problem);
    if (problem)
        error("yaml-syntax", problem->where, {problem->what});
    else if (!values)
        error("missing-key", {1, 1}, {"title"}, 3);
    else
        read_front_matter(*values, page, {1, 1}, diagnostics);
    return page;
}

}
