// TP, PP, EP, DP over a drawn cluster: who holds what, how full a GPU is, how long it takes, and what else there is.

#include "web/lab/panels/controls.h"
#include "web/lab/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int most_nodes = 16;

ImU32 colour_of(const Palette& colours, std::string_view part)
{
    return part == "weights_bytes" || part == "parameters_bytes" ? colours.weights
           : part == "kv_cache_bytes" || part == "logits_bytes"  ? colours.cache
           : part == "gradients_bytes"                           ? colours.gradients
           : part == "optimizer_bytes"                           ? colours.optimizer
           : part == "runtime_bytes"                             ? colours.runtime
                                                                 : colours.activations;
}

const char* label_of(const Frame& frame, std::string_view field) { return frame.words()("field." + std::string(field) + ".label"); }

void draw_layout_controls(Frame& frame)
{
    const bool serves = frame.state.job == Job::serving;
    Scenario& scenario = serves ? frame.state.serving : frame.state.training;
    const char* prefix = serves ? "cut." : "training.";
    for (const Job job : {Job::serving, Job::training}) {
        if (job == Job::training)
            ImGui::SameLine();
        const std::string id(job_ids[static_cast<std::size_t>(job)]);
        if (ImGui::RadioButton(frame.words()("lab.parallelism." + id), frame.state.job == job))
            frame.state.job = job;
        frame.mark("job." + id);
    }
    if (!ImGui::BeginTable("cut", ImGui::GetContentRegionAvail().x > frame.pixels(640) ? 5 : 2, ImGuiTableFlags_SizingStretchSame))
        return;
    ImGui::TableNextColumn();
    slide(frame, scenario, "gpus", 1, 4096, prefix);
    for (const std::string_view field : {"tensor_parallel", "pipeline_parallel", "expert_parallel"}) {
        ImGui::TableNextColumn();
        choose_power(frame, scenario, field, field == "expert_parallel" ? 256 : 64, prefix);
    }
    ImGui::TableNextColumn();
    if (serves)
        choose_power(frame, scenario, "data_parallel", 1024, prefix);
    else
        choose(frame, scenario, "sharding", prefix);
    ImGui::EndTable();
}

void draw_memory(Frame& frame, const Layouts& layouts)
{
    const double usable = layouts.chosen.usable_bytes, total = layouts.chosen.total_bytes;
    const double whole = std::max({engine::value_or(usable, 0), engine::value_or(total, 0), 1.0});
    const float width = ImGui::GetContentRegionAvail().x, height = frame.pixels(24);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, frame.look.colours.free, frame.pixels(3));
    float x = corner.x;
    for (const MemoryPart& part : layouts.parts) {
        const float end = x + static_cast<float>(part.bytes / whole) * width;
        const ImU32 colour = colour_of(frame.look.colours, part.output);
        list.AddRectFilled({x, corner.y}, {end, corner.y + height}, colour);
        const char* name = label_of(frame, part.output);
        if (ImGui::CalcTextSize(name).x + frame.pixels(8) < end - x)
            draw_text(list, {(x + end) / 2, corner.y + height / 2}, frame.look.colours.on_part, name, .5f, .5f);
        if (end > x && ImGui::IsMouseHoveringRect({x, corner.y}, {end, corner.y + height}) && ImGui::BeginTooltip()) {
            ImGui::Text("%s: %s", name, frame.words().number(part.bytes, engine::Unit::bytes).c_str());
            ImGui::EndTooltip();
        }
        x = end;
    }
    if (usable > 0) {
        const float mark = corner.x + static_cast<float>(usable / whole) * width;
        list.AddLine({mark, corner.y - frame.pixels(3)}, {mark, corner.y + height + frame.pixels(3)}, frame.look.colours.ink, frame.pixels(2));
    }
    ImGui::Dummy({width, height + frame.pixels(4)});
    const bool serves = frame.state.job == Job::serving;
    ImGui::Text("%s: %s / %s (%s)    %s: %s    %s", frame.words()("lab.parallelism.memory"), frame.words().number(total, engine::Unit::bytes).c_str(),
                frame.words().number(usable, engine::Unit::bytes).c_str(), frame.words()(layouts.chosen.fits ? "lab.fits" : "lab.does_not_fit"),
                serves ? label_of(frame, "tpot_s") : frame.words()("lab.parallelism.training_step"),
                frame.words().number(layouts.chosen.time, engine::Unit::seconds).c_str(),
                frame.words().number(layouts.chosen.rate, engine::Unit::tokens_per_second).c_str());
    frame.mark("output.layout");
}

