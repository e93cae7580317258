// The roofline of one accelerator with a model's points: decode at several batch sizes, and prefill.
//
// Roof: min(P, B I), P dense peak FLOP/s of the format, B peak memory bandwidth. A point's intensity counts the matrix
// products of the weights and the reading of those weights alone: I = 2 N_active b / W for b tokens a step.

#include "site/render/pictures/picture.h"
#include "site/render/pictures/scenario_answer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace site {

namespace {

constexpr double left = 46, right = Drawing::width - 20, top = 14, bottom = 210;

struct Axes {
    double x_low = 0, x_high = 4, y_low = 0, y_high = 3; ///< powers of ten
    double x(double intensity) const { return left + (right - left) * (std::log10(intensity) - x_low) / (x_high - x_low); }
    double y(double rate) const { return bottom - (bottom - top) * (std::log10(rate) - y_low) / (y_high - y_low); }
};

}

Drawn draw_roofline(PictureInput& in)
{
    static constexpr std::array<std::string_view, 3> formats{"bf16", "fp16", "fp8"};
    static constexpr std::size_t most_batches = 6;
    Drawn drawn;
    const AcceleratorRow* gpu = in.accelerator("gpu");
    const std::string format(in.choice("format", formats));
    const ModelRow* model = in.model("model");
    const std::vector<std::string> batches = in.list("batches", most_batches);
    if (!in.problems.empty())
        return drawn;
    const double peak = in.fact(*gpu, "tflops." + format + ".dense") * 1e12, bandwidth = in.fact(*gpu, "memory_bandwidth");
    const engine::Calculator& memory = *engine::find_calculator("inference-memory");
    const std::array<Setting, 2> settings{{{"model", model->id}, {"weights", format}}};
    const Outcome outcome = site::evaluate(make_scenario(memory, in.catalog(), settings));
    const auto output = [&](std::string_view field) { return outcome.answer.outputs[static_cast<std::size_t>(engine::field_index(memory.outputs, field))]; };
    const double intensity_of_one = 2 * output("active_parameters") / output("model_bytes");
    if (!outcome.problems.empty() || !(intensity_of_one > 0)) {
        in.refuse_with("model", "model", {"model", model->id});
        return drawn;
    }

    const double ridge = peak / bandwidth;
    Axes axes;
    axes.x_low = std::floor(std::log10(intensity_of_one * 0.99));
    axes.x_high = std::ceil(std::log10(ridge * 8));
    axes.y_high = std::ceil(std::log10(peak / 1e12 * 1.05));
    axes.y_low = std::floor(std::log10(bandwidth * std::pow(10.0, axes.x_low) / 1e12));
    Drawing& d = drawn.drawing;
    for (double power = axes.x_low; power <= axes.x_high; ++power) {
        const double x = axes.x(std::pow(10.0, power));
        d.line(x, top, x, bottom, "grid");
        d.text(x, bottom + 16, in.shown(std::pow(10.0, power), engine::Unit::none), "mid quiet small");
    }
    for (double power = axes.y_low; power <= axes.y_high; ++power) {
        const double y = axes.y(std::pow(10.0, power));
        d.line(left, y, right, y, "grid");
        d.text(left - 6, y + 4, in.shown(std::pow(10.0, power), engine::Unit::none), "end quiet small");
    }
    const auto roof = [&](double intensity) { return std::min(peak, bandwidth * intensity) / 1e12; };
    const double first = std::pow(10.0, axes.x_low), last = std::pow(10.0, axes.x_high);
    d.path("M" + coordinate(axes.x(first)) + " " + coordinate(axes.y(roof(first))) + "L" + coordinate(axes.x(ridge)) + " " +
               coordinate(axes.y(roof(ridge))) + "H" + coordinate(axes.x(last)), "roof");
    d.dot(axes.x(ridge), axes.y(roof(ridge)), 3.5, "ridge");
    d.text(axes.x(ridge) - 6, axes.y(roof(ridge)) - 5, in.words()("picture.roofline.ridge", {in.shown(ridge, engine::Unit::none)}), "end small");

    std::string spoken;
    double label_floor = -1e9;
    for (const std::string& batch : batches) {
        double tokens = 0;
        const auto read = std::from_chars(batch.data(), batch.data() + batch.size(), tokens);
        if (read.ec != std::errc() || read.ptr != batch.data() + batch.size() || !(tokens >= 1 && tokens <= 1e6)) {
            in.refuse_with("batches", "whole", {"batches", batch, "1", "1000000"});
            continue;
        }
        const double intensity = intensity_of_one * tokens, x = axes.x(std::min(intensity, last)), y = axes.y(roof(intensity));
        d.dot(x, y, 4, intensity < ridge ? "point" : "point bound");
        const double below = std::max(y + 16, intensity < ridge ? y + 5 : label_floor);
        d.text(x + (intensity < ridge ? 8 : 0), intensity < ridge ? below : y + 17, batch, intensity < ridge ? "small" : "mid small");
        spoken.append(batch).append(": ").append(in.shown(roof(intensity), engine::Unit::tflops)).append(in.word("between"));
    }
    d.text((left + right) / 2, bottom + 34, in.word("roofline.x"), "mid quiet small");
    d.text(left, top - 4, in.word("roofline.y"), "quiet small");
    drawn.height = bottom + 40;
    drawn.figures = {gpu->name, model->name, std::string(in.words()("format." + format)), in.shown(peak, engine::Unit::flop_per_second),
                     in.shown(bandwidth, engine::Unit::bytes_per_second), in.shown(ridge, engine::Unit::none), spoken,
                     in.shown(ridge / intensity_of_one, engine::Unit::none)};
    return drawn;
}

}
