#pragma once
// The rules by which a piece of text is taken for an alias: edges, case, plurals, glosses, contexts. Pure functions.

#include "site/model/page.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace site::alias_rules {

/// What the trie is asked with: the folded text's characters, ASCII in lower case.
std::u32string key_of(std::string_view folded_text);
bool is_ascii(std::string_view);
std::string_view trimmed(std::string_view);

/// Plurals of an English word or phrase, by its last letters.
std::vector<std::string> plurals(const std::string& word);

/// Per word of the alias: half or more capitals means exact, else its first letter is free.
bool same_case(std::string_view text, std::string_view alias, Alias::Case);

/// Whether a name may begin at `begin` or end at `end` of the text. `alias`: its own signs count as letters.
bool left_edge_free(std::string_view text, std::size_t begin, std::string_view alias);
bool right_edge_free(std::string_view text, std::size_t end, std::string_view alias);

/// Whether [begin, end) stands inside one of the contexts.
bool in_context(std::string_view text, std::size_t begin, std::size_t end, const std::vector<std::string>& contexts);

/// The bracket that opens at `at` (a space may stand before it): its content [begin, end) and the byte after it; all zero
/// when there is none, or it does not close soon.
struct Bracket {
    std::size_t begin = 0, end = 0, after = 0;
};
Bracket bracket_at(std::string_view text, std::size_t at);

/// Splits at , ， 、 ; ； / and calls `each` with the trimmed parts; false as soon as it does.
bool all_parts(std::string_view text, const std::function<bool(std::string_view)>& each);

}
