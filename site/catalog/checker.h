#pragma once
// Reads one table: every rule that all tables share, so that accelerators.cpp and its like say only which keys they have.
//
//     Checker checker("content/data/links.json", catalog_sources, diagnostics);
//     for (const Json& json : checker.rows(tree, "links")) {
//         LinkRow row;
//         checker.read(json, link_keys, row);       // unknown, missing, mistyped keys; ranges; sources; facts
//     }

#include "site/catalog/json.h"
#include "site/catalog/row.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace site {

/// What the value of a key must look like.
enum class Shape {
    text,            ///< "..." and not empty
    number,          ///< 123, or true and false where `flag` says so
    flag,            ///< true or false
    choice,          ///< one of the texts of `choices`
    texts,           ///< ["...", ...]
    aliases,         ///< ["...", {"text": "...", "auto": false}]
    sourced_number,  ///< {"value": 123, "source": "id", "note": "...", "unverified": true}
    sourced_text,    ///< {"value": "...", "source": "id"}
    source,          ///< id of a source
    group,           ///< {...}: read by the table itself
};

struct Key {
    std::string_view name;
    Shape shape = Shape::text;
    bool required = false;
    bool whole = false;                          ///< a count: no fraction
    double least = 0, most = 1e18;
    std::span<const std::string_view> choices{};
    bool is_fact = true;                         ///< false: said by the row's struct, not a fact of its own
};

class Checker {
public:
    /// `sources`: known ids; null while sources.json itself is read.
    Checker(std::string file, const std::vector<std::string_view>* sources, std::set<std::string>* used_sources, Diagnostics&);

    /// The rows of the table {"schema": 1, "<name>": [...]}: objects with an id, which is checked to be well formed, in
    /// order and unique. What is no row is reported and left out.
    std::vector<const Json*> rows(const Json& file, std::string_view name, std::span<const std::string_view> other_keys = {});

    /// Checks a row against its keys and fills the common part. `id` needs no Key.
    void read(const Json&, std::span<const Key>, Row&);

    /// Checks one value; appends it to the row's facts under `path` when it is one.
    void read_value(const Json& value, const Key&, const std::string& path, const std::string& source, Row&);

    /// The members of an object: unknown, repeated and missing keys. Nothing is read.
    void check_keys(const Json& object, std::span<const std::string_view> known, std::span<const std::string_view> required,
                    const std::string& path);

    /// The source that stands in an object beside its values, checked; a diagnostic when there is none.
    std::string source_of(const Json& object, const std::string& path);

    /// "driver" of {"memory_basis": "driver"}; empty when it is no text (which read() has reported).
    static std::string text(const Json& object, std::string_view key);
    /// Its number, or absent (NaN).
    static double number(const Json& object, std::string_view key);
    static bool flag(const Json& object, std::string_view key);

    void error(std::string code, Position, std::vector<std::string> arguments);
    const std::string& file() const { return m_file; }

private:
    bool has_kind(const Json&, Json::Kind, const std::string& path);
    void read_number(const Json&, const Key&, const std::string& path, const std::string& source, const Json* context, Row&);
    void read_text(const Json&, const Key&, const std::string& path, const std::string& source, const Json* context, Row&);
    void read_sourced(const Json&, const Key&, const std::string& path, Row&);
    void read_aliases(const Json&, const std::string& path, Row&);
    void check_order(const std::vector<const Json*>& rows);

    std::string m_file;
    const std::vector<std::string_view>* m_sources;
    std::set<std::string>* m_used_sources;
    Diagnostics& m_diagnostics;
};

/// The unit of a fact by its keys, and the factor from the number in the file to the base unit: "port_gbit_per_s" is in
/// Gbit/s whatever the base unit is.
struct FactUnit {
    engine::Unit unit = engine::Unit::none;
    double factor = 1;
};
FactUnit unit_of(std::string_view path);

/// A number for a message: no trailing zeros, no locale.
std::string number_text(double);
/// "a, b, c".
std::string listed(std::span<const std::string_view>);

}
