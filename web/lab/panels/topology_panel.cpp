// The cluster of a collective, and its traffic step by step.

#include "engine/calculators/collective.h"
#include "web/lab/panels/controls.h"
#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int most_nodes = 8, most_per_node = 16;

struct Drawn {
    const Traffic& traffic;
    int nodes, per_node;           ///< that are drawn
    ImVec2 low, size;
    float radius;
    int columns;

    ImVec2 node_centre(int node) const
    {
        const int rows = (nodes + columns - 1) / columns;
        return {low.x + size.x * (static_cast<float>(node % columns) + .5f) / static_cast<float>(columns),
                low.y + size.y * (static_cast<float>(node / columns) + .5f) / static_cast<float>(rows)};
    }
    bool is_drawn(int rank) const { return rank / traffic.ranks_per_node < nodes && rank % traffic.ranks_per_node < per_node; }
    /// GPUs of a server stand around its switch.
    ImVec2 place(int rank) const
    {
        const ImVec2 centre = node_centre(rank / traffic.ranks_per_node);
        const int shown = std::min(per_node, traffic.ranks_per_node);
        const float angle = 6.2831853f * (static_cast<float>(rank % traffic.ranks_per_node) / static_cast<float>(shown)) - 1.5707963f;
        return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
    }
};

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float gap, ImU32 colour, float width)
{
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 2 * gap)
        return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 begin{from.x + along.x * gap, from.y + along.y * gap}, end{to.x - along.x * gap, to.y - along.y * gap};
    const float head = width * 3.5f;
    list.AddLine(begin, {end.x - along.x * head, end.y - along.y * head}, colour, width);
    const ImVec2 base{end.x - along.x * head, end.y - along.y * head};
    list.AddTriangleFilled(end, {base.x - along.y * head * .6f, base.y + along.x * head * .6f}, {base.x + along.y * head * .6f, base.y - along.x * head * .6f}, colour);
}

void draw_cluster(Frame& frame, const Drawn& d)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& colours = frame.look.colours;
    for (int node = 0; node < d.nodes; ++node) {
        const ImVec2 centre = d.node_centre(node);
        const float half = d.radius + frame.pixels(24);
        list.AddRect({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}, colours.line, frame.pixels(8), 0, frame.pixels(1.5f));
        draw_text(list, {centre.x - half + frame.pixels(8), centre.y - half + frame.pixels(4)}, colours.quiet,
                  frame.words()("lab.parallelism.node", {std::to_string(node + 1)}).c_str());
        if (d.radius > frame.pixels(55))
            draw_text(list, centre, colours.quiet, frame.words()("lab.topology.switch"), .5f, .5f);
    }
    const auto flows = d.traffic.flows(frame.state.step);
    const float dot = std::clamp(d.radius * .2f, frame.pixels(6), frame.pixels(15));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Flow& flow : flows) {
        const int rank = flow.from == the_switch ? flow.to : flow.from;
        if (!d.is_drawn(rank) || (flow.to != the_switch && flow.from != the_switch && (!d.is_drawn(flow.from) || !d.is_drawn(flow.to))))
            continue;
        const ImVec2 middle = d.node_centre(rank / d.traffic.ranks_per_node);
        const ImVec2 from = flow.from == the_switch ? middle : d.place(flow.from), to = flow.to == the_switch ? middle : d.place(flow.to);
        const bool crosses = flow.from != the_switch && flow.to != the_switch && flow.from / d.traffic.ranks_per_node != flow.to / d.traffic.ranks_per_node;
        draw_arrow(list, from, to, dot + frame.pixels(1), crosses ? colours.series[1] : colours.series[0], frame.pixels(crosses ? 3.f : 2.f));
        const ImVec2 half{(from.x + to.x) / 2, (from.y + to.y) / 2};
        if (std::hypot(half.x - mouse.x, half.y - mouse.y) < frame.pixels(10) && ImGui::BeginTooltip()) {
            const auto name = [&](int who) { return who == the_switch ? std::string(frame.words()("lab.topology.switch")) : std::to_string(who); };
            ImGui::TextUnformatted(frame.words()("lab.topology.flow", {name(flow.from), name(flow.to), frame.words().number(flow.bytes, engine::Unit::bytes)}).c_str());
            ImGui::EndTooltip();
        }
    }
    for (int rank = 0; rank < d.traffic.ranks; ++rank)
        if (d.is_drawn(rank)) {
            const ImVec2 at = d.place(rank);
            list.AddCircleFilled(at, dot, colours.raised);
            list.AddCircle(at, dot, colours.ink, 0, frame.pixels(1.5f));
            if (dot > frame.pixels(9))
                draw_text(list, at, colours.ink, std::to_string(rank).c_str(), .5f, .5f);
        }
}

