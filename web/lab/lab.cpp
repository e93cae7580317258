#include "web/lab/lab.h"

#include "web/lab/panels/panels.h"

#include <iterator>

namespace lab {

namespace {

constexpr float text_size = 15, wide_enough = 720, column = 330;

}

void Lab::set_font(const void* bytes, int size)
{
    m_font = bytes;
    m_font_size = size;
}

void Lab::use(bool is_dark, float scale)
{
    m_is_dark = is_dark;
    m_scale = scale;
    use_palette(palette(is_dark), scale);
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    fonts.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    static const ImWchar everything[] = {0x20, 0xffff, 0}; // The file holds just what the words need.
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    config.GlyphRanges = everything;
    fonts.AddFontFromMemoryTTF(const_cast<void*>(m_font), m_font_size, text_size * scale, &config);
}

const Rectangle* Lab::place(std::string_view name) const
{
    const auto found = m_places.find(name);
    return found == m_places.end() ? nullptr : &found->second;
}

Wish Lab::take_wish()
{
    const Wish wish = m_wish;
    m_wish = Wish::none;
    return wish;
}

void Lab::draw_tools(Frame& frame)
{
    constexpr std::pair<const char*, Wish> tools[] = {
        {"png", Wish::png}, {"csv", Wish::csv}, {"address", Wish::address}, {"calculator", Wish::calculator}};
    bool is_first = true;
    for (const auto& [id, wish] : tools) {
        const char* text = words(std::string("lab.tool.") + id);
        const float end = ImGui::GetItemRectMax().x + ImGui::CalcTextSize(text).x + frame.pixels(34);
        if (!is_first && end < ImGui::GetWindowPos().x + ImGui::GetWindowWidth())
            ImGui::SameLine();
        is_first = false;
        if (ImGui::Button(text))
            m_wish = wish;
        frame.mark(std::string("tool.") + id);
    }
}

void Lab::draw_tabs(Frame& frame)
{
    if (!ImGui::BeginTabBar("panels", ImGuiTabBarFlags_FittingPolicyScroll))
        return;
    // The bar chooses, unless the state was set from outside.
    const bool selects = m_selects_tab || state.panel != m_shown;
    m_selects_tab = false;
    Panel shown = state.panel;
    for (std::size_t i = 0; i < panel_ids.size(); ++i) {
        const auto panel = static_cast<Panel>(i);
        const std::string id(panel_ids[i]);
        const ImGuiTabItemFlags flags = selects && panel == state.panel ? ImGuiTabItemFlags_SetSelected : 0;
        if (ImGui::BeginTabItem((std::string(words("lab.panel." + id)) + "###" + id).c_str(), nullptr, flags)) {
            if (!selects)
                shown = panel;
            ImGui::EndTabItem();
        }
        frame.mark("panel." + id);
    }
    ImGui::EndTabBar();
    state.panel = m_shown = shown;
}

void Lab::frame()
{
    m_results.update(state, catalog);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    const Look look{palette(m_is_dark), words, m_scale};
    Frame frame{state, m_results, catalog, look, m_places, m_wish};
    constexpr ImGuiWindowFlags bare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
    const bool is_wide = viewport.Size.x >= wide_enough * m_scale;
    if (ImGui::Begin("lab", nullptr, is_wide ? bare : bare & ~ImGuiWindowFlags_NoScrollbar)) {
        if (is_wide) {
            constexpr ImGuiWindowFlags flat = ImGuiWindowFlags_NavFlattened; // Arrow keys cross from one to the other.
            ImGui::BeginChild("scenario", {column * m_scale, 0}, 0, flat);
            draw_answer(frame);
            ImGui::Spacing();
            draw_controls(frame);
            ImGui::EndChild();
            ImGui::SameLine();
            ImGui::BeginChild("shown", {0, 0}, 0, flat);
        } else {
            draw_answer(frame);
            if (ImGui::CollapsingHeader(words("lab.scenario")))
                draw_controls(frame);
        }
        draw_tools(frame);
        draw_tabs(frame);
        constexpr void (*draw_panel[])(Frame&) = {draw_map_panel,      draw_roofline_panel,    draw_curves_panel,
                                                  draw_topology_panel, draw_parallelism_panel, draw_measured_panel};
        static_assert(std::size(draw_panel) == panel_ids.size());
        draw_panel[static_cast<std::size_t>(state.panel)](frame);
        if (is_wide)
            ImGui::EndChild();
    }
    ImGui::End();
}

}
