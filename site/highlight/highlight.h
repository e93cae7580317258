#pragma once
// Code in a fence -> HTML with classes, when the site is built: no script, no inline style.
//
//     append_highlighted(html, "docker run -d nginx  # 后台\n", find_language("bash"));
//
// Classes, whose colours are in assets/css: hl-comment hl-string hl-number hl-keyword hl-command hl-option hl-key
// hl-variable hl-prompt hl-output. Strings, comments and the like are what helps reading; nothing is parsed.

#include <string>
#include <string_view>
#include <vector>

namespace site::highlight {

struct Language;

/// By its name or another that is used for it (`sh`, `py`, `yml`); null: unknown.
const Language* find_language(std::string_view name);
/// `bash, console, cpp, ...`
std::string language_names();
/// The known name nearest to a mistyped one, or empty.
std::string nearest_language(std::string_view name);

/// `code` escaped, with spans; its text stays byte for byte.
void append_highlighted(std::string& html, std::string_view code, const Language*);

}
