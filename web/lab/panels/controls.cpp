#include "web/lab/panels/controls.h"

#include <cmath>

namespace lab {

namespace {

const engine::Field& field_of(const Scenario& scenario, std::string_view field)
{
    return scenario.calculator->inputs[static_cast<std::size_t>(engine::field_index(scenario.calculator->inputs, field))];
}

/// A text for ImGui's printf-like formats.
std::string printed(std::string text)
{
    for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 2))
        text.insert(at, 1, '%');
    return text;
}

}

void label(Frame& frame, const Scenario& scenario, std::string_view field)
{
    // Not a text of ImGui's: those of a table's later columns stand lower, and a label belongs to what is below it.
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(corner, frame.look.colours.quiet, frame.words().label(field_of(scenario, field)));
    ImGui::Dummy({1, ImGui::GetTextLineHeight() - frame.pixels(3)});
}

bool slide(Frame& frame, Scenario& scenario, std::string_view field, double least, double most, const char* prefix)
{
    const engine::Field& f = field_of(scenario, field);
    label(frame, scenario, field);
    double& slot = scenario[field];
    const bool is_whole = f.kind == engine::Kind::count || f.unit == engine::Unit::tokens;
    double value = std::isinf(slot) ? most : engine::value_or(slot, least);
    const std::string shown = !engine::is_present(slot) ? frame.words()("lab.derived")
                              : std::isinf(slot)        ? frame.words()("lab.as_many_as_fit")
                                                        : frame.words().number(slot, f.unit, 6);
    ImGui::SetNextItemWidth(-1);
    const std::string name = std::string("##") + prefix + std::string(field);
    const bool is_moved = ImGui::SliderScalar(name.c_str(), ImGuiDataType_Double, &value, &least, &most, printed(shown).c_str(),
                                              ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    frame.mark(prefix + std::string(field));
    if (is_moved)
        slot = is_whole ? std::round(value) : std::round(value * 100) / 100;
    return is_moved;
}

bool choose_power(Frame& frame, Scenario& scenario, std::string_view field, double most, const char* prefix)
{
    label(frame, scenario, field);
    double& slot = scenario[field];
    const std::string shown = engine::is_present(slot) ? exact_number(slot) : frame.words()("lab.derived");
    ImGui::SetNextItemWidth(-1);
    bool is_changed = false;
    const std::string name = std::string("##") + prefix + std::string(field);
    const bool is_open = ImGui::BeginCombo(name.c_str(), shown.c_str());
    frame.mark(prefix + std::string(field));
    if (!is_open)
        return false;
    if (ImGui::Selectable(frame.words()("lab.derived"), !engine::is_present(slot))) {
        slot = engine::absent;
        is_changed = true;
    }
    for (double power = 1; power <= most; power *= 2)
        if (ImGui::Selectable(exact_number(power).c_str(), power == slot)) {
            slot = power;
            is_changed = true;
        }
    ImGui::EndCombo();
    return is_changed;
}

bool choose(Frame& frame, Scenario& scenario, std::string_view field, const char* prefix)
{
    const engine::Field& f = field_of(scenario, field);
    label(frame, scenario, field);
    double& slot = scenario[field];
    ImGui::SetNextItemWidth(-1);
    bool is_changed = false;
    const std::string name = std::string("##") + prefix + std::string(field);
    const std::string shown = engine::is_present(slot) ? frame.words().value(f, slot) : frame.words()("lab.derived");
    const bool is_open = ImGui::BeginCombo(name.c_str(), shown.c_str());
    frame.mark(prefix + std::string(field));
    if (!is_open)
        return false;
    for (std::size_t i = 0; i < f.choices.size(); ++i)
        if (ImGui::Selectable(frame.words().value(f, static_cast<double>(i)).c_str(), slot == static_cast<double>(i))) {
            slot = static_cast<double>(i);
            is_changed = true;
        }
    ImGui::EndCombo();
    return is_changed;
}

}
