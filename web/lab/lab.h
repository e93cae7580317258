#pragma once
// The lab: one state, the results that follow from it, the panels that show them. The same for the browser (web/lab/browser)
// and the desktop (web/lab/desktop), which bring a window, events, time, the catalog and the words.
//
//     Lab lab(font bytes); lab.catalog = ...; lab.words = ...;
//     each frame: ImGui::NewFrame(); lab.frame(); ImGui::Render(); draw; while (time is left && lab.work());

#include "web/lab/panels/frame.h"

namespace lab {

class Lab {
public:
    Catalog catalog;
    Words words;
    State state;

    /// Before the first frame, and whenever the theme or the screen changes. The font is rasterised for this scale.
    void use(bool is_dark, float scale);
    /// Memory that stays: the TrueType file.
    void set_font(const void* bytes, int size);

    void frame();
    /// A slice of what is left to compute; false when all is done.
    bool work() { return m_results.work(); }

    const Results& results() const { return m_results; }
    const Rectangle* place(std::string_view name) const;
    /// What the reader asked for since the last call.
    Wish take_wish();

private:
    void draw_tabs(Frame&);
    void draw_tools(Frame&);

    Results m_results;
    std::map<std::string, Rectangle, std::less<>> m_places;
    const void* m_font = nullptr;
    int m_font_size = 0;
    bool m_is_dark = false;
    float m_scale = 1;
    Wish m_wish = Wish::none;
    bool m_selects_tab = true; ///< the state names the tab: at the start, and after an address was read
    Panel m_shown = Panel::map;
};

}
