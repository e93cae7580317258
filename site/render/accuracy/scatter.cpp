#include "site/render/accuracy/scatter.h"

#include "site/render/html.h"
#include "site/render/pictures/drawing.h"
#include "site/render/shown_value.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace site {

namespace {

constexpr double left = 84, top = 10, side = 330, bottom = top + side; ///< the square that the points stand in
constexpr double width = left + side + 26, height = bottom + 46;

/// Drawn from the point's place with relative commands. Circles and squares are dots with round and square ends.
constexpr std::array<std::string_view, most_series> shapes{"h0", "h0", "m0-4l4 7h-8z", "m0 4l4-7h-8z", "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z",
                                                           "m-3.2-3.2l6.4 6.4m0-6.4l-6.4 6.4"};

/// One logarithmic axis for both directions, so that equal is the diagonal.
class Axis {
public:
    explicit Axis(std::span<const ScatterSeries> all)
    {
        double least = INFINITY, most = 0;
        for (const ScatterSeries& series : all)
            for (const auto& [x, y] : series.points) {
                least = std::min({least, x, y});
                most = std::max({most, x, y});
            }
        m_low = std::log10(least * 0.8);
        m_high = std::max(std::log10(most * 1.25), m_low + 0.3);
    }
    double place(double value) const { return side * (std::log10(value) - m_low) / (m_high - m_low); }

    /// Decades; steps of 1, 2, 5 where there are few, every second or third decade where there are many.
    std::vector<double> ticks() const
    {
        const double decades = m_high - m_low;
        const int every = std::max(1, static_cast<int>(std::ceil(decades / 6)));
        std::vector<double> result;
        for (int decade = static_cast<int>(std::floor(m_low)); decade <= m_high; ++decade)
            for (const double step : {1.0, 2.0, 5.0}) {
                const bool shown = step == 1 ? (decade % every + every) % every == 0 : decades < 2.2;
                const double value = step * std::pow(10.0, decade);
                if (shown && std::log10(value) >= m_low && std::log10(value) <= m_high)
                    result.push_back(value);
            }
        return result;
    }

private:
    double m_low = 0, m_high = 1;
};

std::string grid(const Axis& axis, engine::Unit unit, const Edition& edition)
{
    std::string lines, labels;
    for (const double value : axis.ticks()) {
        const std::string x = coordinate(left + axis.place(value)), y = coordinate(bottom - axis.place(value));
        lines += "M" + x + " " + coordinate(top) + "V" + coordinate(bottom) + "M" + coordinate(left) + " " + y + "H" + coordinate(left + side);
        const std::string label = escaped(shown(value, unit, edition, 2));
        labels += "<text class=\"x\" x=\"" + x + "\" y=\"" + coordinate(bottom + 17) + "\">" + label + "</text>" +
                  "<text class=\"y\" x=\"" + coordinate(left - 7) + "\" y=\"" + y + "\" dy=\".35em\">" + label + "</text>";
    }
    return "<path class=\"grid\" d=\"" + lines + "\"/>" + labels;
}

/// Where the prediction is `factor` times what was measured, inside the square.
std::string diagonal(const Axis& axis, double factor, std::string_view name)
{
    const double shift = axis.place(factor) - axis.place(1);
    const double x1 = std::max(0.0, -shift), x2 = std::min(side, side - shift);
    return "<path class=\"" + std::string(name) + "\" d=\"M" + coordinate(left + x1) + " " + coordinate(bottom - x1 - shift) + "L" +
           coordinate(left + x2) + " " + coordinate(bottom - x2 - shift) + "\"/>";
}

}

std::string scatter(std::span<const ScatterSeries> all, engine::Unit unit, const Edition& edition, std::string_view title,
                    std::string_view text)
{
    const Axis axis(all);
    std::string svg = "<svg class=\"scatter\" viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) + "\" role=\"img\" aria-label=\"" +
                      escaped(title) + "\"><desc>" + escaped(text) + "</desc>" + grid(axis, unit, edition);
    svg += diagonal(axis, 1, "equal") + diagonal(axis, 2, "twice") + diagonal(axis, 0.5, "twice");
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::string path;
        for (const auto& [x, y] : all[i].points)
            path += "M" + coordinate(left + axis.place(x)) + " " + coordinate(bottom - axis.place(y)) + std::string(shapes[i]);
        svg += "<path class=\"series-" + std::to_string(i) + "\" d=\"" + path + "\"/>";
    }
    svg += "<text class=\"x name\" x=\"" + coordinate(left + side / 2) + "\" y=\"" + coordinate(height - 6) + "\">" +
           escaped(edition("accuracy.measured")) + "</text>";
    svg += "<text class=\"x name\" transform=\"translate(11 " + coordinate(top + side / 2) + ") rotate(-90)\">" +
           escaped(edition("accuracy.predicted")) + "</text>";
    return svg + "</svg>";
}

std::string scatter_legend(std::span<const ScatterSeries> all)
{
    std::string html;
    for (std::size_t i = 0; i < all.size(); ++i)
        html += "<li><svg class=\"scatter\" viewBox=\"-7 -7 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"series-" +
                std::to_string(i) + "\" d=\"M0 0" + std::string(shapes[i]) + "\"/></svg> " + escaped(all[i].name) + " <span class=\"count\">" +
                std::to_string(all[i].points.size()) + "</span></li>";
    return html;
}

}
