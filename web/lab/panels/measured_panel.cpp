// Predicted against measured, a point a published figure.

#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

std::string name_of(const Frame& frame, const std::string& key)
{
    const engine::Field* field = place_of_output(key).field();
    return key.substr(0, key.find('.')) + ": " + (field ? frame.words().label(*field) : "");
}

void choose_output(Frame& frame)
{
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", frame.words()("lab.measured.what"));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(frame.pixels(340));
    const bool is_open = ImGui::BeginCombo("##measured", name_of(frame, frame.state.measured_output).c_str(), ImGuiComboFlags_HeightLarge);
    frame.mark("measured");
    if (!is_open)
        return;
    for (const std::string& key : frame.results.measured_outputs)
        if (ImGui::Selectable(name_of(frame, key).c_str(), key == frame.state.measured_output))
            frame.state.measured_output = key;
    ImGui::EndCombo();
}

}

void draw_measured_panel(Frame& frame)
{
    choose_output(frame);
    const std::string& key = frame.state.measured_output;
    const OutputPlace place = place_of_output(key);
    const engine::Field* field = place.field();
    const MeasuredSweep& sweep = frame.results.measured;
    const Words& words = frame.words();
    const auto& figures = frame.catalog.measured;
    const std::string& device = frame.state.serving.id("gpu");
    const MeasuredSummary summary = sweep.summary(place, "");
    if (!field || summary.count == 0) {
        ImGui::TextUnformatted(words("lab.measured.none"));
        return;
    }
    const auto percent = [&words](double share) { return words.number(share, engine::Unit::fraction, 2); };
    ImGui::TextUnformatted(words("lab.measured.summary", {std::to_string(summary.count), percent(summary.median), percent(summary.p90)}).c_str());
    frame.mark("output.measured");
    const Device* chosen = find(frame.catalog.devices, device);
    if (const MeasuredSummary own = sweep.summary(place, device); chosen && own.count > 0)
        ImGui::TextDisabled("%s: %s", chosen->name.c_str(),
                            words("lab.measured.summary", {std::to_string(own.count), percent(own.median), percent(own.p90)}).c_str());
    double least = 1e300, most = 0;
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (place.measures(figures[i]) && sweep.predicted(i) > 0 && figures[i].measured > 0) {
            least = std::min({least, sweep.predicted(i), figures[i].measured});
            most = std::max({most, sweep.predicted(i), figures[i].measured});
        }
    least /= 1.3;
    most *= 1.3;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const Plot plot("measured", {room.x, std::max(room.y, frame.pixels(260))}, {least, most, field->unit, words("lab.measured.measured")},
                    {least, most, field->unit, words("lab.measured.predicted")}, frame.look);
    plot.clip();
    plot.list().AddLine(plot.at(least, least), plot.at(most, most), frame.look.colours.ink, frame.pixels(1.5f));
    for (const double off : {1.25, .8}) // A quarter too high, and too low.
        plot.list().AddLine(plot.at(least, least * off), plot.at(most, most * off), faded(frame.look.colours.quiet, .5f), frame.pixels(1));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    float nearest = frame.pixels(10);
    std::size_t hovered = figures.size();
    for (std::size_t i = 0; i < figures.size(); ++i) {
        if (!place.measures(figures[i]) || !(sweep.predicted(i) > 0))
            continue;
        const ImVec2 at = plot.at(figures[i].measured, sweep.predicted(i));
        const bool is_own = figures[i].device == device;
        plot.list().AddCircleFilled(at, frame.pixels(is_own ? 4.f : 3.f), is_own ? frame.look.colours.series[1] : faded(frame.look.colours.series[0], .55f));
        if (const float away = std::hypot(at.x - mouse.x, at.y - mouse.y); plot.is_hovered() && away < nearest) {
            nearest = away;
            hovered = i;
        }
    }
    plot.unclip();
    if (hovered == figures.size() || !ImGui::BeginTooltip())
        return;
    const MeasuredFigure& figure = figures[hovered];
    ImGui::PushTextWrapPos(frame.pixels(420));
    ImGui::TextUnformatted(words("lab.measured.case", {figure.name, words.number(sweep.predicted(hovered), field->unit), words.number(figure.measured, field->unit),
                                                       percent(sweep.predicted(hovered) / figure.measured - 1)}).c_str());
    ImGui::TextDisabled("%s", words("lab.measured.source", {figure.source}).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}
