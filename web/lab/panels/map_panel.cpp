// Context x concurrency as a heat map. Where the mouse is held, the scenario goes.

#include "engine/calculators/throughput.h"
#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double bad_share = -1; ///< of a cell that has no value

double value_of(const MapCell& cell, MapMetric metric)
{
    if (!cell.answered || !cell.fits)
        return engine::absent;
    return metric == MapMetric::fits ? cell.in_flight : metric == MapMetric::output_rate ? cell.output_rate
         : metric == MapMetric::ttft ? cell.ttft : cell.cost;
}

struct Range {
    double least = 0, most = 1;
    bool is_logarithmic = true;
    double share(double value) const
    {
        if (!engine::is_present(value))
            return bad_share;
        return is_logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    }
};

Range range_of(const MapSweep& map, MapMetric metric)
{
    if (metric == MapMetric::fits)
        return {0, 1, false};
    double least = 1e300, most = 0;
    for (int column = 0; column < MapSweep::columns; ++column)
        for (int row = 0; row < MapSweep::rows; ++row)
            if (const double value = value_of(map.cell(column, row), metric); value > 0 && std::isfinite(value)) {
                least = std::min(least, value);
                most = std::max(most, value);
            }
    return most > least ? Range{least, most} : Range{1, 10};
}

const engine::Field& field_of(MapMetric metric)
{
    const auto id = map_metric_ids[static_cast<std::size_t>(metric)];
    return engine::throughput_outputs[static_cast<std::size_t>(engine::field_index(engine::throughput_outputs, id))];
}

std::string value_text(const Frame& frame, MapMetric metric, double value)
{
    return frame.words().number(value, metric == MapMetric::fits ? engine::Unit::fraction : field_of(metric).unit);
}

const char* metric_name(const Frame& frame, MapMetric metric)
{
    return metric == MapMetric::fits ? frame.words()("lab.map.running") : frame.words().label(field_of(metric));
}

/// The colours with their values, right of the choice of what is shown.
void draw_legend(Frame& frame, const Range& range, MapMetric metric)
{
    const float width = frame.pixels(200), height = frame.pixels(12), gap = frame.pixels(5);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    constexpr int steps = 40;
    for (int i = 0; i < steps; ++i)
        list.AddRectFilled({corner.x + width * static_cast<float>(i) / steps, corner.y},
                           {corner.x + width * static_cast<float>(i + 1) / steps, corner.y + height}, heat((i + .5) / steps));
    draw_text(list, {corner.x, corner.y + height + 2}, frame.look.colours.quiet, value_text(frame, metric, range.least).c_str());
    draw_text(list, {corner.x + width, corner.y + height + 2}, frame.look.colours.quiet, value_text(frame, metric, range.most).c_str(), 1);
    const float x = corner.x + width + 3 * gap;
    list.AddRectFilled({x, corner.y}, {x + height, corner.y + height}, frame.look.colours.free);
    list.AddLine({x, corner.y + height}, {x + height, corner.y}, frame.look.colours.bad, frame.pixels(1.5f));
    draw_text(list, {x + height + gap, corner.y + height / 2}, frame.look.colours.quiet, frame.words()("lab.does_not_fit"), 0, .5f);
    ImGui::Dummy({width, height + ImGui::GetTextLineHeight() + gap});
}

void draw_cells(const Plot& plot, const Frame& frame, const Range& range)
{
    const MapSweep& map = frame.results.map;
    const ImVec2 low = plot.low(), high = plot.high();
    const float width = (high.x - low.x) / MapSweep::columns, height = (high.y - low.y) / MapSweep::rows;
    for (int column = 0; column < MapSweep::columns; ++column) {
        const float left = std::floor(low.x + width * static_cast<float>(column)), right = std::floor(low.x + width * static_cast<float>(column + 1));
        for (int row = 0; row < MapSweep::rows;) {
            // Cells of one colour above each other are one rectangle.
            const auto colour_at = [&](int r) {
                const double share = range.share(value_of(map.cell(column, r), frame.state.metric));
                return share == bad_share ? frame.look.colours.free : heat(std::round(share * 48) / 48);
            };
            const ImU32 colour = colour_at(row);
            int end = row + 1;
            while (end < MapSweep::rows && colour_at(end) == colour)
                ++end;
            plot.list().AddRectFilled({left, std::floor(high.y - height * static_cast<float>(end))},
                                      {right, std::floor(high.y - height * static_cast<float>(row))}, colour);
            row = end;
        }
    }
}

