// The left column: the serving scenario, and the numbers that it gives.

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "web/lab/panels/controls.h"
#include "web/lab/panels/panels.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

const auto every = [](const auto&) { return true; };


struct Part {
    std::string_view output;
    ImU32 Palette::* colour;
};
constexpr std::array<Part, 4> parts{{{"weights_bytes", &Palette::weights},
                                     {"kv_cache_bytes", &Palette::cache},
                                     {"activation_bytes", &Palette::activations},
                                     {"runtime_bytes", &Palette::runtime}}};

void draw_memory_bar(Frame& frame)
{
    const Evaluated& memory = frame.results.memory;
    const engine::Calculator& calculator = engine::inference_memory;
    const double usable = engine::value_or(memory.output(calculator, "usable_bytes"), 0);
    const double total = memory.output(calculator, "total_bytes");
    if (!engine::is_present(total))
        return;
    const double whole = std::max({usable, total, 1.0});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = frame.pixels(22);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, frame.look.colours.free, frame.pixels(3));
    float x = corner.x;
    for (const Part& part : parts) {
        const double bytes = memory.output(calculator, part.output);
        const float end = x + static_cast<float>(bytes / whole) * width;
        list.AddRectFilled({x, corner.y}, {end, corner.y + height}, frame.look.colours.*part.colour);
        ImGui::SetCursorScreenPos({x, corner.y});
        ImGui::Dummy({std::max(end - x, 1.f), height});
        if (ImGui::IsItemHovered())
            explain_in_tooltip(frame, memory_scenario(frame.state.serving), part.output);
        x = end;
    }
    const float mark = corner.x + static_cast<float>(usable / whole) * width;
    list.AddLine({mark, corner.y - frame.pixels(3)}, {mark, corner.y + height + frame.pixels(3)}, frame.look.colours.ink, frame.pixels(2));
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy({width, height + frame.pixels(4)});
}

void draw_number(Frame& frame, const Scenario& scenario, const Evaluated& evaluated, std::string_view output)
{
    const auto& outputs = scenario.calculator->outputs;
    const std::span<const engine::Field> fields = outputs;
    const engine::Field& field = fields[static_cast<std::size_t>(engine::field_index(outputs, output))];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", frame.words().label(field));
    ImGui::TableNextColumn();
    const std::string text = output_text(frame, evaluated, *scenario.calculator, output);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.f, room));
    ImGui::TextUnformatted(text.c_str());
    frame.mark("output." + std::string(output));
    if (ImGui::IsItemHovered())
        explain_in_tooltip(frame, scenario, output);
}

}

void draw_controls(Frame& frame)
{
    Scenario& serving = frame.state.serving;
    bool is_named = choose_row(frame, serving, "model", frame.catalog.models, false, every);
    choose_row(frame, serving, "weights", frame.catalog.formats, false, every);
    choose_row(frame, serving, "kv_cache", frame.catalog.formats, true, [](const Format& format) { return format.is_cache; });
    is_named |= choose_row(frame, serving, "gpu", frame.catalog.devices, false, every);
    slide(frame, serving, "gpus", 1, 1024);
    choose_power(frame, serving, "tensor_parallel", 64);
    slide(frame, serving, "input_tokens", 1, 131072);
    slide(frame, serving, "output_tokens", 1, 32768);
    slide(frame, serving, "concurrency", 1, 1024);
    choose(frame, serving, "engine");
    slide(frame, serving, "gpu_hour_usd", .1, 100);
    if (is_named)
        share_names(frame.state);
}

void draw_answer(Frame& frame)
{
    const Evaluated& serving = frame.results.serving;
    if (!serving.is_sound()) {
        ImGui::PushStyleColor(ImGuiCol_Text, frame.look.colours.bad);
        ImGui::TextWrapped("%s", problem_text(frame, frame.state.serving, serving.problem).c_str());
        ImGui::PopStyleColor();
        return;
    }
    const bool fits = frame.results.memory.output(engine::inference_memory, "fits") > 0;
    ImGui::PushStyleColor(ImGuiCol_Text, fits ? frame.look.colours.accent : frame.look.colours.bad);
    ImGui::TextWrapped("%s", frame.words()(fits ? "lab.fits" : "lab.does_not_fit"));
    ImGui::PopStyleColor();
    draw_memory_bar(frame);
    if (!ImGui::BeginTable("answer", 2))
        return;
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed);
    for (const std::string_view output : {"output_tokens_per_s", "stream_tokens_per_s", "ttft_s", "tpot_s", "capacity_sequences", "bound",
                                          "cost_per_million_output_tokens_usd"})
        draw_number(frame, frame.state.serving, serving, output);
    const Scenario memory = memory_scenario(frame.state.serving);
    for (const std::string_view output : {"total_bytes", "usable_bytes", "max_context"})
        draw_number(frame, memory, frame.results.memory, output);
    ImGui::EndTable();
}

}
