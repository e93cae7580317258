// A ring all-reduce: the ring, and which share of the data each rank sends in each step.

#include "site/render/pictures/picture.h"

#include <cmath>
#include <numbers>

namespace site {

Drawn draw_ring(PictureInput& in)
{
    const int ranks = in.whole("gpus", 4, 2, 8), steps = 2 * (ranks - 1);
    Drawn drawn;
    Drawing& d = drawn.drawing;
    constexpr double middle_x = 66, middle_y = 78, radius = 50;
    const auto angle = [&](double rank) { return 2 * std::numbers::pi * rank / ranks - std::numbers::pi / 2; };
    for (int r = 0; r < ranks; ++r) { // arrows first, so that they end under the ranks
        const double gap = 15.0 / radius, a = angle(r) + gap, b = angle(r + 1) - gap;
        d.arrow(middle_x + radius * std::cos(a), middle_y + radius * std::sin(a), middle_x + radius * std::cos(b),
                middle_y + radius * std::sin(b), "flow");
    }
    for (int r = 0; r < ranks; ++r) {
        const double x = middle_x + radius * std::cos(angle(r)), y = middle_y + radius * std::sin(angle(r));
        d.dot(x, y, 13, "device");
        d.text(x, y + 4.5, std::to_string(r), "mid");
    }

    constexpr double left = 176, top = 34;
    const double cell = std::min((Drawing::width - left) / steps, 36.0), row = 24;
    d.text(left, 12, in.word("ring-all-reduce.reduce"), "small");
    d.text(left + cell * (ranks - 1) + 4, 12, in.word("ring-all-reduce.gather"), "small");
    for (int step = 0; step < steps; ++step)
        d.text(left + cell * (step + 0.5), top - 7, std::to_string(step + 1), "mid quiet small");
    for (int rank = 0; rank < ranks; ++rank) {
        const double y = top + rank * row;
        d.text(left - 8, y + 14.5, std::to_string(rank), "end quiet");
        for (int step = 0; step < steps; ++step) {
            const bool gathering = step >= ranks - 1;
            // Reducing, rank r sends block r - step; then it passes on the finished block it has just received.
            const int block = ((gathering ? rank + 1 - (step - ranks + 1) : rank - step) % ranks + ranks) % ranks;
            d.box(left + step * cell + 1, y, cell - 2, row - 4, gathering ? "gather" : "reduce", 2);
            d.text(left + step * cell + cell / 2, y + 14.5, std::string(1, static_cast<char>('A' + block)), "mid on small");
        }
    }
    drawn.height = std::max(middle_y + radius + 18, top + ranks * row + 4);
    drawn.figures = {std::to_string(ranks), std::to_string(steps), std::to_string(ranks - 1),
                     in.shown(2.0 * (ranks - 1) / ranks, engine::Unit::none)};
    return drawn;
}

}
