#include "site/link/alias_rules.h"

#include "site/diagnostics/characters.h"
#include "site/link/folded_text.h"

#include <algorithm>

namespace site::alias_rules {

std::u32string key_of(std::string_view folded_text)
{
    std::u32string key;
    for (std::size_t i = 0; i < folded_text.size();) {
        const Character c = character_at(folded_text, i);
        key.push_back(ascii_lower(c.code));
        i += c.size;
    }
    return key;
}

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::vector<std::string> plurals(const std::string& word)
{
    const auto ends = [&](std::string_view end) {
        return word.size() > end.size() && key_of(word).ends_with(key_of(end));
    };
    const auto instead = [&](std::size_t cut, std::string_view end) { return word.substr(0, word.size() - cut) + std::string(end); };
    if (word.size() < 2 || !is_ascii_letter(static_cast<unsigned char>(word.back())))
        return is_ascii_digit(static_cast<unsigned char>(word.back())) ? std::vector{word + "s"} : std::vector<std::string>{};
    std::vector<std::string> out{word + "s"};
    const bool capital = word.back() >= 'A' && word.back() <= 'Z'; // GPU -> GPUs, never an ending of its own
    if (capital)
        return out;
    if (ends("ix") || ends("ex"))
        out.push_back(instead(2, "ices"));
    if (ends("sis"))
        out.push_back(instead(2, "es"));
    if (ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh"))
        out.push_back(word + "es");
    if (ends("y") && std::string_view("aeiou").find(word[word.size() - 2]) == std::string_view::npos)
        out.push_back(instead(1, "ies"));
    return out;
}

Bracket bracket_at(std::string_view text, std::size_t at)
{
    constexpr std::size_t longest = 120; // bytes: a gloss is a name, not a remark
    if (at < text.size() && text[at] == ' ')
        ++at;
    const std::string_view rest = text.substr(std::min(at, text.size()), longest);
    const bool wide = rest.starts_with("（");
    if (!wide && !rest.starts_with("("))
        return {};
    const std::size_t open = wide ? 3 : 1;
    const std::size_t wide_close = rest.find("）"), close = rest.find(')');
    const std::size_t end = std::min(wide_close, close);
    if (end == std::string_view::npos)
        return {};
    return {at + open, at + end, at + end + (end == wide_close ? 3u : 1u)};
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

bool all_parts(std::string_view text, const std::function<bool(std::string_view)>& each)
{
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size();) {
        const Character c = i < text.size() ? character_at(text, i) : Character{',', 1};
        if (c.code == ',' || c.code == U'，' || c.code == U'、' || c.code == ';' || c.code == U'；' || c.code == '/') {
            if (!each(trimmed(text.substr(begin, i - begin))))
                return false;
            begin = i + c.size;
        }
        i += c.size;
    }
    return true;
}

bool same_case(std::string_view text, std::string_view alias, Alias::Case rule)
{
    if (rule == Alias::Case::any)
        return true;
    FoldedText read(text, 0);
    std::size_t i = 0;
    while (i < alias.size()) {
        std::size_t end = i, letters = 0, capitals = 0;
        while (end < alias.size() && is_ascii_letter(static_cast<unsigned char>(alias[end]))) {
            ++letters;
            capitals += alias[end] >= 'A' && alias[end] <= 'Z';
            ++end;
        }
        if (end == i) {
            i += character_at(alias, i).size;
            read.next();
            continue;
        }
        const bool exact = rule == Alias::Case::exact || 2 * capitals >= letters;
        for (bool first = true; i < end; ++i, first = false) {
            const char32_t c = read.next();
            const char32_t wanted = static_cast<unsigned char>(alias[i]);
            if (c != wanted && (exact || !first || ascii_lower(c) != ascii_lower(wanted)))
                return false;
        }
    }
    return true;
}

/// True when the edge between two neighbours does not cut a word. `inside`: the alias, whose signs count as letters.
static bool is_boundary(char32_t left, char32_t right, std::string_view inside)
{
    const auto is_word = [&](char32_t c) {
        if (c >= 0xFF10 && c <= 0xFF5A) // full-width letters and digits
            return is_ascii_word(c - 0xFEE0);
        if (c == '-' || c == '+' || c == '#')
            return inside.find(static_cast<char>(c)) != std::string_view::npos;
        return is_ascii_word(c);
    };
    return !(is_word(left) && is_word(right));
}

bool left_edge_free(std::string_view text, std::size_t begin, std::string_view alias)
{
    if (begin == 0)
        return true;
    const char32_t first = character_at(text, begin).code, before = character_before(text, begin).code;
    if (!is_boundary(before, first, alias))
        return false;
    // 3.2: the point of a number binds.
    return !(before == '.' && is_ascii_digit(first) && begin >= 2 && is_ascii_digit(static_cast<unsigned char>(text[begin - 2])));
}

bool right_edge_free(std::string_view text, std::size_t end, std::string_view alias)
{
    if (end >= text.size())
        return true;
    const char32_t last = character_before(text, end).code, after = character_at(text, end).code;
    if (!is_boundary(last, after, alias))
        return false;
    // C++ and C# are not C.
    const std::string_view rest = text.substr(end);
    if (is_ascii_letter(last) && (rest.starts_with("++") || (after == '#' && (rest.size() == 1 || !is_ascii_word(static_cast<unsigned char>(rest[1]))))))
        return false;
    return !(after == '.' && is_ascii_digit(last) && end + 1 < text.size() && is_ascii_digit(static_cast<unsigned char>(text[end + 1])));
}

bool in_context(std::string_view text, std::size_t begin, std::size_t end, const std::vector<std::string>& contexts)
{
    for (const std::string& context : contexts) {
        const std::size_t from = begin > context.size() ? begin - context.size() : 0;
        const std::string_view window = text.substr(from, end - from + context.size());
        for (std::size_t at = window.find(context); at != std::string_view::npos; at = window.find(context, at + 1))
            if (from + at <= begin && from + at + context.size() >= end)
                return true;
    }
    return false;
}

}
