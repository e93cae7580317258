#pragma once
// The controls that more than one panel has: a field of a scenario as a slider or a list, with its label and its place.

#include "web/lab/panels/frame.h"

namespace lab {

/// A slider over a field's number, logarithmic. `prefix` + field is the name of its place. True when it was moved.
bool slide(Frame&, Scenario&, std::string_view field, double least, double most, const char* prefix = "");
/// A list of powers of two and "derived", for a field that may be absent.
bool choose_power(Frame&, Scenario&, std::string_view field, double most, const char* prefix = "");
/// A field of kind choice.
bool choose(Frame&, Scenario&, std::string_view field, const char* prefix = "");

/// A list of catalog rows for a field that names one; `is_optional` adds "derived".
template<class Row, class Keep>
bool choose_row(Frame& frame, Scenario& scenario, std::string_view field, const std::vector<Row>& rows, bool is_optional, Keep keep,
                const char* prefix = "");

/// The label above a control as wide as the column.
void label(Frame&, const Scenario&, std::string_view field);

template<class Row, class Keep>
bool choose_row(Frame& frame, Scenario& scenario, std::string_view field, const std::vector<Row>& rows, bool is_optional, Keep keep,
                const char* prefix)
{
    label(frame, scenario, field);
    std::string& id = scenario.id(field);
    const Row* chosen = find(rows, id);
    const std::string name = std::string("##") + prefix + std::string(field);
    const char* shown = chosen ? chosen->name.c_str() : frame.words()(id == own_model_id ? "lab.own_model" : "lab.derived");
    bool is_changed = false;
    ImGui::SetNextItemWidth(-1);
    const bool is_open = ImGui::BeginCombo(name.c_str(), shown, ImGuiComboFlags_HeightLarge);
    frame.mark(prefix + std::string(field));
    if (!is_open)
        return false;
    if (is_optional && ImGui::Selectable(frame.words()("lab.derived"), id.empty())) {
        id.clear();
        is_changed = true;
    }
    for (const Row& row : rows) {
        if (!keep(row))
            continue;
        if (ImGui::Selectable((row.name + "##" + row.id).c_str(), row.id == id)) {
            id = row.id;
            is_changed = true;
        }
        if (row.id == id)
            ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
    return is_changed;
}

}
