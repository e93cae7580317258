#include "site/math/commands.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"

#include <algorithm>
#include <array>
#include <vector>

namespace site::math {

namespace {

using enum Command;

/// Sorted by name (checked below), so that a command is found by halving.
constexpr auto commands = std::to_array<CommandEntry>({
    {"!", space, "-0.167em"}, {"#", letter, "#"}, {"$", letter, "$"}, {"%", letter, "%"}, {"&", letter, "&"}, {",", space, "0.167em"},
    {":", space, "0.222em"}, {";", space, "0.278em"}, {"Delta", letter, "Δ"}, {"Gamma", letter, "Γ"}, {"Lambda", letter, "Λ"},
    {"Leftrightarrow", symbol, "⇔"}, {"Omega", letter, "Ω"}, {"Phi", letter, "Φ"}, {"Pi", letter, "Π"}, {"Pr", function, "Pr"},
    {"Psi", letter, "Ψ"}, {"Rightarrow", symbol, "⇒"}, {"Sigma", letter, "Σ"}, {"Theta", letter, "Θ"}, {"Xi", letter, "Ξ"},
    {"_", letter, "_"}, {"alpha", letter, "α"}, {"approx", symbol, "≈"}, {"arg", function, "arg"}, {"ast", symbol, "∗"},
    {"bar", accent, "¯"}, {"begin", begin, ""}, {"beta", letter, "β"}, {"bigcap", big_operator, "⋂"}, {"bigcup", big_operator, "⋃"},
    {"binom", binomial, ""}, {"bmod", symbol, "mod"}, {"cap", symbol, "∩"}, {"cdot", symbol, "·"}, {"cdots", letter, "⋯"},
    {"chi", letter, "χ"}, {"circ", symbol, "∘"}, {"cos", function, "cos"}, {"cup", symbol, "∪"}, {"ddots", letter, "⋱"},
    {"delta", letter, "δ"}, {"det", function, "det"}, {"dfrac", fraction, ""}, {"dim", function, "dim"}, {"div", symbol, "÷"},
    {"dot", accent, "˙"}, {"dots", letter, "…"}, {"ell", letter, "ℓ"}, {"emptyset", letter, "∅"}, {"end", end, ""},
    {"epsilon", letter, "ϵ"}, {"equiv", symbol, "≡"}, {"eta", letter, "η"}, {"exists", symbol, "∃"}, {"exp", function, "exp"},
    {"forall", symbol, "∀"}, {"frac", fraction, ""}, {"gamma", letter, "γ"}, {"gcd", function, "gcd"}, {"ge", symbol, "≥"},
    {"geq", symbol, "≥"}, {"gets", symbol, "←"}, {"gg", symbol, "≫"}, {"hat", accent, "^"}, {"hbar", letter, "ℏ"},
    {"iff", symbol, "⇔"}, {"implies", symbol, "⇒"}, {"in", symbol, "∈"}, {"inf", big_operator, "inf"}, {"infty", letter, "∞"},
    {"int", big_operator, "∫"}, {"iota", letter, "ι"}, {"kappa", letter, "κ"}, {"lVert", fence, "‖"}, {"lambda", letter, "λ"},
    {"land", symbol, "∧"}, {"langle", fence, "⟨"}, {"lceil", fence, "⌈"}, {"ldots", letter, "…"}, {"le", symbol, "≤"},
    {"left", left, ""}, {"leftarrow", symbol, "←"}, {"leq", symbol, "≤"}, {"lfloor", fence, "⌊"}, {"lim", big_operator, "lim"},
    {"ll", symbol, "≪"}, {"ln", function, "ln"}, {"lnot", symbol, "¬"}, {"log", function, "log"}, {"lor", symbol, "∨"},
    {"lvert", fence, "|"}, {"mapsto", symbol, "↦"}, {"mathbb", alphabet, "double-struck"}, {"mathbf", alphabet, "bold"},
    {"mathcal", alphabet, "script"}, {"mathrm", name, ""}, {"max", big_operator, "max"}, {"mid", symbol, "∣"}, {"middle", middle, ""},
    {"min", big_operator, "min"}, {"mp", symbol, "∓"}, {"mu", letter, "μ"}, {"nabla", letter, "∇"}, {"ne", symbol, "≠"},
    {"neg", symbol, "¬"}, {"neq", symbol, "≠"}, {"notin", symbol, "∉"}, {"nu", letter, "ν"}, {"odot", symbol, "⊙"},
    {"omega", letter, "ω"}, {"operatorname", name, ""}, {"oplus", symbol, "⊕"}, {"otimes", symbol, "⊗"}, {"overbrace", overbrace, "⏞"},
    {"overline", accent, "‾"}, {"partial", letter, "∂"}, {"phi", letter, "ϕ"}, {"pi", letter, "π"}, {"pm", symbol, "±"},
    {"pmod", modulo, ""}, {"prod", big_operator, "∏"}, {"propto", symbol, "∝"}, {"psi", letter, "ψ"}, {"qquad", space, "2em"},
    {"quad", space, "1em"}, {"rVert", fence, "‖"}, {"rangle", fence, "⟩"}, {"rceil", fence, "⌉"}, {"rfloor", fence, "⌋"},
    {"rho", letter, "ρ"}, {"right", right, ""}, {"rightarrow", symbol, "→"}, {"rvert", fence, "|"}, {"sigma", letter, "σ"},
    {"sim", symbol, "∼"}, {"simeq", symbol, "≃"}, {"sin", function, "sin"}, {"sqrt", root, ""}, {"star", symbol, "⋆"},
    {"subset", symbol, "⊂"}, {"subseteq", symbol, "⊆"}, {"sum", big_operator, "∑"}, {"sup", big_operator, "sup"},
    {"tan", function, "tan"}, {"tanh", function, "tanh"}, {"tau", letter, "τ"}, {"text", text, ""}, {"tfrac", fraction, ""},
    {"theta", letter, "θ"}, {"tilde", accent, "~"}, {"times", symbol, "×"}, {"to", symbol, "→"}, {"top", letter, "⊤"},
    {"underbrace", underbrace, "⏟"}, {"varepsilon", letter, "ε"}, {"varphi", letter, "φ"}, {"vdots", letter, "⋮"}, {"vec", accent, "→"},
    {"wedge", symbol, "∧"}, {"xi", letter, "ξ"}, {"zeta", letter, "ζ"}, {"{", fence, "{"}, {"|", fence, "‖"}, {"}", fence, "}"},
});

constexpr bool sorted()
{
    for (std::size_t i = 1; i < commands.size(); ++i)
        if (!(commands[i - 1].name < commands[i].name))
            return false;
    return true;
}
static_assert(sorted());

constexpr std::array<Environment, 7> all_environments{{
    {"aligned", "", "", "aligned"},
    {"bmatrix", "[", "]", ""},
    {"cases", "{", "", "cases"},
    {"gathered", "", "", ""},
    {"matrix", "", "", ""},
    {"pmatrix", "(", ")", ""},
    {"vmatrix", "|", "|", ""},
}};

/// Letters that Unicode had before it had the alphabet.
char32_t exception(std::string_view alphabet, char32_t letter)
{
    constexpr std::pair<char, char32_t> double_struck[] = {{'C', U'ℂ'}, {'H', U'ℍ'}, {'N', U'ℕ'}, {'P', U'ℙ'}, {'Q', U'ℚ'}, {'R', U'ℝ'}, {'Z', U'ℤ'}};
    constexpr std::pair<char, char32_t> script[] = {{'B', U'ℬ'}, {'E', U'ℰ'}, {'F', U'ℱ'}, {'H', U'ℋ'}, {'I', U'ℐ'}, {'L', U'ℒ'},
                                                    {'M', U'ℳ'}, {'R', U'ℛ'}, {'e', U'ℯ'}, {'g', U'ℊ'}, {'o', U'ℴ'}};
    if (alphabet == "double-struck") {
        for (const auto& [plain, styled] : double_struck)
            if (static_cast<char32_t>(plain) == letter)
                return styled;
    } else if (alphabet == "script") {
        for (const auto& [plain, styled] : script)
            if (static_cast<char32_t>(plain) == letter)
                return styled;
    }
    return 0;
}

}

const CommandEntry* find_command(std::string_view name)
{
    if (name == " ") { // after a backslash
        static constexpr CommandEntry blank{" ", space, "0.25em"};
        return &blank;
    }
    const auto found = std::lower_bound(commands.begin(), commands.end(), name, [](const CommandEntry& c, std::string_view n) { return c.name < n; });
    return found != commands.end() && found->name == name ? &*found : nullptr;
}

std::string nearest_command(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const CommandEntry& command : commands)
        if (command.name.size() > 1)
            names.push_back(command.name);
    const std::string_view found = nearest(name, std::span<const std::string_view>(names));
    return found.empty() ? std::string() : "\\" + std::string(found);
}

