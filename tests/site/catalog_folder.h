#pragma once
// A data folder of a few small tables, for tests: what is not given is a valid little table.

#include "site/catalog/catalog.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace test {

/// Rows of a table, wrapped: table("links", R"({"id": ...})").
inline std::string table(const std::string& name, const std::string& rows)
{
    return "{\"schema\": 1, \"" + name + "\": [\n" + rows + "\n]}\n";
}

inline const std::string source_s = R"({"id": "s", "title": "S", "url": "https://example.org/s", "read": "2026-11-30", "vendor": true})";
inline const std::string link_x =
    R"({"id": "x", "name": "X", "topology": "mesh", "scope": "intra", "one_direction": 10000000, "both_directions": 20000000, "source": "s"})";

class DataFolder {
public:
    explicit DataFolder(std::map<std::string, std::string> files)
        : m_path(std::filesystem::temp_directory_path() / ("gloss-catalog-" + std::to_string(++counter) + "-" + unique()))
    {
        std::filesystem::create_directories(m_path);
        files.try_emplace("sources.json", table("sources", source_s));
        for (const auto& [name, text] : files)
            std::ofstream(m_path / name, std::ios::binary) << text;
    }
    ~DataFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    static std::string unique() { return std::to_string(reinterpret_cast<std::uintptr_t>(&counter)); }
    inline static int counter = 0;
    std::filesystem::path m_path;
};

/// "data/links.json:2:9 catalog-unknown-key | tdq | tdp", a line each, in order.
inline std::string told(site::Diagnostics diagnostics)
{
    site::sort_and_deduplicate(diagnostics);
    std::string text;
    for (const site::Diagnostic& d : diagnostics) {
        text += d.file + ":" + std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.code;
        for (const std::string& argument : d.arguments)
            text += " | " + argument;
        text += "\n";
    }
    return text;
}

/// Takes the mark `@` out of a text and says where it stood: "2:9". Empty without a mark.
inline std::string take_mark(std::string& text)
{
    const std::size_t at = text.find('@');
    if (at == std::string::npos)
        return {};
    text.erase(at, 1);
    int line = 1, column = 1;
    for (std::size_t i = 0; i < at; ++i) {
        const bool is_character = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
        column = text[i] == '\n' ? 1 : column + (is_character ? 1 : 0);
        line += text[i] == '\n' ? 1 : 0;
    }
    return std::to_string(line) + ":" + std::to_string(column);
}

/// What loading tells. The place that `@` marks is written `@` in it, so that no test counts columns.
inline std::string load(std::map<std::string, std::string> files)
{
    std::string mark, marked_file;
    for (auto& [name, text] : files)
        if (const std::string place = take_mark(text); !place.empty()) {
            mark = place;
            marked_file = name;
        }
    const DataFolder folder(std::move(files));
    site::Diagnostics diagnostics;
    site::load_catalog(folder.path(), diagnostics, "data");
    std::string text = told(diagnostics);
    if (!mark.empty()) {
        const std::string place = "data/" + marked_file + ":" + mark + " ";
        for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1))
            text.replace(at, place.size(), "@ ");
    }
    return text;
}

}
