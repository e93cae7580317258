// The steps of a training pipeline: which stage runs which micro-batch when. A backward pass takes twice a forward pass.
// The schedule is simulated, and the share of idle time is counted in it, not taken from the formula
// (p - 1) / (m + p - 1) that it equals; tests/site/pictures_test.cpp compares the two.

#include "site/render/pictures/picture.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr double left = 34, row = 26, height = 20;
constexpr double forward_time = 1, backward_time = 2;

struct Step {
    int micro_batch = 0;
    bool backward = false;
    double start = 0;
    double end() const { return start + (backward ? backward_time : forward_time); }
};

/// The order of a stage's work: all forwards first, or one forward one backward after a warm-up of the stages below it.
std::vector<Step> order_of(int stage, int stages, int micro_batches, bool interleaved)
{
    std::vector<Step> order;
    const int warm_up = interleaved ? std::min(stages - stage - 1, micro_batches) : micro_batches;
    int forward = 0, backward = 0;
    while (forward < warm_up)
        order.push_back({forward++, false});
    while (backward < micro_batches) {
        if (forward < micro_batches)
            order.push_back({forward++, false});
        order.push_back({backward++, true});
    }
    return order;
}

/// Every step as soon as its stage is free and its neighbour has delivered.
std::vector<std::vector<Step>> simulated(int stages, int micro_batches, bool interleaved)
{
    std::vector<std::vector<Step>> work;
    for (int s = 0; s < stages; ++s)
        work.push_back(order_of(s, stages, micro_batches, interleaved));
    const auto slots = static_cast<std::size_t>(stages * micro_batches);
    std::vector<double> forward(slots, -1), backward(slots, -1); // when they end; -1: not yet
    std::vector<std::size_t> next(static_cast<std::size_t>(stages), 0);
    const auto at = [&](int stage, int micro_batch) { return static_cast<std::size_t>(stage * micro_batches + micro_batch); };
    for (bool moved = true; moved;) {
        moved = false;
        for (int s = 0; s < stages; ++s) {
            std::vector<Step>& steps = work[static_cast<std::size_t>(s)];
            std::size_t& n = next[static_cast<std::size_t>(s)];
            while (n < steps.size()) {
                Step& step = steps[n];
                const double input = !step.backward ? (s == 0 ? 0 : forward[at(s - 1, step.micro_batch)])
                                     : s == stages - 1 ? forward[at(s, step.micro_batch)]
                                                       : backward[at(s + 1, step.micro_batch)];
                if (input < 0)
                    break;
                step.start = std::max(input, n == 0 ? 0 : steps[n - 1].end());
                (step.backward ? backward : forward)[at(s, step.micro_batch)] = step.end();
                ++n;
                moved = true;
            }
        }
    }
    return work;
}

}

Drawn draw_pipeline_schedule(PictureInput& in)
{
    static constexpr std::array<std::string_view, 2> kinds{"1f1b", "gpipe"};
    const int stages = in.whole("stages", 4, 2, 8), micro_batches = in.whole("micro_batches", 8, 1, 12);
    const bool interleaved = in.choice("kind", kinds) == "1f1b";
    const auto work = simulated(stages, micro_batches, interleaved);
    double last = 0;
    for (const std::vector<Step>& steps : work)
        last = std::max(last, steps.back().end());
    const double unit = (Drawing::width - left) / last;

    Drawn drawn;
    Drawing& d = drawn.drawing;
    for (int s = 0; s < stages; ++s) {
        const double y = s * row;
        d.text(0, y + 15, "GPU " + std::to_string(s), "quiet small");
        d.box(left, y, Drawing::width - left, height, "idle");
        for (const Step& step : work[static_cast<std::size_t>(s)]) {
            const double x = left + step.start * unit, w = (step.end() - step.start) * unit;
            d.box(x + 0.5, y, w - 1, height, step.backward ? "backward" : "forward", 1.5);
            if (w > 9)
                d.text(x + w / 2, y + 14.5, std::to_string(step.micro_batch + 1), "mid on small");
        }
    }
    const double y = stages * row + 6;
    double x = left;
    for (const std::string_view part : {"forward", "backward", "idle"}) {
        d.box(x, y, 11, 11, part, 1.5);
        d.text(x + 16, y + 10, in.word("pipeline-schedule." + std::string(part)), "quiet");
        x += in.words().language() == "zh" ? 80 : 100;
    }
    const double idle = 1 - micro_batches * (forward_time + backward_time) / last;
    drawn.height = y + 16;
    drawn.figures = {std::to_string(stages), std::to_string(micro_batches), in.shown(idle, engine::Unit::fraction)};
    drawn.variant = interleaved ? "1f1b" : "gpipe";
    return drawn;
}

}
