#pragma once
// The words of an element as one line of Markdown.

#include "site/render/twin/html_tree.h"

#include <string>
#include <string_view>

namespace site {

struct InlineOptions {
    std::string_view url;                ///< of the page: what `?gpu=h100-sxm` is seen from
    bool in_table = false;               ///< `|` is escaped, a line break is "; "
};

/// Without spaces at its ends. `<a href="#source-x">` is a footnote, [^x]; other places of the same page are plain words.
std::string inline_text(const HtmlTree&, const HtmlNode& of, const InlineOptions&);
/// Of one text or element alone, spaces kept.
std::string inline_node(const HtmlTree&, const HtmlNode&, const InlineOptions&);

/// Nothing in it is for a reader of Markdown: scripts, controls, navigation, what is hidden.
bool is_unread(const HtmlNode&);

std::string trimmed(std::string_view);

}
