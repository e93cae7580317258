#pragma once
// Text -> HTML. All pages and feeds escape through here.

#include <string>
#include <string_view>

namespace site {

/// For element content and quoted attribute values: & < > " are replaced.
std::string escaped(std::string_view text);
/// Appends the same.
void append_escaped(std::string& html, std::string_view text);

/// `<a href="url">text</a>`, both escaped.
std::string link_html(std::string_view url, std::string_view text);

/// HTML without its tags, entities decoded where they are one of the five of XML. For feeds and descriptions.
std::string plain_text(std::string_view html);

/// A string as JSON writes it, quotes included, safe inside a <script> element.
std::string json_string(std::string_view text);

/// A value of a URL's query, percent-encoded.
std::string query_value(std::string_view text);

}
