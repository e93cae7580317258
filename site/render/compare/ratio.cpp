#include "site/render/compare/ratio.h"

#include "engine/specs/record.h"
#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace site {

namespace {

constexpr double half = 50, height = 8; ///< of the bar's view box, 100 wide

std::string coordinate(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 1).ptr;
    return {buffer.data(), end};
}

double larger(double ratio) { return std::max(ratio, 1 / ratio); }

}

double ratio_of(double a, double b)
{
    return engine::is_present(a) && engine::is_present(b) && a > 0 && b > 0 ? b / a : engine::absent;
}

std::string times(double ratio, const Edition& edition)
{
    return edition("compare.times", {shown(larger(ratio), engine::Unit::none, edition)});
}

void RatioAxis::include(double ratio)
{
    if (engine::is_present(ratio))
        m_most = std::max(m_most, larger(ratio));
}

double RatioAxis::limit() const { return std::exp2(std::max(1.0, std::ceil(std::log2(m_most)))); }

std::string RatioAxis::bar(double ratio) const
{
    const double length = half * std::log(ratio) / std::log(limit());
    const int doublings = static_cast<int>(std::lround(std::log2(limit())));
    std::string ticks;
    for (int i = -doublings; i <= doublings; ++i) // At 2, 4, 8 times; fewer where there are many.
        if (i % (doublings > 4 ? 2 : 1) == 0)
            ticks += "M" + coordinate(half + half * i / doublings) + " 0v" + coordinate(height);
    return "<svg class=\"ratio\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path class=\"ticks\" d=\"" + ticks +
           "\"/><path class=\"" + (length < 0 ? "a" : "b") + "\" d=\"M50 1.5h" + coordinate(length) + "v5H50z\"/></svg>";
}

std::string ratio_cell(double ratio, const RatioAxis& axis, const std::string& name_a, const std::string& name_b, const Edition& edition)
{
    if (!engine::is_present(ratio))
        return "<td class=\"more\">–</td>";
    const bool equal = larger(ratio) < least_difference;
    std::string text = equal ? std::string(edition("compare.equal")) : (ratio > 1 ? name_b : name_a) + " " + times(ratio, edition);
    return "<td class=\"more\">" + escaped(text) + (equal ? "" : axis.bar(ratio)) + "</td>";
}

}
