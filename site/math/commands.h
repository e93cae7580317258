#pragma once
// The commands of a formula: which there are, and what each prints.

#include <string>
#include <string_view>

namespace site::math {

enum class Command {
    letter,          ///< \alpha, \infty: an identifier
    symbol,          ///< \times, \le: an operator or a relation
    fence,           ///< \langle, \{: stretches between \left and \right
    big_operator,    ///< \sum, \max: scripts stand below and above in a displayed formula
    function,        ///< \log: upright, scripts beside it
    fraction, binomial, root,
    text,            ///< \text{...}: words as they are
    name,            ///< \mathrm{...}, \operatorname{...}: one identifier, upright
    alphabet,        ///< \mathbf{...}: `prints` says which
    accent,          ///< \hat{x}: over it
    underbrace, overbrace,
    space,           ///< `prints` is its width
    modulo,          ///< \pmod{n}
    left, right, middle, begin, end,
};

struct CommandEntry {
    std::string_view name;               ///< without the backslash
    Command kind;
    std::string_view prints;
};

/// Null: no such command.
const CommandEntry* find_command(std::string_view name);
/// The command nearest to a mistyped one, with its backslash; empty when none is near.
std::string nearest_command(std::string_view name);
/// The most used commands, for those who ask what there is.
std::string_view common_commands();

/// Environments of \begin{...}: what stands around the cells, and the class that aligns them.
struct Environment {
    std::string_view name, open, close, css_class;
};
const Environment* find_environment(std::string_view name);
/// `aligned, cases, ...`
std::string environments();

/// A letter of the alphabet \mathbf, \mathbb or \mathcal; the letter itself where the alphabet lacks it.
std::string styled(std::string_view text, std::string_view alphabet);

}
