// How the accelerators of one server are wired: through switches, each to each, or as a tree of PCIe switches. Rates are
// the catalog's, one direction of one device; in a mesh a pair shares one link, so a pair's rate is the device's divided
// by the number of its neighbours.

#include "site/render/pictures/picture.h"

#include <array>
#include <cmath>
#include <numbers>

namespace site {

namespace {

void chip(Drawing& d, double x, double y, double w, const std::string& name, std::string_view classes)
{
    d.box(x - w / 2, y - 12, w, 24, classes, 4);
    d.text(x, y + 4.5, name, "mid small");
}

double draw_switches(Drawing& d, PictureInput& in, int gpus)
{
    constexpr int switches = 4;
    const double step = Drawing::width / gpus;
    for (int s = 0; s < switches; ++s) {
        const double sx = Drawing::width * (s + 0.5) / switches;
        for (int g = 0; g < gpus; ++g)
            d.line(step * (g + 0.5), 118, sx, 30, "wire");
    }
    for (int s = 0; s < switches; ++s)
        chip(d, Drawing::width * (s + 0.5) / switches, 18, 84, in.word("topology.switch"), "switch");
    for (int g = 0; g < gpus; ++g)
        chip(d, step * (g + 0.5), 130, std::min(step - 6, 60.0), gpus > 6 ? "G" + std::to_string(g) : "GPU " + std::to_string(g), "device");
    return 146;
}

double draw_mesh(Drawing& d, int gpus)
{
    constexpr double middle_x = Drawing::width / 2, middle_y = 112, wide = 150, tall = 92;
    const auto place = [&](int g) {
        const double angle = 2 * std::numbers::pi * (g + 0.5) / gpus - std::numbers::pi / 2;
        return std::pair(middle_x + wide * std::cos(angle), middle_y + tall * std::sin(angle));
    };
    for (int a = 0; a < gpus; ++a)
        for (int b = a + 1; b < gpus; ++b)
            d.line(place(a).first, place(a).second, place(b).first, place(b).second, a == 0 ? "wire marked" : "wire");
    for (int g = 0; g < gpus; ++g)
        chip(d, place(g).first, place(g).second, 58, "GPU " + std::to_string(g), g == 0 ? "device marked" : "device");
    return middle_y + tall + 16;
}

double draw_tree(Drawing& d, PictureInput& in, int gpus)
{
    constexpr double cpu_y = 18, switch_y = 78, device_y = 138;
    const int groups = std::max(1, gpus / 2);                     // two devices on a switch
    const auto group_x = [&](int group) { return Drawing::width * (group + 0.5) / groups; };
    const std::array<double, 2> cpus{Drawing::width * 0.25, Drawing::width * 0.75};
    d.line(cpus[0], cpu_y, cpus[1], cpu_y, "wire marked");
    d.text(Drawing::width / 2, cpu_y - 6, in.word("topology.between_cpus"), "mid quiet small");
    for (int group = 0; group < groups; ++group) {
        d.line(cpus[group < (groups + 1) / 2 ? 0 : 1], cpu_y, group_x(group), switch_y, "wire");
        for (int i = 0; i < 2 && group * 2 + i < gpus; ++i)
            d.line(group_x(group), switch_y, group_x(group) + (i == 0 ? -1 : 1) * Drawing::width / groups / 4, device_y, "wire");
    }
    for (const double x : cpus)
        chip(d, x, cpu_y, 70, "CPU", "host");
    for (int group = 0; group < groups; ++group) {
        chip(d, group_x(group), switch_y, 80, in.word("topology.pcie_switch"), "switch");
        for (int i = 0; i < 2 && group * 2 + i < gpus; ++i)
            chip(d, group_x(group) + (i == 0 ? -1 : 1) * Drawing::width / groups / 4, device_y, std::min(Drawing::width / groups / 2 - 6, 60.0),
                 "G" + std::to_string(group * 2 + i), "device");
    }
    return device_y + 16;
}

}

Drawn draw_topology(PictureInput& in)
{
    static constexpr std::array<std::string_view, 3> kinds{"switched", "mesh", "pcie-tree"};
    Drawn drawn;
    const std::string_view kind = in.choice("kind", kinds);
    const int gpus = in.whole("gpus", 8, 2, 8);
    const AcceleratorRow* gpu = in.accelerator("gpu");
    if (!gpu)
        return drawn;
    Drawing& d = drawn.drawing;
    double rate = 0;
    if (kind == "pcie-tree") {
        drawn.height = draw_tree(d, in, gpus);
    } else {
        rate = in.fact(*gpu, "link.one_direction");
        drawn.height = kind == "mesh" ? draw_mesh(d, gpus) : draw_switches(d, in, gpus);
    }
    drawn.variant = kind;
    drawn.figures = {std::to_string(gpus), gpu->name, in.shown(rate, engine::Unit::bytes_per_second),
                     in.shown(rate / (gpus - 1), engine::Unit::bytes_per_second), std::to_string(gpus - 1)};
    return drawn;
}

}
