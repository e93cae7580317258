#pragma once
// Axes on an ImDrawList: a logarithmic or straight scale in each direction, ticks with the engine's number texts.
//
//     Plot plot(canvas, {.least = 1, .most = 1024, .unit = Unit::sequences, .title = "..."}, {...}, look);
//     plot.list().AddCircleFilled(plot.at(8, 1200), 4, colour);
//     if (plot.is_hovered()) x = plot.x_of(ImGui::GetMousePos());

#include "web/lab/drawing/palette.h"
#include "web/lab/evaluation/words.h"

#include <string>

namespace lab {

struct Axis {
    double least = 1, most = 10;
    engine::Unit unit = engine::Unit::none;
    std::string title;
    bool is_logarithmic = true;
};

struct Look {
    const Palette& colours;
    const Words& words;
    float scale = 1;      ///< pixels of the screen in one of the page's
};

class Plot {
public:
    /// Takes an item of this size at the cursor, `id` for keyboard and mouse, and draws the axes.
    Plot(const char* id, ImVec2 size, Axis x, Axis y, const Look&);

    ImVec2 at(double x, double y) const { return {pixel_x(x), pixel_y(y)}; }
    float pixel_x(double x) const;
    float pixel_y(double y) const;
    double x_of(ImVec2 pixel) const;
    double y_of(ImVec2 pixel) const;

    ImDrawList& list() const { return *m_list; }
    bool is_hovered() const { return m_hovered; }  ///< the mouse is over the inner area
    bool is_held() const { return m_held; }        ///< a button went down there and is still down
    ImVec2 low() const { return m_low; }           ///< upper left of the inner area
    ImVec2 high() const { return m_high; }
    /// Everything drawn until unclip() stays inside.
    void clip() const { m_list->PushClipRect(m_low, m_high, true); }
    void unclip() const { m_list->PopClipRect(); }

private:
    void draw_ticks(const Look&, bool is_x) const;

    Axis m_x, m_y;
    ImDrawList* m_list;
    ImVec2 m_low, m_high;
    bool m_hovered = false, m_held = false;
};

/// Text whose middle (0.5), begin (0) or end (1) stands at `where`.
void draw_text(ImDrawList&, ImVec2 where, ImU32 colour, const char* text, float along = 0, float down = 0);

}
