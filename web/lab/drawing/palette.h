#pragma once
// The colours of the lab: those of assets/css/site.css, so that weights, cache and GPUs look alike on page and canvas.

#include <imgui.h>

#include <array>

namespace lab {

struct Palette {
    bool is_dark = false;
    ImU32 paper, surface, raised, ink, quiet, line, control, accent, accent_soft, on_accent, bad;
    ImU32 weights, cache, activations, runtime, gradients, optimizer, free, on_part;
    std::array<ImU32, 8> series; ///< Okabe-Ito hues, dark enough (light theme) or light enough to be read on paper
};

const Palette& palette(bool is_dark);
/// Dear ImGui's own colours and sizes for it. `scale`: pixels of the screen in one of the page's.
void use_palette(const Palette&, float scale);

/// From 0 to 1: dark blue over grey to yellow (the idea of cividis), read by those who see two colours as well.
ImU32 heat(double share);
ImU32 faded(ImU32 colour, float opacity);
/// Black or white, whichever reads better on this colour.
ImU32 ink_on(ImU32 colour);

}
