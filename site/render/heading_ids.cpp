#include "site/render/heading_ids.h"

#include "site/diagnostics/characters.h"

namespace site {

std::string heading_slug(std::string_view text)
{
    std::string slug;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        if (c.code == ' ' || c.code == '-' || c.code == '\t' || c.code == 0x3000 || c.code == 0xA0) {
            if (!slug.empty() && slug.back() != '-')
                slug += '-';
        } else if (is_ascii_word(c.code)) {
            append_character(slug, ascii_lower(c.code));
        } else if (c.code == '.' && !slug.empty() && is_ascii_digit(static_cast<unsigned char>(slug.back()))) {
            slug += '-'; // 5.0 is not 50
        } else if (c.code >= 0xC0 && !is_han_punctuation(c.code) && !(c.code >= 0x2000 && c.code <= 0x2BFF) && c.code < 0xE000) {
            slug += text.substr(i, c.size);
        } else if (c.code >= 0xF900 && c.code < 0xF0000 && !is_han_punctuation(c.code) && c.code != 0xFFFC) {
            slug += text.substr(i, c.size);
        }
        i += c.size;
    }
    while (slug.ends_with('-'))
        slug.pop_back();
    return slug;
}

std::string HeadingIds::make(std::string_view text)
{
    std::string slug = heading_slug(text);
    if (slug.empty())
        slug = "section";
    std::string id = slug;
    while (!claim(id))
        id = slug + '-' + std::to_string(++m_used[slug]);
    return id;
}

}
