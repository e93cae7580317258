#pragma once
// JSON text -> a small tree that knows the line and column of every key and value, so that a mistake can be pointed at.
//
//     if (std::optional<Json> tree = parse_json(text, "content/data/links.json", diagnostics))
//         const Json* rows = tree->find("links");
//
// Nothing of the parser library shows here: nlohmann_json is included in json.cpp only. No input makes it crash: nesting
// is limited, a number too large for a double is a diagnostic, text is checked to be UTF-8.

#include "site/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct Json {
    enum class Kind { null, boolean, number, text, list, object };

    Kind kind = Kind::null;
    Position where;                    ///< of the first character of the value
    bool boolean = false;
    double number = 0;
    std::string text;
    std::vector<Json> values;          ///< items of a list, or of an object in the order of the file
    std::vector<std::string> keys;     ///< of an object: keys[i] belongs to values[i]
    std::vector<Position> key_places;

    bool is(Kind other) const { return kind == other; }
    /// The value of this key, or null; null as well when this is no object.
    const Json* find(std::string_view key) const;
};

/// How a kind looks in a file, the same in every language: `123`, `"..."`, `true`, `[...]`, `{...}`.
std::string_view looks(Json::Kind);

/// The tree, or nothing after a diagnostic: json-syntax, json-ended, json-number, json-depth,
/// json-encoding. A key that stands twice in an object is json-duplicate-key; the first one counts.
std::optional<Json> parse_json(std::string_view text, const std::string& file, Diagnostics&);

}