void draw_step_controls(Frame& frame, const Traffic& traffic)
{
    const Words& words = frame.words();
    State& state = frame.state;
    state.step = std::min(state.step, traffic.steps);
    ImGui::BeginDisabled(state.step <= 0);
    if (ImGui::Button(words("lab.topology.previous")))
        --state.step;
    frame.mark("step.previous");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(state.step >= traffic.steps);
    if (ImGui::Button(words("lab.topology.next")))
        ++state.step;
    frame.mark("step.next");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    const std::string shown = state.step == 0 ? words("lab.topology.before")
                                              : words("lab.topology.step", {std::to_string(state.step), std::to_string(traffic.steps)});
    ImGui::SliderInt("##step", &state.step, 0, traffic.steps, shown.c_str());
    frame.mark("step");
    const double before = traffic.sent_after(state.step - 1), now = traffic.sent_after(state.step);
    ImGui::TextDisabled("%s   %s", words("lab.topology.sent", {words.number(now - before, engine::Unit::bytes)}).c_str(),
                        words("lab.topology.total", {words.number(now, engine::Unit::bytes)}).c_str());
}

}

void draw_topology_panel(Frame& frame)
{
    const Traffic& traffic = frame.results.traffic;
    Scenario& scenario = frame.state.collective;
    const Words& words = frame.words();
    const int columns = ImGui::GetContentRegionAvail().x > frame.pixels(640) ? 4 : 2;
    if (ImGui::BeginTable("collective", columns, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        choose(frame, scenario, "collective", "collective.");
        ImGui::TableNextColumn();
        slide(frame, scenario, "bytes", 1024, 17179869184.0, "collective.");
        ImGui::TableNextColumn();
        slide(frame, scenario, "gpus_per_node", 1, 72, "collective.");
        ImGui::TableNextColumn();
        slide(frame, scenario, "nodes", 1, 128, "collective.");
        ImGui::EndTable();
    }
    if (!traffic.answered) {
        ImGui::TextWrapped("%s", problem_text(frame, scenario, frame.results.collective_problem).c_str());
        return;
    }
    const auto output = [&](engine::CollectiveOutput field) { return traffic.answer.outputs[static_cast<std::size_t>(field)]; };
    const engine::Field& algorithm = engine::collective_outputs[static_cast<std::size_t>(engine::CollectiveOutput::algorithm)];
    ImGui::TextUnformatted(words("lab.topology.time", {words.number(output(engine::CollectiveOutput::time_s), engine::Unit::seconds),
                                                       words.number(output(engine::CollectiveOutput::busbw_bytes_per_s), engine::Unit::bytes_per_second),
                                                       words.value(algorithm, output(engine::CollectiveOutput::algorithm))}).c_str());
    frame.mark("output.time_s");
    if (ImGui::IsItemHovered())
        explain_in_tooltip(frame, scenario, "time_s");
    if (traffic.steps == 0) {
        ImGui::TextUnformatted(words("lab.topology.nothing"));
        return;
    }
    draw_step_controls(frame, traffic);
    const int nodes = (traffic.ranks + traffic.ranks_per_node - 1) / traffic.ranks_per_node;
    const int per_node = std::min(traffic.ranks_per_node, most_per_node), shown = std::min(nodes, most_nodes);
    if (shown < nodes || per_node < traffic.ranks_per_node)
        ImGui::TextDisabled("%s", words("lab.topology.shown", {std::to_string(shown), std::to_string(per_node)}).c_str());
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size{room.x, std::max(room.y, frame.pixels(240))};
    ImGui::Dummy(size);
    const int across = std::max(1, std::min(shown, static_cast<int>(std::ceil(std::sqrt(static_cast<float>(shown) * size.x / size.y)))));
    const int down = (shown + across - 1) / across;
    const float radius = std::min(size.x / static_cast<float>(across), size.y / static_cast<float>(down)) / 2 - frame.pixels(32);
    draw_cluster(frame, {traffic, shown, per_node, corner, size, std::max(radius, frame.pixels(12)), across});
}

}