void draw_cluster(Frame& frame, const Layouts& layouts, float height)
{
    const Palette& colours = frame.look.colours;
    const int gpus = static_cast<int>(layouts.gpus), per_node = std::max(1, static_cast<int>(layouts.gpus_per_node));
    const int nodes = (gpus + per_node - 1) / per_node, shown = std::min(nodes, most_nodes);
    ImGui::TextDisabled("%s%s%s", frame.words()("lab.parallelism.colours"), shown < nodes ? "  ·  " : "",
                        shown < nodes ? frame.words()("lab.parallelism.more", {std::to_string(nodes - shown)}).c_str() : "");
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, height});
    const int in_node = std::min(per_node, gpus), across_node = std::min(in_node, 8), down_node = (in_node + across_node - 1) / across_node;
    // As many servers beside each other as keep the boxes largest.
    int across = 1;
    float box = 0;
    const float gap = frame.pixels(10), title = ImGui::GetTextLineHeight() + frame.pixels(4);
    for (int tried = 1; tried <= shown; ++tried) {
        const int down = (shown + tried - 1) / tried;
        const float fits = std::min((width / static_cast<float>(tried) - gap) / static_cast<float>(across_node),
                                    (height / static_cast<float>(down) - gap - title) / static_cast<float>(down_node));
        if (fits > box) {
            box = fits;
            across = tried;
        }
    }
    box = std::clamp(box, frame.pixels(5), frame.pixels(46));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int gpu = 0; gpu < std::min(gpus, shown * per_node); ++gpu) {
        const int node = gpu / per_node, place = gpu % per_node;
        const ImVec2 node_corner{corner.x + static_cast<float>(node % across) * (static_cast<float>(across_node) * box + gap),
                                 corner.y + static_cast<float>(node / across) * (static_cast<float>(down_node) * box + gap + title)};
        if (place == 0)
            draw_text(list, node_corner, colours.quiet, frame.words()("lab.parallelism.node", {std::to_string(node + 1)}).c_str());
        const ImVec2 low{node_corner.x + static_cast<float>(place % across_node) * box, node_corner.y + title + static_cast<float>(place / across_node) * box};
        const ImVec2 high{low.x + box - frame.pixels(2), low.y + box - frame.pixels(2)};
        const bool is_used = gpu < static_cast<int>(layouts.chosen.tensor * layouts.chosen.pipeline * layouts.chosen.data);
        const RankPlace rank = place_of_rank(layouts.chosen, gpu);
        const ImU32 colour = is_used ? colours.series[static_cast<std::size_t>(rank.stage) % colours.series.size()] : colours.free;
        list.AddRectFilled(low, high, is_used && rank.replica % 2 == 1 ? faded(colour, .45f) : colour, frame.pixels(3));
        if (is_used && box > frame.pixels(20))
            draw_text(list, {(low.x + high.x) / 2, (low.y + high.y) / 2}, rank.replica % 2 == 1 ? colours.ink : colours.on_part, std::to_string(rank.tensor).c_str(), .5f, .5f);
        if (!is_used || !ImGui::IsMouseHoveringRect(low, high) || !ImGui::BeginTooltip())
            continue;
        ImGui::TextUnformatted(frame.words()("lab.parallelism.rank", {std::to_string(gpu), std::to_string(rank.replica), std::to_string(rank.stage),
                                                                      std::to_string(rank.tensor)}).c_str());
        if (layouts.chosen.expert > 1)
            ImGui::TextUnformatted(frame.words()("lab.parallelism.expert", {std::to_string(rank.expert)}).c_str());
        for (const MemoryPart& part : layouts.parts)
            ImGui::Text("%s: %s", label_of(frame, part.output), frame.words().number(part.bytes, engine::Unit::bytes).c_str());
        ImGui::EndTooltip();
    }
}

void draw_options(Frame& frame, const Layouts& layouts)
{
    const Words& words = frame.words();
    ImGui::TextDisabled("%s", words("lab.parallelism.layouts"));
    if (!ImGui::BeginTable("options", 6, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH, {0, 0}))
        return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* heading : {"TP × PP × DP", words("lab.parallelism.fits"), words("lab.parallelism.memory"), words("lab.parallelism.time"),
                                words("field.tokens_per_s.label"), "EP"})
        ImGui::TableSetupColumn(heading);
    ImGui::TableHeadersRow();
    int number = 0;
    for (const LayoutOption& option : layouts.options) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const std::string name = exact_number(option.tensor) + " × " + exact_number(option.pipeline) + " × " + exact_number(option.data) + "##" + std::to_string(number);
        const LayoutOption& chosen = layouts.chosen;
        const bool is_chosen = option.tensor == chosen.tensor && option.pipeline == chosen.pipeline && option.data == chosen.data;
        if (ImGui::Selectable(name.c_str(), is_chosen, ImGuiSelectableFlags_SpanAllColumns))
            take_layout(frame.state, option);
        frame.mark("option." + std::to_string(number++));
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(words(option.fits ? "lab.fits" : "lab.does_not_fit"));
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(words.number(option.total_bytes, engine::Unit::bytes).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(words.number(option.time, engine::Unit::seconds).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(words.number(option.rate, engine::Unit::none).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(exact_number(option.expert).c_str());
    }
    ImGui::EndTable();
}

}

void draw_parallelism_panel(Frame& frame)
{
    const Layouts& layouts = frame.results.layouts;
    draw_layout_controls(frame);
    if (layouts.answered) {
        draw_memory(frame, layouts);
        draw_cluster(frame, layouts, std::max(frame.pixels(150), ImGui::GetContentRegionAvail().y * .5f));
    } else {
        ImGui::TextWrapped("%s", problem_text(frame, frame.state.job == Job::serving ? frame.state.serving : frame.state.training, layouts.problem).c_str());
    }
    draw_options(frame, layouts);
}

}
