#include "web/lab/drawing/palette.h"

#include <algorithm>

namespace lab {

namespace {

constexpr ImU32 rgb(unsigned hex)
{
    return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 0xff);
}

constexpr Palette light{.is_dark = false,
                        .paper = rgb(0xfdfdfc), .surface = rgb(0xf4f6f5), .raised = rgb(0xffffff), .ink = rgb(0x1b2023),
                        .quiet = rgb(0x586169), .line = rgb(0xdde2e3), .control = rgb(0x848e95), .accent = rgb(0x0a6b62),
                        .accent_soft = rgb(0xe3f1ee), .on_accent = rgb(0xffffff), .bad = rgb(0xb0401a),
                        .weights = rgb(0x0072b2), .cache = rgb(0x986100), .activations = rgb(0x00775a), .runtime = rgb(0xa04580),
                        .gradients = rgb(0xb34a00), .optimizer = rgb(0x6f6400), .free = rgb(0xdfe5e6), .on_part = rgb(0xffffff),
                        .series = {rgb(0x0072b2), rgb(0xb34a00), rgb(0x00775a), rgb(0xa04580), rgb(0x986100), rgb(0x1b2023),
                                   rgb(0x2a7fa8), rgb(0x6f6400)}};
constexpr Palette dark{.is_dark = true,
                       .paper = rgb(0x14181a), .surface = rgb(0x1c2124), .raised = rgb(0x20262a), .ink = rgb(0xe3e7e9),
                       .quiet = rgb(0xa2acb3), .line = rgb(0x333b40), .control = rgb(0x7b868d), .accent = rgb(0x63c9ba),
                       .accent_soft = rgb(0x18332f), .on_accent = rgb(0x0c1a18), .bad = rgb(0xf2936c),
                       .weights = rgb(0x56b4e9), .cache = rgb(0xe69f00), .activations = rgb(0x35b993), .runtime = rgb(0xd58ab4),
                       .gradients = rgb(0xee7f3a), .optimizer = rgb(0xe9df4a), .free = rgb(0x333c41), .on_part = rgb(0x10161a),
                       .series = {rgb(0x56b4e9), rgb(0xee7f3a), rgb(0x35b993), rgb(0xd58ab4), rgb(0xe69f00), rgb(0xe3e7e9),
                                  rgb(0x9ad1f2), rgb(0xe9df4a)}};

struct Stop {
    int red, green, blue;
};
constexpr std::array<Stop, 6> stops{{{0, 32, 81}, {47, 72, 110}, {98, 104, 114}, {143, 138, 116}, {197, 181, 96}, {253, 231, 76}}};

ImVec4 vector(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

}

const Palette& palette(bool is_dark) { return is_dark ? dark : light; }

void use_palette(const Palette& p, float scale)
{
    ImGuiStyle style; // The default sizes, scaled anew: scaling twice would add up.
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.FrameRounding = style.GrabRounding = style.TabRounding = style.PopupRounding = 5;
    style.FramePadding = {9, 6};
    style.ItemSpacing = {9, 7};
    style.WindowPadding = {14, 12};
    style.GrabMinSize = 16;
    style.ScrollbarSize = 13;
    style.FrameBorderSize = 1;
    style.TouchExtraPadding = {2, 2};
    style.ScaleAllSizes(scale);
    const auto set = [&style](std::initializer_list<ImGuiCol> where, ImU32 colour) {
        for (const ImGuiCol at : where)
            style.Colors[at] = vector(colour);
    };
    set({ImGuiCol_Text, ImGuiCol_CheckMark}, p.ink);
    set({ImGuiCol_TextDisabled}, p.quiet);
    set({ImGuiCol_WindowBg, ImGuiCol_ChildBg}, p.paper);
    set({ImGuiCol_PopupBg, ImGuiCol_FrameBg, ImGuiCol_TableRowBg}, p.raised);
    set({ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong}, p.line);
    set({ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_HeaderHovered, ImGuiCol_ButtonHovered, ImGuiCol_TabHovered}, p.accent_soft);
    set({ImGuiCol_Header, ImGuiCol_HeaderActive, ImGuiCol_ButtonActive}, p.accent_soft);
    set({ImGuiCol_Button, ImGuiCol_Tab, ImGuiCol_TabUnfocused, ImGuiCol_TableHeaderBg, ImGuiCol_TableRowBgAlt, ImGuiCol_ScrollbarBg}, p.surface);
    set({ImGuiCol_TabActive, ImGuiCol_TabUnfocusedActive}, p.accent_soft);
    set({ImGuiCol_ScrollbarGrabHovered}, p.control);
    set({ImGuiCol_SliderGrab}, faded(p.control, .55f)); // Numbers stand on it.
    set({ImGuiCol_SliderGrabActive, ImGuiCol_NavHighlight, ImGuiCol_ScrollbarGrabActive}, p.accent);
    set({ImGuiCol_ScrollbarGrab}, faded(p.control, .5f));
    style.Colors[ImGuiCol_TextSelectedBg] = vector(faded(p.accent, .35f));
    style.Colors[ImGuiCol_BorderShadow] = {0, 0, 0, 0};
    ImGui::GetStyle() = style;
}

ImU32 heat(double share)
{
    const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double part = place - static_cast<double>(low);
    const auto mix = [&](int Stop::* channel) {
        return static_cast<int>(stops[low].*channel + part * (stops[low + 1].*channel - stops[low].*channel) + .5);
    };
    return IM_COL32(mix(&Stop::red), mix(&Stop::green), mix(&Stop::blue), 255);
}

ImU32 faded(ImU32 colour, float opacity)
{
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(opacity * 255 + .5f) << IM_COL32_A_SHIFT);
}

ImU32 ink_on(ImU32 colour)
{
    const ImVec4 c = vector(colour);
    return .299f * c.x + .587f * c.y + .114f * c.z > .55f ? IM_COL32(20, 24, 26, 255) : IM_COL32_WHITE;
}

}
