#pragma once
// A mistake in the content, or something doubtful: where it is, which kind it is, and how to mend it.
// Data only: the words come from assets/strings (diagnostic.<code>, diagnostic.<code>.hint) in the reader's language.

#include <optional>
#include <string>
#include <vector>

namespace site {

enum class Severity { error, warning };

/// Where in a file, counted from 1 in characters (not bytes). Zero: unknown.
struct Position {
    int line = 0, column = 0;
    friend auto operator<=>(const Position&, const Position&) = default;
};

/// A safe change of the source that `gloss check --fix` makes and machine formats carry.
struct Fix {
    Position where;
    int length = 0;                      ///< characters replaced, all on one line
    std::string replacement;
};

struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;                    ///< stable, in lower case with hyphens: `unknown-term`
    std::string file;                    ///< relative to the folder that holds content/: `content/zh/terms/kv.md`
    Position where;
    std::vector<std::string> arguments;  ///< fill {0}, {1} ... of the message and its hint
    int length = 1;                      ///< characters that the caret underlines
    std::optional<Fix> fix{};
};

using Diagnostics = std::vector<Diagnostic>;

/// By file, line, column, code; exact repeats dropped.
void sort_and_deduplicate(Diagnostics&);

bool has_errors(const Diagnostics&);

}
