#pragma once
// A row of a table: what every table has in common. A figure is a Fact: the number with its unit, source and condition.

#include "engine/units/unit.h"
#include "site/diagnostics/diagnostic.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace site {

/// One value of a row, addressed by the keys that lead to it: `memory_bandwidth`, `tflops.bf16.dense`.
struct Fact {
    std::string key;
    std::variant<double, std::string> value; ///< a number in the base unit of `unit`; a flag is 0 or 1
    engine::Unit unit = engine::Unit::none;
    std::string source;                      ///< id of a Source
    std::string note;                        ///< the condition under which it holds, in English; may be empty
    bool unverified = false;                 ///< shown with a mark

    /// The number, or absent (NaN) when the value is a text.
    double number() const;
};

/// A way to write a row's name. By itself it is linked wherever it stands; else it serves search and explicit links.
struct RowAlias {
    std::string text;
    bool automatic = true;
    Position where;
};

struct Row {
    std::string id, name;
    std::vector<RowAlias> aliases;           ///< the name is among them only if the file says so
    std::vector<std::string> notes;          ///< doubts and disagreements, a sentence each, in English
    std::vector<Fact> facts;                 ///< in the order of the file
    std::string source;                      ///< of every value that names none itself; may be empty
    bool unverified = false;                 ///< the whole row
    std::string file;
    Position where;                          ///< of the row

    const Fact* find(std::string_view key) const;
    /// The number of this key, or absent (NaN).
    double number(std::string_view key) const;
    /// The text of this key, or an empty one.
    std::string_view text(std::string_view key) const;
    std::vector<std::string> automatic_aliases() const;
};

}
