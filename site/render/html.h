#pragma once
// Text -> HTML. All pages and feeds escape through here.

#include "site/write/json_text.h" // json_string, which pages use as they use the functions here

#include <string>
#include <string_view>

namespace site {

/// For element content and quoted attribute values: & < > " are replaced.
std::string escaped(std::string_view text);
/// Appends the same.
void append_escaped(std::string& html, std::string_view text);

/// `<a href="url">text</a>`, both escaped.
std::string link_html(std::string_view url, std::string_view text);

/// What HTML of ours says to a reader: a block a line, without drawings and formulas, entities decoded.
std::string plain_text(std::string_view html);

/// A value of a URL's query, percent-encoded.
std::string query_value(std::string_view text);

}
