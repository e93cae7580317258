// An NVL72 rack: 18 compute trays of four GPUs around nine switch trays of two NVLink switch chips, each GPU with a link to
// every chip. The counts are the product's; the rate is the catalog's.

#include "site/render/pictures/picture.h"

namespace site {

Drawn draw_rack(PictureInput& in)
{
    constexpr int upper_trays = 10, lower_trays = 8, gpus_a_tray = 4, switch_trays = 9;
    constexpr double tray = 12, left = 6, wide = 208, text_left = left + wide + 16;
    Drawn drawn;
    const AcceleratorRow* gpu = in.accelerator("gpu");
    if (!gpu)
        return drawn;
    const double rate = in.fact(*gpu, "link.one_direction");
    Drawing& d = drawn.drawing;
    double y = 6;
    const auto compute = [&](int trays) {
        const double begin = y;
        for (int t = 0; t < trays; ++t, y += tray) {
            d.box(left, y, wide, tray - 2, "host", 1.5);
            for (int g = 0; g < gpus_a_tray; ++g)
                d.box(left + 62 + g * 35, y + 1.5, 31, tray - 5, "device", 1.5);
            for (int c = 0; c < gpus_a_tray / 2; ++c)
                d.box(left + 6 + c * 26, y + 1.5, 22, tray - 5, "plain", 1.5);
        }
        return (begin + y) / 2;
    };
    const double upper = compute(upper_trays);
    y += 4;
    const double switches_begin = y;
    for (int t = 0; t < switch_trays; ++t, y += tray) {
        d.box(left, y, wide, tray - 2, "free", 1.5);
        for (int c = 0; c < 2; ++c)
            d.box(left + 40 + c * 72, y + 1.5, 56, tray - 5, "switch", 1.5);
    }
    const double switches = (switches_begin + y) / 2;
    y += 4;
    const double lower = compute(lower_trays);
    const auto note = [&](double at, std::string_view key) {
        d.line(left + wide + 3, at, text_left - 4, at, "wire");
        d.text(text_left, at, in.word("rack." + std::string(key)), "strong");
        d.text(text_left, at + 16, in.word("rack." + std::string(key) + "_inside"), "quiet small");
    };
    note(upper, "upper");
    note(switches, "switches");
    note(lower, "lower");
    d.box(1, 1, wide + 10, y + 3, "frame", 4);
    drawn.height = y + 6;
    drawn.figures = {gpu->name, in.shown(rate, engine::Unit::bytes_per_second), in.shown(2 * rate, engine::Unit::bytes_per_second),
                     in.shown(2 * rate * (upper_trays + lower_trays) * gpus_a_tray, engine::Unit::bytes_per_second)};
    return drawn;
}

}
