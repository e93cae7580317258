#include "site/render/calculator/layout_picture.h"

#include "site/render/html.h"

#include <algorithm>
#include <cmath>

namespace site {

namespace {

constexpr int width = 360, margin = 10, gap = 6, cell_height = 38, header = 28, footer = 22, wire = 28, columns = 8;

std::string whole(double number) { return std::to_string(static_cast<long long>(number)); }

std::string text(std::string_view kind, int x, int y, const std::string& words)
{
    return "<text class=\"" + std::string(kind) + "\" x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\">" +
           escaped(words) + "</text>";
}

std::string box(std::string_view kind, int x, int y, int w, int h)
{
    return "<rect class=\"" + std::string(kind) + "\" x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
           std::to_string(w) + "\" height=\"" + std::to_string(h) + "\" rx=\"4\"/>";
}

std::string caption(const Edition& edition, const LayoutPicture& p)
{
    const std::string tensor = whole(p.tensor);
    std::string words = edition("plan.picture.replica", {whole(p.replicas), whole(p.tensor * p.pipeline), p.gpu});
    words += edition(p.tensor > 1 ? "plan.picture.tensor" : "plan.picture.single", {tensor, p.intra});
    if (p.pipeline > 1)
        words += edition("plan.picture.pipeline", {whole(p.pipeline), p.inter});
    if (p.expert > 1)
        words += edition("plan.picture.expert", {whole(p.expert)});
    return words;
}

}

std::string layout_picture(const Edition& edition, const LayoutPicture& p)
{
    const int ranks = static_cast<int>(p.tensor), stages = static_cast<int>(p.pipeline);
    const int across = std::min(ranks, columns), rows = (ranks + columns - 1) / columns;
    const int cell = std::min(80, (width - 2 * margin - (across - 1) * gap) / across);
    const bool joined = ranks > 1 && !p.intra.empty();
    const int stage_height = header + rows * (cell_height + gap) + (joined ? footer : 4);
    std::string svg;
    int y = 1;
    for (int stage = 0; stage < stages; ++stage) {
        if (stage > 0) {
            svg += "<path class=\"wire\" d=\"M" + std::to_string(width / 2) + " " + std::to_string(y) + "v" + std::to_string(wire) + "\"/>";
            svg += text("link", width / 2 + 8, y + 18, p.inter);
            y += wire;
        }
        svg += box("server", 1, y, width - 2, stage_height);
        const double first = std::floor(stage * p.layers / stages) + 1, last = std::floor((stage + 1) * p.layers / stages);
        svg += text("stage", margin, y + 19, edition("plan.picture.layers", {whole(first), whole(last)}));
        if (stage == 0 && p.replicas > 1)
            svg += text("times", width - margin, y + 19, "× " + whole(p.replicas));
        for (int rank = 0; rank < ranks; ++rank) {
            const int x = margin + rank % columns * (cell + gap), top = y + header + rank / columns * (cell_height + gap);
            svg += box("gpu", x, top, cell, cell_height);
            svg += text("cell", x + cell / 2, top + (ranks > 1 ? 16 : 23), "GPU " + std::to_string(stage * ranks + rank + 1));
            if (ranks > 1)
                svg += text("cell share", x + cell / 2, top + 31, "1/" + whole(p.tensor));
        }
        if (joined)
            svg += text("link", margin, y + stage_height - 8, p.intra);
        y += stage_height;
    }
    const std::string words = escaped(caption(edition, p));
    return "<svg class=\"layout\" viewBox=\"0 0 " + std::to_string(width) + " " + std::to_string(y + 1) + "\" role=\"img\" aria-label=\"" +
           words + "\">" + svg + "</svg><figcaption>" + words + "</figcaption>";
}

}