/// Above this line some sequences wait: the cache holds no more of them.
void draw_boundary(const Plot& plot, const Frame& frame)
{
    const MapSweep& map = frame.results.map;
    ImVec2 before{};
    bool has_before = false;
    for (int column = 0; column < MapSweep::columns; ++column) {
        int row = 0;
        while (row < MapSweep::rows && map.cell(column, row).fits && map.cell(column, row).in_flight >= 1)
            ++row;
        const bool is_edge = row > 0 && row < MapSweep::rows;
        const float step_x = (plot.high().x - plot.low().x) / MapSweep::columns, step_y = (plot.high().y - plot.low().y) / MapSweep::rows;
        const ImVec2 here{plot.low().x + step_x * (static_cast<float>(column) + .5f), plot.high().y - step_y * static_cast<float>(row)};
        if (is_edge && has_before) {
            plot.list().AddLine(before, here, IM_COL32(20, 24, 26, 255), frame.pixels(4));
            plot.list().AddLine(before, here, IM_COL32_WHITE, frame.pixels(2));
        }
        before = here;
        has_before = is_edge;
    }
}

void explain_cell(const Frame& frame, int column, int row)
{
    const MapCell& cell = frame.results.map.cell(column, row);
    const Words& words = frame.words();
    const RequestSplit split = MapSweep::split(frame.state.serving, MapSweep::context(column));
    Scenario there = frame.state.serving;
    there["input_tokens"] = split.input;
    there["output_tokens"] = split.output;
    there["concurrency"] = MapSweep::concurrency(row);
    if (!ImGui::BeginTooltip())
        return;
    const auto& inputs = there.calculator->inputs;
    for (const std::string_view id : {"input_tokens", "output_tokens", "concurrency"}) {
        const engine::Field& field = inputs[static_cast<std::size_t>(engine::field_index(inputs, id))];
        ImGui::Text("%s: %s", words.label(field), words.number(there[id], field.unit, 6).c_str());
    }
    ImGui::Separator();
    if (!cell.answered || !cell.fits)
        ImGui::TextUnformatted(words("lab.does_not_fit"));
    else
        for (const MapMetric metric : {MapMetric::fits, MapMetric::output_rate, MapMetric::ttft, MapMetric::cost})
            ImGui::Text("%s: %s", metric_name(frame, metric), value_text(frame, metric, value_of(cell, metric)).c_str());
    ImGui::EndTooltip();
    if (cell.answered && cell.fits && frame.state.metric != MapMetric::fits)
        explain_in_tooltip(frame, there, map_metric_ids[static_cast<std::size_t>(frame.state.metric)]);
}

}

void draw_map_panel(Frame& frame)
{
    State& state = frame.state;
    for (const MapMetric metric : {MapMetric::fits, MapMetric::output_rate, MapMetric::ttft, MapMetric::cost}) {
        if (metric != MapMetric::fits && ImGui::GetItemRectMax().x + ImGui::CalcTextSize(metric_name(frame, metric)).x + frame.pixels(50) < ImGui::GetWindowPos().x + ImGui::GetWindowWidth())
            ImGui::SameLine();
        if (ImGui::RadioButton(metric_name(frame, metric), state.metric == metric))
            state.metric = metric;
        frame.mark("metric." + std::string(map_metric_ids[static_cast<std::size_t>(metric)]));
    }
    const Range range = range_of(frame.results.map, state.metric);
    if (state.metric == MapMetric::cost && !engine::is_present(state.serving["gpu_hour_usd"]))
        ImGui::TextWrapped("%s", frame.words()("lab.needs_price"));
    draw_legend(frame, range, state.metric);

    const ImVec2 room = ImGui::GetContentRegionAvail();
    const auto& inputs = state.serving.calculator->inputs;
    const auto label_of = [&](std::string_view id) { return std::string(frame.words().label(inputs[static_cast<std::size_t>(engine::field_index(inputs, id))])); };
    const Plot plot("map", {room.x, std::max(room.y, frame.pixels(260))},
                    {MapSweep::context(0), MapSweep::context(MapSweep::columns - 1), engine::Unit::tokens, label_of("context")},
                    {1, MapSweep::concurrency(MapSweep::rows - 1), engine::Unit::sequences, label_of("concurrency")}, frame.look);
    frame.places.insert_or_assign("map", Rectangle{plot.low().x, plot.low().y, plot.high().x, plot.high().y});
    draw_cells(plot, frame, range);
    draw_boundary(plot, frame);

    // The scenario itself, and where the mouse is.
    plot.clip();
    const double context = state.serving["input_tokens"] + state.serving["output_tokens"];
    const ImVec2 here = plot.at(context, std::min(state.serving["concurrency"], MapSweep::concurrency(MapSweep::rows - 1)));
    plot.list().AddCircle(here, frame.pixels(8), IM_COL32(20, 24, 26, 255), 0, frame.pixels(4));
    plot.list().AddCircle(here, frame.pixels(8), IM_COL32_WHITE, 0, frame.pixels(2));
    plot.unclip();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!plot.is_hovered() && !plot.is_held())
        return;
    const int column = MapSweep::column_of(plot.x_of(mouse)), row = MapSweep::row_of(plot.y_of(mouse));
    if (plot.is_held()) {
        const RequestSplit split = MapSweep::split(state.serving, MapSweep::context(column));
        state.serving["input_tokens"] = split.input;
        state.serving["output_tokens"] = split.output;
        state.serving["concurrency"] = MapSweep::concurrency(row);
    } else {
        explain_cell(frame, column, row);
    }
}

}
