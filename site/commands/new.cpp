#include "site/commands/new.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace site {

namespace fs = std::filesystem;

namespace {

bool is_slug(const std::string& text)
{
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && text.front() != '-' && text.back() != '-' && std::all_of(text.begin(), text.end(), plain);
}

/// "kv-cache" -> "Kv cache": a start for the title.
std::string title_of(std::string slug)
{
    std::replace(slug.begin(), slug.end(), '-', ' ');
    if (slug.front() >= 'a' && slug.front() <= 'z')
        slug.front() = static_cast<char>(slug.front() - 'a' + 'A');
    return slug;
}

}

CommandResult new_command(const NewRequest& request, const Words& words)
{
    const std::string folder = request.kind == "term" ? "terms" : request.kind == "guide" ? "guides" : request.kind == "page" ? "pages" : "";
    if (folder.empty() || !is_slug(request.slug))
        return {.exit_code = 2, .output = {}, .errors = words("new.bad_slug", {request.slug}) + "\n"};
    const fs::path file = fs::path(request.content) / request.language / folder / (request.slug + ".md");
    if (fs::exists(file))
        return {.exit_code = 1, .output = {}, .errors = words("new.exists", {file.string()}) + "\n"};
    std::string text = "---\n";
    if (request.kind == "term")
        text += "id: " + request.slug + "\n";
    text += "title: " + title_of(request.slug) + "\n";
    if (request.kind == "term") {
        if (request.language == "zh")
            text += "english: " + title_of(request.slug) + "\n";
        text.append("short: ").append(words("new.term_short")).append("\ncategory: hardware\nsee: []\nsources: []\n");
    }
    text.append("updated: ").append(request.today).append("\n---\n\n").append(words("new.term_body")).append("\n");
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    if (!stream.flush())
        return {.exit_code = 1, .output = {}, .errors = words("diagnostic.write-failed", {file.string()}) + "\n"};
    return {.exit_code = 0, .output = words("new.created", {file.string()}) + "\n", .errors = {}};
}

}
