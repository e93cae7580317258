#include "site/catalog/catalog.h"

#include "site/catalog/notes.h"
#include "site/catalog/tables.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>

namespace site {

namespace {

struct TableFile {
    std::string_view name;
    void (*read)(const Json&, Checker&, Catalog&);
};

/// Sources first: the other tables name them.
constexpr std::array table_files{
    TableFile{"sources.json", read_sources}, TableFile{"accelerators.json", read_accelerators},
    TableFile{"models.json", read_models},   TableFile{"formats.json", read_formats},
    TableFile{"links.json", read_links},     TableFile{"provider.json", read_provider},
};

std::optional<std::string> file_text(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return std::nullopt;
    std::string text{std::istreambuf_iterator<char>(in), {}};
    return in.bad() ? std::nullopt : std::optional(std::move(text));
}

void read_tables(const std::filesystem::path& folder, Catalog& catalog, Diagnostics& diagnostics, const std::string& shown_folder)
{
    std::vector<std::string_view> source_ids;
    for (const TableFile& table : table_files) {
        const std::filesystem::path path = folder / table.name;
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored))
            continue;
        const std::string shown = shown_folder + "/" + std::string(table.name);
        const std::optional<std::string> text =
            std::filesystem::is_regular_file(path, ignored) ? file_text(path) : std::nullopt;
        if (!text) {
            diagnostics.push_back({.code = "catalog-unreadable", .file = shown, .where = {}, .arguments = {shown}});
            continue;
        }
        const std::optional<Json> tree = parse_json(*text, shown, diagnostics);
        if (!tree)
            continue;
        const bool is_sources = table.read == read_sources;
        Checker checker(shown, is_sources ? nullptr : &source_ids, is_sources ? nullptr : &catalog.used_sources, diagnostics);
        table.read(*tree, checker, catalog);
        if (is_sources)
            for (const Source& source : catalog.sources.rows())
                source_ids.push_back(source.id);
    }
}

class References {
public:
    References(const Catalog& catalog, Diagnostics& diagnostics, const std::string& shown_folder)
        : m_catalog(catalog), m_diagnostics(diagnostics), m_shown_folder(shown_folder)
    {
    }

    void check()
    {
        unique(m_catalog.accelerators.rows());
        unique(m_catalog.models.rows());
        unique(m_catalog.formats.rows());
        unique(m_catalog.links.rows());
        for (const AcceleratorRow& row : m_catalog.accelerators.rows()) {
            if (row.link)
                fabric(row, *row.link, "link.fabric");
            if (row.bridge)
                fabric(row, *row.bridge, "bridge.fabric");
        }
        for (const ModelRow& row : m_catalog.models.rows())
            known(row.native_format, "native_format", row, row.where, m_catalog.formats.rows());
        const Provider& provider = m_catalog.provider;
        known(provider.pricing_gpu, "pricing.gpu", provider.row, provider.row.where, m_catalog.accelerators.rows());
    }

private:
    void error(std::string code, const Row& row, Position where, std::vector<std::string> arguments)
    {
        m_diagnostics.push_back({.code = std::move(code), .file = row.file, .where = where, .arguments = std::move(arguments)});
    }

    static std::string place_of(const Row& row) { return row.file + ":" + std::to_string(row.where.line); }

    /// Ids and aliases belong to one row of all tables. Repeated ids within a table are the Checker's.
    template<class Rows>
    void unique(const Rows& rows)
    {
        for (const Row& row : rows) {
            const auto [owner, is_new] = m_owners.emplace(row.id, &row);
            if (!is_new && owner->second->file != row.file)
                error("catalog-duplicate-id", row, row.where, {row.id, place_of(*owner->second)});
            for (const RowAlias& alias : row.aliases) {
                const auto [claimed, is_free] = m_aliases.emplace(alias.text, &row);
                if (!is_free)
                    error("catalog-duplicate-alias", row, alias.where, {alias.text, claimed->second->id, place_of(*claimed->second)});
            }
        }
    }

    template<class Rows>
    void known(const std::string& id, std::string_view key, const Row& row, Position where, const Rows& rows)
    {
        std::vector<std::string_view> ids;
        for (const auto& other : rows)
            ids.push_back(other.id);
        if (!id.empty() && std::find(ids.begin(), ids.end(), id) == ids.end())
            error("catalog-unknown-row", row, where, {std::string(key), id, std::string(nearest(id, ids))});
    }

    void fabric(const Row& row, const FabricUse& use, std::string_view key)
    {
        known(use.fabric, key, row, use.where, m_catalog.links.rows());
    }

    const Catalog& m_catalog;
    Diagnostics& m_diagnostics;
    const std::string& m_shown_folder;
    std::map<std::string_view, const Row*> m_owners, m_aliases;
};

}

double index_in(std::span<const std::string_view> choices, std::string_view text, double otherwise)
{
    const auto found = std::find(choices.begin(), choices.end(), text);
    return found == choices.end() ? otherwise : static_cast<double>(found - choices.begin());
}

Catalog load_catalog(const std::filesystem::path& folder, Diagnostics& diagnostics, const std::string& shown_folder)
{
    Catalog catalog;
    read_tables(folder, catalog, diagnostics, shown_folder);
    References(catalog, diagnostics, shown_folder).check();
    read_notes(folder, catalog, diagnostics, shown_folder);
    return catalog;
}

}
