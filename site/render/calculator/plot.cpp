#include "site/render/calculator/plot.h"

#include "engine/units/format.h"
#include "site/render/html.h"
#include "site/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace site {

namespace {

constexpr double left = 19, width = 78, top = 5, height = 79; ///< where the lines stand, per cent
constexpr double wide_range = 20;                             ///< from here on a logarithmic axis

std::string place(double value) { return exact_number(std::floor(value * 100 + 0.5) / 100); }

class Axis {
public:
    Axis(double least, double most, bool logarithmic) : m_log(logarithmic && least > 0)
    {
        if (m_log) {
            m_low = std::log10(least);
            m_high = std::max(std::log10(most), m_low + 0.1);
        } else {
            m_step = nice_step(most > 0 ? most : 1);
            m_high = std::max(1.0, std::ceil(most / m_step - 1e-9)) * m_step;
        }
    }
    void widen(double share)
    {
        const double more = share * (m_high - m_low);
        if (m_log) {
            m_low -= more;
            m_high += more;
        }
    }
    double at(double value) const { return ((m_log ? std::log10(value) : value) - m_low) / (m_high - m_low); }

    /// Decades, with 2 and 5 between them where there are few; else even steps from zero.
    std::vector<double> ticks() const
    {
        std::vector<double> result;
        if (!m_log) {
            for (int i = 0; i * m_step <= m_high * (1 + 1e-9); ++i)
                result.push_back(i * m_step);
            return result;
        }
        const int every = std::max(1, static_cast<int>(std::ceil((m_high - m_low) / 5)));
        for (int decade = static_cast<int>(std::floor(m_low)); decade <= m_high; ++decade)
            for (const double step : {1.0, 2.0, 5.0}) {
                const bool shown = step == 1 ? decade % every == 0 : m_high - m_low < 1.8;
                const double value = step * std::pow(10.0, decade), log = std::log10(value);
                if (shown && log >= m_low - 1e-9 && log <= m_high + 1e-9)
                    result.push_back(value);
            }
        return result;
    }

private:
    static double nice_step(double most)
    {
        const double decade = std::pow(10.0, std::floor(std::log10(most / 4)));
        for (const double step : {1.0, 2.0, 5.0})
            if (most / (step * decade) <= 5)
                return step * decade;
        return 10 * decade;
    }

    bool m_log;
    double m_low = 0, m_high = 1, m_step = 1;
};

}

std::string plot_svg(const Edition& edition, const Plot& plot, const std::string& label)
{
    std::vector<PlotPoint> all = plot.line;
    all.insert(all.end(), plot.marks.begin(), plot.marks.end());
    if (all.empty())
        return {};
    std::array<double, 4> ends{INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (const PlotPoint& p : all)
        ends = {std::min(ends[0], p.x), std::max(ends[1], p.x), std::min(ends[2], p.y), std::max(ends[3], p.y)};
    const Axis x(ends[0], ends[1], plot.log_x);
    Axis y(ends[2], ends[3], ends[3] > wide_range * ends[2]);
    y.widen(0.05);
    const auto across = [&](double value) { return place(left + width * x.at(value)) + "%"; };
    const auto down = [&](double value) { return place(top + height * (1 - y.at(value))) + "%"; };
    const engine::Language language = edition.language == "zh" ? engine::Language::zh : engine::Language::en;
    const auto number = [&](double value, engine::Unit unit) { return escaped(engine::format(value, unit, language, 2).view()); };

    std::string svg = "<svg class=\"plot\" width=\"100%\" height=\"200\" role=\"img\" aria-label=\"" + escaped(label) + "\">";
    for (const double tick : y.ticks())
        svg += "<line class=\"grid\" x1=\"" + place(left) + "%\" x2=\"" + place(left + width) + "%\" y1=\"" + down(tick) + "\" y2=\"" + down(tick) +
               "\"/><text class=\"y\" x=\"" + place(left - 1.5) + "%\" y=\"" + down(tick) + "\" dy=\".35em\">" + number(tick, plot.y_unit) + "</text>";
    for (const double tick : x.ticks())
        svg += "<text class=\"x\" x=\"" + across(tick) + "\" y=\"96%\">" + number(tick, plot.x_unit) + "</text>";
    const auto line = [&](std::string_view kind, std::span<const PlotPoint> points) {
        std::string places;
        for (const PlotPoint& p : points)
            places += (places.empty() ? "" : " ") + place(100 * x.at(p.x)) + "," + place(100 * (1 - y.at(p.y)));
        svg += "<svg x=\"" + place(left) + "%\" y=\"" + place(top) + "%\" width=\"" + place(width) + "%\" height=\"" + place(height) +
               "%\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><polyline class=\"" + std::string(kind) + "\" points=\"" + places +
               "\" vector-effect=\"non-scaling-stroke\"/></svg>";
    };
    if (plot.ideal && plot.line.size() > 1) {
        const PlotPoint &first = plot.line.front(), &last = plot.line.back();
        line("ideal", std::array<PlotPoint, 2>{first, PlotPoint{last.x, first.y * last.x / first.x, ""}});
    }
    if (plot.line.size() > 1)
        line("curve", plot.line);
    for (const PlotPoint& p : plot.marks)
        svg += "<circle class=\"" + p.kind + "\" cx=\"" + across(p.x) + "\" cy=\"" + down(p.y) + "\" r=\"5\"/>";
    return svg + "</svg>";
}

}
