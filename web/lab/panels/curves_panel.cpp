// Throughput against latency: a line a GPU. Points are concurrencies; the ring is the scenario's own.

#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// Eight at most: a palette that colour-blind people can read has no more.
void choose_devices(Frame& frame)
{
    if (!ImGui::CollapsingHeader(frame.words()("lab.curves.pick")))
        return;
    auto& chosen = frame.state.compared;
    const float width = frame.pixels(190);
    const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / width));
    if (!ImGui::BeginTable("devices", columns))
        return;
    for (const Device& device : frame.catalog.devices) {
        ImGui::TableNextColumn();
        const auto found = std::find(chosen.begin(), chosen.end(), device.id);
        bool is_chosen = found != chosen.end();
        ImGui::BeginDisabled(!is_chosen && chosen.size() >= most_curves);
        if (ImGui::Checkbox((device.name + "##" + device.id).c_str(), &is_chosen)) {
            if (is_chosen)
                chosen.push_back(device.id);
            else
                chosen.erase(found);
        }
        frame.mark("compared." + device.id);
        ImGui::EndDisabled();
    }
    ImGui::EndTable();
}

void draw_marker(ImDrawList& list, ImVec2 at, std::size_t kind, float size, ImU32 colour)
{
    switch (kind % 4) { // Not by colour alone.
    case 0: list.AddCircleFilled(at, size, colour); break;
    case 1: list.AddRectFilled({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour); break;
    case 2: list.AddTriangleFilled({at.x, at.y - size * 1.3f}, {at.x - size * 1.2f, at.y + size}, {at.x + size * 1.2f, at.y + size}, colour); break;
    default: list.AddQuadFilled({at.x, at.y - size * 1.4f}, {at.x + size * 1.4f, at.y}, {at.x, at.y + size * 1.4f}, {at.x - size * 1.4f, at.y}, colour);
    }
}

void draw_legend(Frame& frame)
{
    float x = 0;
    const float room = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < frame.results.curves.size(); ++i) {
        const Curve& curve = frame.results.curves[i];
        const std::string text = curve.fits       ? curve.device->name
                                 : curve.answered ? frame.words()("lab.curves.misses", {curve.device->name})
                                                  : frame.words()("lab.curves.unanswered", {curve.device->name});
        const float width = ImGui::CalcTextSize(text.c_str()).x + frame.pixels(34);
        if (i > 0 && x + width < room)
            ImGui::SameLine(x);
        else
            x = 0;
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float half = ImGui::GetTextLineHeight() / 2;
        if (curve.fits)
            draw_marker(*ImGui::GetWindowDrawList(), {corner.x + frame.pixels(7), corner.y + half}, i, frame.pixels(4.5f), frame.look.colours.series[i]);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + frame.pixels(18));
        if (curve.fits)
            ImGui::TextUnformatted(text.c_str());
        else
            ImGui::TextDisabled("%s", text.c_str());
        x += width;
    }
}

}

void draw_curves_panel(Frame& frame)
{
    choose_devices(frame);
    draw_legend(frame);
    double least_x = 1e300, most_x = 0, least_y = 1e300, most_y = 0;
    for (const Curve& curve : frame.results.curves)
        for (const CurvePoint& p : curve.points)
            if (p.stream > 0 && p.per_gpu > 0) {
                least_x = std::min(least_x, p.stream);
                most_x = std::max(most_x, p.stream);
                least_y = std::min(least_y, p.per_gpu);
                most_y = std::max(most_y, p.per_gpu);
            }
    if (!(most_x > 0))
        least_x = least_y = 1, most_x = most_y = 1000;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const Plot plot("curves", {room.x, std::max(room.y, frame.pixels(260))},
                    {least_x * .85, most_x * 1.2, engine::Unit::none, frame.words()("lab.curves.stream")},
                    {least_y * .8, most_y * 1.3, engine::Unit::none, frame.words()("lab.curves.rate")}, frame.look);
    frame.places.insert_or_assign("curves", Rectangle{plot.low().x, plot.low().y, plot.high().x, plot.high().y});
    plot.clip();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    float nearest = frame.pixels(14);
    const Curve* hovered = nullptr;
    CurvePoint point;
    for (std::size_t i = 0; i < frame.results.curves.size(); ++i) {
        const Curve& curve = frame.results.curves[i];
        const ImU32 colour = frame.look.colours.series[i];
        ImVec2 before{};
        bool has_before = false;
        for (const CurvePoint& p : curve.points) {
            const ImVec2 at = plot.at(p.stream, p.per_gpu);
            if (has_before)
                plot.list().AddLine(before, at, colour, frame.pixels(2));
            before = at;
            has_before = true;
            draw_marker(plot.list(), at, i, frame.pixels(3), colour);
            const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (plot.is_hovered() && distance < nearest) {
                nearest = distance;
                hovered = &curve;
                point = p;
            }
        }
    }
    plot.unclip();
    if (!hovered)
        return;
    plot.list().AddCircle(plot.at(point.stream, point.per_gpu), frame.pixels(7), frame.look.colours.ink, 0, frame.pixels(2));
    if (ImGui::BeginTooltip()) {
        ImGui::TextUnformatted(hovered->device->name.c_str());
        ImGui::TextUnformatted(frame.words()("lab.curves.point", {exact_number(point.concurrency)}).c_str());
        ImGui::Text("%s: %s", frame.words()("lab.curves.stream"), frame.words().number(point.stream, engine::Unit::none).c_str());
        ImGui::Text("%s: %s", frame.words()("lab.curves.rate"), frame.words().number(point.per_gpu, engine::Unit::none).c_str());
        ImGui::Separator();
        ImGui::EndTooltip();
    }
    Scenario there = frame.state.serving;
    there.id("gpu") = hovered->device->id;
    there.id("intra_fabric").clear();
    there["concurrency"] = point.concurrency;
    explain_in_tooltip(frame, there, "tpot_s");
    if (ImGui::IsMouseClicked(0)) {
        frame.state.serving = there;
        share_names(frame.state);
    }
}

}
