#include "web/lab/drawing/plot.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lab {

namespace {

double place(const Axis& axis, double value)
{
    return axis.is_logarithmic ? std::log(std::max(value, 1e-300) / axis.least) / std::log(axis.most / axis.least)
                               : (value - axis.least) / (axis.most - axis.least);
}

double value_at(const Axis& axis, double place)
{
    return axis.is_logarithmic ? axis.least * std::pow(axis.most / axis.least, place) : axis.least + place * (axis.most - axis.least);
}

/// Where labels stand: 1, 2, 5 times powers of ten, or powers of two for tokens, at most `most` of them.
std::vector<double> ticks(const Axis& axis, int most)
{
    std::vector<double> all;
    if (!axis.is_logarithmic) {
        const double rough = (axis.most - axis.least) / std::max(most, 1), power = std::pow(10, std::floor(std::log10(rough)));
        double step = power;
        for (const double times : {1.0, 2.0, 5.0, 10.0})
            if (times * power >= rough) {
                step = times * power;
                break;
            }
        for (double v = std::ceil(axis.least / step) * step; v <= axis.most * (1 + 1e-9); v += step)
            all.push_back(v);
        return all;
    }
    const bool binary = axis.unit == engine::Unit::tokens || axis.unit == engine::Unit::sequences;
    const double base = binary ? 2 : 10;
    for (double v = std::pow(base, std::floor(std::log(axis.least) / std::log(base))); v <= axis.most * 1.0001; v *= base)
        for (const double times : {1.0, 2.0, 5.0})
            if ((times == 1 || (!binary && axis.most / axis.least < 200)) && times * v >= axis.least * .9999 && times * v <= axis.most * 1.0001)
                all.push_back(times * v);
    const auto stride = static_cast<std::size_t>(std::ceil(static_cast<double>(all.size()) / std::max(most, 1)));
    std::vector<double> kept;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(stride, 1))
        kept.push_back(all[i]);
    return kept;
}

}

void draw_text(ImDrawList& list, ImVec2 where, ImU32 colour, const char* text, float along, float down)
{
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddText({std::floor(where.x - along * size.x), std::floor(where.y - down * size.y)}, colour, text);
}

Plot::Plot(const char* id, ImVec2 size, Axis x, Axis y, const Look& look) : m_x(std::move(x)), m_y(std::move(y)), m_list(ImGui::GetWindowDrawList())
{
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight(), left = 84 * look.scale, gap = 6 * look.scale;
    m_low = {std::floor(corner.x + left), std::floor(corner.y + line + 2 * gap)};
    m_high = {std::floor(corner.x + size.x - 18 * look.scale), std::floor(corner.y + size.y - 2 * line - 2.5f * gap)};
    m_high.x = std::max(m_high.x, m_low.x + 40);
    m_high.y = std::max(m_high.y, m_low.y + 40);
    ImGui::SetCursorScreenPos(m_low);
    ImGui::InvisibleButton(id, {m_high.x - m_low.x, m_high.y - m_low.y});
    m_hovered = ImGui::IsItemHovered();
    m_held = ImGui::IsItemActive();
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy(size);
    m_list->AddRectFilled(m_low, m_high, look.colours.surface);
    draw_ticks(look, true);
    draw_ticks(look, false);
    draw_text(*m_list, {m_low.x - left + gap, corner.y + gap * .5f}, look.colours.quiet, m_y.title.c_str());
    draw_text(*m_list, {m_high.x, m_high.y + line + 1.5f * gap}, look.colours.quiet, m_x.title.c_str(), 1);
}

void Plot::draw_ticks(const Look& look, bool is_x) const
{
    const Axis& axis = is_x ? m_x : m_y;
    const float length = is_x ? m_high.x - m_low.x : m_high.y - m_low.y, room = (is_x ? 86.f : 44.f) * look.scale;
    const float gap = 5 * look.scale;
    for (const double value : ticks(axis, static_cast<int>(length / room))) {
        constexpr int digits = 2;
        const std::string text(engine::format(value, axis.unit, look.words.language, digits).view());
        if (is_x) {
            const float x = pixel_x(value);
            m_list->AddLine({x, m_low.y}, {x, m_high.y}, look.colours.line);
            const float half = ImGui::CalcTextSize(text.c_str()).x / 2;
            draw_text(*m_list, {std::clamp(x, m_low.x, m_high.x - half), m_high.y + gap}, look.colours.quiet, text.c_str(), .5f);
        } else {
            const float y = pixel_y(value);
            m_list->AddLine({m_low.x, y}, {m_high.x, y}, look.colours.line);
            draw_text(*m_list, {m_low.x - gap, y}, look.colours.quiet, text.c_str(), 1, .5f);
        }
    }
}

float Plot::pixel_x(double x) const { return m_low.x + static_cast<float>(place(m_x, x)) * (m_high.x - m_low.x); }
float Plot::pixel_y(double y) const { return m_high.y - static_cast<float>(place(m_y, y)) * (m_high.y - m_low.y); }
double Plot::x_of(ImVec2 pixel) const { return value_at(m_x, (pixel.x - m_low.x) / (m_high.x - m_low.x)); }
double Plot::y_of(ImVec2 pixel) const { return value_at(m_y, (m_high.y - pixel.y) / (m_high.y - m_low.y)); }

}
