#pragma once
// One YAML document as values with positions, built from libyaml's events. No DOM library: a tree of one small struct.

#include "site/diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct YamlValue {
    enum class Kind { scalar, list, map };
    Kind kind = Kind::scalar;
    std::string text;                    ///< of a scalar
    bool plain = true;                   ///< of a scalar: not quoted, so `true` is a flag and `~` is nothing
    Position where;                      ///< counted in characters
    int length = 1;                      ///< characters, as far as it stands on one line
    std::vector<YamlValue> items;        ///< of a list; of a map: key, value, key, value ...

    bool is_null() const { return kind == Kind::scalar && plain && (text.empty() || text == "~" || text == "null"); }
};

/// What is wrong with the text, in libyaml's words and place.
struct YamlProblem {
    std::string what;
    Position where;
};

/// `first_line` is the file's line on which `text` begins. Nothing when the document is empty or has a problem.
/// Anchors, aliases, tags and documents after the first are problems; so is nesting beyond 100 levels.
std::optional<YamlValue> read_yaml(std::string_view text, int first_line, std::optional<YamlProblem>&);

}
