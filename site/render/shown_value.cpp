#include "site/render/shown_value.h"

#include "site/render/html.h"
#include "site/render/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace site {

std::string shown(double value, engine::Unit unit, const Edition& edition, int digits)
{
    return number_text(value, unit, *edition.words, digits);
}

std::string shown_gib(double bytes, const Edition& edition, int digits)
{
    return shown(bytes, engine::Unit::bytes_binary, edition, digits);
}

std::string fixed_number(double value, int decimals)
{
    if (!engine::is_present(value))
        return "–";
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
    std::string text(buffer.data(), end);
    for (std::size_t at = std::min(text.find('.'), text.size()); at > 3; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

std::string catalog_text(const Catalog& catalog, const Edition& edition, std::string_view english)
{
    const std::string_view words = catalog.translated(english, edition.language);
    const bool plain = !words.empty() || edition.language == "en" || english.find(' ') == english.npos; // HBM3 is no English.
    return plain ? escaped(words.empty() ? english : words) : "<span lang=\"en\">" + escaped(english) + "</span>";
}

std::string fact_html(const Fact& fact, const Edition& edition)
{
    if (const auto* text = std::get_if<std::string>(&fact.value))
        return escaped(*text);
    return escaped(shown(fact.number(), fact.unit, edition, 4));
}

}
