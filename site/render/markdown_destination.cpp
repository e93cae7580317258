#include "site/render/markdown_destination.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <vector>

namespace site::markdown {

namespace {

/// "content/zh/guides" + "../terms/x.md" -> "content/zh/terms/x.md"; empty when it leads out of the content.
std::string joined_path(std::string_view folder, std::string_view relative)
{
    std::vector<std::string_view> parts;
    const auto add = [&](std::string_view path) {
        while (!path.empty()) {
            const std::size_t end = std::min(path.find('/'), path.size());
            const std::string_view part = path.substr(0, end);
            if (part == "..") {
                if (parts.empty())
                    return false;
                parts.pop_back();
            } else if (!part.empty() && part != ".") {
                parts.push_back(part);
            }
            path.remove_prefix(std::min(end + 1, path.size()));
        }
        return true;
    };
    if (!add(folder) || !add(relative))
        return {};
    std::string out;
    for (const std::string_view part : parts) {
        out += out.empty() ? "" : "/";
        out += part;
    }
    return out;
}

std::string_view folder_of(std::string_view file) { return file.substr(0, std::min(file.rfind('/'), file.size())); }

/// "/zh/guides/w.svg" of "content/zh/guides/w.svg".
std::string_view url_of(std::string_view file) { return file.substr(std::min(file.find('/'), file.size())); }

bool has_scheme(std::string_view url)
{
    const std::size_t colon = url.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_ascii_letter(static_cast<unsigned char>(url[0])))
        return url.starts_with("//");
    return std::all_of(url.begin(), url.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return is_ascii_word(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
    });
}

/// The page whose file this is: content/<language>/<folder>/<id>.md.
const Page* page_of_file(const Library& library, std::string_view file)
{
    const std::string_view path = url_of(file);
    if (path.empty() || !path.ends_with(".md"))
        return nullptr;
    const std::size_t language_end = path.find('/', 1);
    if (language_end == std::string_view::npos)
        return nullptr;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const Page* page = library.find(path.substr(1, language_end - 1), name.substr(0, name.size() - 3));
    return page && page->file == file ? page : nullptr;
}

std::string suggestion_for(const Library& library, const Page& from, std::string_view wanted, bool url)
{
    std::vector<std::string_view> known;
    known.reserve(library.pages.size());
    for (const Page& page : library.pages)
        if (page.language == from.language)
            known.push_back(url ? std::string_view(page.url) : std::string_view(page.file));
    return std::string(nearest(wanted, std::span<const std::string_view>(known)));
}

}

std::string percent_decoded(std::string_view text)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; };
    if (text.find('%') == std::string_view::npos)
        return std::string(text);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
            out += static_cast<char>(static_cast<unsigned char>(digit(text[i + 1]) * 16 + digit(text[i + 2])));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return first_invalid_utf8(out) == std::string::npos ? out : std::string(text);
}

std::string address(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == 0x7F || c == '"' || c == '<' || c == '>' || c == '`' || c == '\\' || c == '{' || c == '}' || c == '|' || c == '^') {
            out += '%';
            out += "0123456789ABCDEF"[byte >> 4];
            out += "0123456789ABCDEF"[byte & 15];
        } else {
            out += c;
        }
    }
    return out;
}

Destination link_destination(std::string_view url, const Page& from, const Library& library, Position where, int length, Prose& prose)
{
    Destination out{address(url), nullptr, {}};
    if (has_scheme(url))
        return out;
    const std::size_t hash = url.find('#');
    const std::string_view whole_path = url.substr(0, hash);
    const std::string path = percent_decoded(whole_path.substr(0, whole_path.find('?')));
    if (hash != std::string_view::npos)
        out.anchor = percent_decoded(url.substr(hash + 1));
    std::string tail;
    if (hash != std::string_view::npos)
        tail.append("#").append(address(out.anchor));
    const auto dead = [&](std::string_view wanted, bool as_url) {
        prose.diagnostics.push_back({Severity::error, "dead-link", from.file, where,
                                     {std::string(url), suggestion_for(library, from, wanted, as_url)}, length});
    };

    std::string file;
    if (path.empty()) {
        out.page = &from;
    } else if (path[0] == '/') {
        out.page = library.find_url(path);
        if (!out.page && !library.find_file(path)) {
            if (library.find_url(path + "/"))
                dead(path, true); // Served, but only after a redirect.
            else
                prose.url_uses.push_back({path, where, length});
        }
    } else {
        file = joined_path(folder_of(from.file), path);
        out.page = page_of_file(library, file);
        if (!out.page) {
            if (const ContentFile* other = library.find_file(url_of(file)))
                out.url = address(other->url) + tail;
            else
                dead(file, false);
        }
    }
    if (!out.page)
        return out;
    out.url = out.page == &from && path.empty() ? tail : out.page->url + tail;
    if (!out.anchor.empty())
        prose.anchor_uses.push_back({out.page->language, out.page->id, out.anchor, where, length});
    return out;
}

std::string image_source(std::string_view url, const Page& from, const Library& library, Position where, int length, Prose& prose)
{
    if (has_scheme(url))
        return address(url);
    const std::string path = percent_decoded(url.substr(0, url.find_first_of("?#")));
    const std::string file = path.starts_with('/') ? path : std::string(url_of(joined_path(folder_of(from.file), path)));
    if (const ContentFile* image = library.find_file(file)) {
        prose.images.push_back(image->file);
        return address(image->url);
    }
    if (path.starts_with('/')) {
        prose.url_uses.push_back({path, where, length});
        return address(url);
    }
    std::vector<std::string_view> known;
    for (const ContentFile& f : library.files)
        known.push_back(f.url);
    prose.diagnostics.push_back({Severity::error, "missing-image", from.file, where,
                                 {std::string(url), std::string(nearest(file, std::span<const std::string_view>(known)))}, length});
    return address(url);
}

}
