#pragma once
// The tables of content/data as the site and the engine need them.
//
//     Diagnostics diagnostics;
//     Catalog catalog = load_catalog("content/data", diagnostics);
//     const AcceleratorRow* gpu = catalog.accelerators.find("h100-sxm");
//     engine::Link link = catalog.fabric_of(*gpu);
//     FactLookup bandwidth = catalog.fact("h100-sxm.memory_bandwidth");
//
// load_catalog(): 1. read_tables() reads each file into a tree (json.h); 2. accelerators.cpp, models.cpp ... check the
// rows (checker.h) and fill the engine's records; 3. check_references() follows ids from table to table. Every mistake of
// every file is reported in one run; a row with a mistake stays, as far as it could be read.

#include "engine/specs/accelerator.h"
#include "engine/specs/language_model.h"
#include "engine/specs/link.h"
#include "engine/specs/number_format.h"
#include "site/catalog/row.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

/// A row's use of a fabric: its id in links.json and the rate of this device. Empty: no model of that fabric.
struct FabricUse {
    std::string fabric;
    double one_direction = engine::absent;   ///< bytes/s
    Position where;
};

struct AcceleratorRow : Row {
    std::string vendor, architecture;
    std::string memory_basis;                ///< "driver": bytes that a program sees; "label": from the vendor's GB
    engine::Accelerator spec;
    std::optional<FabricUse> link, bridge;   ///< what connects it as it comes; an optional bridge between two cards
};

struct ModelRow : Row {
    std::string family;
    std::string native_format;               ///< id of a format, or empty
    std::string active_convention;           ///< of the published active count: all, no-embedding, no-input-embedding
    std::string config;                      ///< URL of the configuration that the shape is from
    engine::LanguageModel spec;
};

struct FormatRow : Row {
    std::string kind;
    engine::NumberFormat spec;
};

struct LinkRow : Row {
    std::string scope;                       ///< "intra" (inside a server or rack) or "inter"
    engine::Link spec;
};

struct Source {
    std::string id, title, url;              ///< the owner's own statement has no URL
    std::string read;                        ///< ISO date
    std::string note;
    bool vendor = false;
    Position where;
};

/// What the site's owner says of its own service, to be shown beside a term.
struct ProviderNote {
    std::string id, term;
    std::string zh, en;
    Position where;
};

struct Provider {
    std::string name;
    std::string pricing_gpu;                 ///< id of an accelerator; numbers are facts: provider.pricing.monthly_usd
    std::vector<ProviderNote> notes;
    Row row;                                 ///< id "provider"; keys: `pricing.monthly_usd`, `<note id>.<number>`
};

/// Rows sorted by id, found by id.
template<class RowType>
class Table {
public:
    void add(RowType row)
    {
        m_index.emplace(row.id, m_rows.size()); // Of two rows with the same id, the first.
        m_rows.push_back(std::move(row));
    }
    const RowType* find(std::string_view id) const
    {
        const auto found = m_index.find(std::string(id));
        return found == m_index.end() ? nullptr : &m_rows[found->second];
    }
    const std::vector<RowType>& rows() const { return m_rows; }

private:
    std::vector<RowType> m_rows;
    std::unordered_map<std::string, std::size_t> m_index;
};

/// A fact, or why there is none: code and arguments of a diagnostic (unknown-fact-row, unknown-fact-key, incomplete-fact,
/// absent-fact), to which the asker adds file and place.
struct FactLookup {
    const Row* row = nullptr;
    const Fact* fact = nullptr;
    std::string code;
    std::vector<std::string> arguments;

    explicit operator bool() const { return fact != nullptr; }
};

struct Catalog {
    Table<AcceleratorRow> accelerators;
    Table<ModelRow> models;
    Table<FormatRow> formats;
    Table<LinkRow> links;
    Table<Source> sources;
    Provider provider;
    std::set<std::string> used_sources;      ///< by the tables
    std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> notes; ///< language -> English text -> text (notes.h)

    /// The row of this id in any table that has facts, `provider` included; null when there is none.
    const Row* find(std::string_view id) const;
    /// Looks up "h100-sxm.tflops.bf16.dense": the longest id that is a prefix, then the keys of its row.
    FactLookup fact(std::string_view path) const;
    /// A note, condition or text of a row in this language, or nothing: then it is shown in English.
    std::string_view translated(std::string_view english, std::string_view language) const;
    /// The format of this id; any `exl2-<bits>bpw` as well, from 1 to 16 bits.
    std::optional<engine::NumberFormat> format(std::string_view id) const;
    /// The fabric that connects this accelerator, at its own rate; absent members where none is known.
    engine::Link fabric_of(const AcceleratorRow&) const;
    /// The fabric of this id as this accelerator has it: its own rate where it is the one it has, or its bridge.
    std::optional<engine::Link> fabric(std::string_view id, const AcceleratorRow*) const;
};

/// Reads sources.json, accelerators.json, models.json, formats.json, links.json and provider.json of `folder`. A file that
/// is missing is an empty table. Diagnostics name files as `shown_folder`/<name>.
Catalog load_catalog(const std::filesystem::path& folder, Diagnostics&, const std::string& shown_folder = "content/data");

/// Warns of sources that neither the tables nor `used_elsewhere` (pages, engine headers) name: unused-source.
void report_unused_sources(const Catalog&, std::span<const std::string> used_elsewhere, Diagnostics&,
                           const std::string& shown_folder = "content/data");

}
