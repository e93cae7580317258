// The roofs of all accelerators, the chosen one's on top, and where decode and prefill of the model stand.

#include "engine/calculators/throughput.h"
#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

void draw_roof(const Plot& plot, const Roof& roof, double least, double most, ImU32 colour, float width)
{
    const ImVec2 corner = plot.at(roof.ridge(), roof.peak);
    plot.list().AddLine(plot.at(least, roof.at(least)), corner, colour, width);
    plot.list().AddLine(corner, plot.at(most, roof.peak), colour, width);
}

/// How far the mouse is from a roof, in pixels.
float distance(const Plot& plot, const Roof& roof, ImVec2 mouse) { return std::fabs(plot.pixel_y(roof.at(plot.x_of(mouse))) - mouse.y); }

void draw_point(const Plot& plot, Frame& frame, const RooflinePoint& point, const Roof* roof, const char* name, bool is_decode)
{
    if (!point.exists())
        return;
    const ImVec2 at = plot.at(point.intensity, point.rate);
    const ImU32 colour = is_decode ? frame.look.colours.series[1] : frame.look.colours.series[0];
    const float size = frame.pixels(6);
    if (is_decode)
        plot.list().AddCircleFilled(at, size, colour);
    else
        plot.list().AddRectFilled({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour);
    const bool is_right = at.x < plot.high().x - frame.pixels(90);
    draw_text(plot.list(), {at.x + (is_right ? size + frame.pixels(5) : -size - frame.pixels(5)), at.y + frame.pixels(10)}, frame.look.colours.ink, name, is_right ? 0.f : 1.f, .5f);
    if (roof)
        plot.list().AddLine(at, plot.at(point.intensity, roof->at(point.intensity)), faded(colour, .6f), frame.pixels(1.5f));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!plot.is_hovered() || std::hypot(at.x - mouse.x, at.y - mouse.y) > 2 * size)
        return;
    if (roof && ImGui::BeginTooltip()) {
        const Words& words = frame.words();
        ImGui::Text("%s: %s", words("lab.roofline.intensity"), words.number(point.intensity, engine::Unit::none).c_str());
        ImGui::TextUnformatted(words("lab.roofline.reached", {words.number(point.rate, engine::Unit::flop_per_second),
                                                             words.number(roof->at(point.intensity), engine::Unit::flop_per_second)}).c_str());
        ImGui::Separator();
        ImGui::EndTooltip();
    }
    explain_in_tooltip(frame, frame.state.serving, is_decode ? "tpot_s" : "prefill_s");
}

}

void draw_roofline_panel(Frame& frame)
{
    const Roofline& roofline = frame.results.roofline;
    const Words& words = frame.words();
    ImGui::TextDisabled("%s", words("lab.roofline.format", {engine::arithmetic_ids[static_cast<std::size_t>(roofline.arithmetic)]}).c_str());
    double most = 1e12, least = 1e300, widest = 100;
    for (const Roof& roof : roofline.roofs) {
        most = std::max(most, roof.peak);
        least = std::min(least, roof.bandwidth);
        widest = std::max(widest, roof.ridge());
    }
    constexpr double least_intensity = .5;
    double most_intensity = widest * 8;
    for (const RooflinePoint& point : {roofline.decode, roofline.prefill})
        if (point.exists()) {
            most_intensity = std::max(most_intensity, point.intensity * 2);
            least = std::min(least, point.rate * 2);
        }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const Plot plot("roofline", {room.x, std::max(room.y, frame.pixels(260))},
                    {least_intensity, most_intensity, engine::Unit::none, words("lab.roofline.intensity")},
                    {least * least_intensity, most * 1.6, engine::Unit::flop_per_second, words("lab.roofline.rate")}, frame.look);
    frame.places.insert_or_assign("roofline", Rectangle{plot.low().x, plot.low().y, plot.high().x, plot.high().y});
    plot.clip();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Roof *chosen = nullptr, *hovered = nullptr;
    float nearest = frame.pixels(7);
    for (const Roof& roof : roofline.roofs) {
        draw_roof(plot, roof, least_intensity, most_intensity, faded(frame.look.colours.control, .45f), frame.pixels(1));
        if (roof.device->id == frame.state.serving.id("gpu"))
            chosen = &roof;
        if (const float away = distance(plot, roof, mouse); plot.is_hovered() && away < nearest) {
            nearest = away;
            hovered = &roof;
        }
    }
    if (chosen) {
        draw_roof(plot, *chosen, least_intensity, most_intensity, frame.look.colours.accent, frame.pixels(3));
        draw_text(plot.list(), {plot.high().x - frame.pixels(8), plot.pixel_y(chosen->peak) - frame.pixels(4)}, frame.look.colours.accent,
                  chosen->device->name.c_str(), 1, 1);
    }
    if (hovered && hovered != chosen) {
        draw_roof(plot, *hovered, least_intensity, most_intensity, frame.look.colours.ink, frame.pixels(2));
        draw_text(plot.list(), {plot.low().x + frame.pixels(12), plot.low().y + frame.pixels(8)}, frame.look.colours.ink, hovered->device->name.c_str());
    }
    draw_point(plot, frame, roofline.decode, chosen, words("lab.roofline.decode"), true);
    draw_point(plot, frame, roofline.prefill, chosen, words("lab.roofline.prefill"), false);
    plot.unclip();
    if (hovered && ImGui::BeginTooltip()) {
        ImGui::TextUnformatted(hovered->device->name.c_str());
        ImGui::Text("%s, %s", words.number(hovered->peak, engine::Unit::flop_per_second).c_str(),
                    words.number(hovered->bandwidth, engine::Unit::bytes_per_second).c_str());
        ImGui::TextUnformatted(words("lab.roofline.ridge", {words.number(hovered->ridge(), engine::Unit::none)}).c_str());
        ImGui::EndTooltip();
    }
    if (hovered && plot.is_held()) {
        frame.state.serving.id("gpu") = hovered->device->id;
        share_names(frame.state);
    }
}

}
