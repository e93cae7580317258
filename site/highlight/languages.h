#pragma once
// What a lexer has to know of a language.

#include "site/highlight/highlight.h"

#include <span>
#include <string_view>

namespace site::highlight {

struct Language {
    enum class Style {
        plain,
        code,            ///< keywords anywhere: C++, Python
        shell,           ///< commands, options, variables
        console,         ///< shell after a prompt, else output
        pairs,           ///< keys before `:` or `=`: JSON, YAML, TOML, INI
        instructions,    ///< a word that begins a line, then shell: Dockerfile
    };
    std::string_view name;
    Style style = Style::plain;
    std::string_view line_comment{};     ///< `#`, `//`
    std::string_view other_comment{};    ///< a second one
    bool block_comments = false;         ///< /* */
    bool triple_quotes = false;
    std::string_view quotes{};           ///< signs that open a string
    char separator = 0;                  ///< after a key
    std::span<const std::string_view> keywords{}; ///< sorted
};

bool is_keyword(const Language&, std::string_view word);

}