std::string_view common_commands()
{
    return R"(\frac \sqrt \text \sum \prod \max \min \log \cdot \times \le \ge \approx \left \right \alpha…\omega)";
}

const Environment* find_environment(std::string_view name)
{
    const auto found = std::find_if(all_environments.begin(), all_environments.end(), [&](const Environment& e) { return e.name == name; });
    return found == all_environments.end() ? nullptr : &*found;
}

std::string environments()
{
    std::string out;
    for (const Environment& environment : all_environments)
        out.append(out.empty() ? "" : ", ").append(environment.name);
    return out;
}

std::string styled(std::string_view text, std::string_view alphabet)
{
    struct Bases {
        char32_t upper, lower, digit;
    };
    const Bases bases = alphabet == "bold" ? Bases{0x1D400, 0x1D41A, 0x1D7CE}
                      : alphabet == "script" ? Bases{0x1D49C, 0x1D4B6, U'0'} : Bases{0x1D538, 0x1D552, 0x1D7D8};
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        if (const char32_t special = exception(alphabet, c.code))
            append_character(out, special);
        else if (c.code >= 'A' && c.code <= 'Z')
            append_character(out, bases.upper + (c.code - 'A'));
        else if (c.code >= 'a' && c.code <= 'z')
            append_character(out, bases.lower + (c.code - 'a'));
        else if (is_ascii_digit(c.code))
            append_character(out, bases.digit + (c.code - '0'));
        else
            append_character(out, c.code);
        i += c.size;
    }
    return out;
}

}
