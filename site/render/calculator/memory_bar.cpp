#include "site/render/calculator/memory_bar.h"

#include "site/render/html.h"

#include <array>
#include <charconv>

namespace site {

namespace {

constexpr double narrow = 0.14; ///< no room for a label below this share

std::string percent(double share)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), share * 100, std::chars_format::fixed, 2).ptr;
    return std::string(buffer.data(), end) + "%";
}

}

std::string memory_bar(std::span<const BarPart> parts, double limit, std::string_view title, std::string_view text)
{
    std::string svg = "<svg class=\"bar\" width=\"100%\" height=\"52\" role=\"img\" aria-label=\"" + escaped(title) +
                      "\"><desc data-bar-text>" + escaped(text) + "</desc>";
    double x = 0;
    for (const BarPart& part : parts) {
        svg.append("<svg data-part=\"").append(part.id).append("\" data-bytes=\"").append(part.field).append("\" x=\"").append(percent(x)).append("\" y=\"0\" width=\"")
            .append(percent(part.share)).append("\" height=\"100%\"").append(part.share < narrow ? " data-narrow=\"\"" : "")
            .append("><rect width=\"100%\" height=\"100%\"/><text x=\"10\" y=\"31\">").append(escaped(part.label))
            .append("</text></svg>");
        x += part.share;
    }
    const std::string at = percent(limit);
    svg.append("<line data-mark=\"usable\" x1=\"").append(at).append("\" x2=\"").append(at).append("\" y1=\"0\" y2=\"100%\"/>");
    return svg + "</svg>";
}

}
