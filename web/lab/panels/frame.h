#pragma once
// What a panel gets to draw one frame.

#include "web/lab/drawing/plot.h"
#include "web/lab/evaluation/results.h"

#include <map>

namespace lab {

/// Where things stand on the screen, by name: for tests, which move a real mouse, and for who drives the desktop program.
struct Rectangle {
    float left = 0, top = 0, right = 0, bottom = 0;
};

/// What a reader asked of the program around the lab.
enum class Wish { none, png, csv, address, calculator };

struct Frame {
    State& state;
    const Results& results;
    const Catalog& catalog;
    const Look& look;
    std::map<std::string, Rectangle, std::less<>>& places;
    Wish& wish;

    const Words& words() const { return look.words; }
    float pixels(float size) const { return size * look.scale; }
    /// The last item of Dear ImGui has this name.
    void mark(std::string_view name)
    {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        places.insert_or_assign(std::string(name), Rectangle{low.x, low.y, high.x, high.y});
    }
};

/// "32 sequences": the label of an output of the scenario's answer and its value.
std::string output_text(const Frame&, const Evaluated&, const engine::Calculator&, std::string_view output);
/// Why: the derivation of an output as a tooltip; call it while the item is hovered.
void explain_in_tooltip(const Frame&, const Scenario&, std::string_view output);
/// The engine's complaint about a request, in words.
std::string problem_text(const Frame&, const Scenario&, const engine::Problem&);

}
