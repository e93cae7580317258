#pragma once
// The glossary index, in one of two orders: by English name (or the language's own title), and by title (pinyin for zh).

#include "site/render/website.h"

#include <string>

namespace site {

enum class GlossaryOrder { name, title };

/// `/zh/glossary/` and `/zh/glossary/pinyin/`. The second exists only where titles and names differ.
std::string glossary_page(const Website&, const Edition&, GlossaryOrder);
bool has_title_order(const Edition&);

/// The rules of filter.css, which make the category buttons work without JavaScript: one pair a category in use.
std::string category_filter_css(const Library&);

}
