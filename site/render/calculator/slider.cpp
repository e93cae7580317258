#include "site/render/calculator/slider.h"

#include "site/render/html.h"
#include "site/render/shown_value.h"

#include <array>
#include <charconv>
#include <cmath>

namespace site {

namespace {

constexpr std::string_view prices = "0.2 0.3 0.4 0.5 0.75 1 1.25 1.5 1.75 2 2.25 2.5 2.75 3 3.5 4 4.5 5 6 7 8 10 12";
constexpr std::string_view contexts = "512 1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576";
constexpr std::string_view counts = "1 2 3 4 6 8 12 16 24 32 48 64 96 128 192 256 384 512 768 1024";

// What a calculator has of its own stands before what all have.
constexpr std::array<Slider, 24> all{{
    {"training-time", "gpus", "1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768"},
    {"billing", "gpus", counts},
    {"", "gpus", "1 2 3 4 5 6 7 8 10 12 16 24 32 48 64 72 96 128 256 512"},
    {"", "nodes", "1 2 3 4 6 8 12 16 24 32 48 64 96 128 192 256 512"},
    {"", "max_gpus", "1 2 4 6 8 12 16 24 32 48 64 96 128 192 256 512"},
    {"", "context", contexts},
    {"", "mean_context", contexts},
    {"", "sequence", contexts},
    {"", "concurrency", counts},
    {"", "input_tokens", "32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072"},
    {"", "output_tokens", "1 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768"},
    {"", "requests_per_s", "0.1 0.2 0.5 1 2 3 5 7 10 15 20 30 50 70 100 200"},
    {"", "max_ttft_s", "0.1 0.2 0.3 0.5 0.75 1 1.5 2 3 5 7 10 15 20 30 60"},
    {"", "max_tpot_s", "0.005 0.01 0.015 0.02 0.025 0.03 0.04 0.05 0.06 0.08 0.1 0.15 0.2 0.3"},
    {"", "micro_batch", "1 2 3 4 6 8 12 16 24 32 48 64"},
    {"", "global_batch", "8 16 32 64 128 256 512 1024 2048 4096 8192 16384"},
    {"", "tokens", "1e7 1e8 1e9 2e9 5e9 1e10 2e10 5e10 1e11 2e11 5e11 1e12 2e12 5e12 1e13 1.5e13 2e13 3e13"},
    {"", "memory_utilization", "0.5 0.55 0.6 0.65 0.7 0.75 0.8 0.85 0.88 0.9 0.92 0.95 0.98"},
    {"", "prefix_hit", "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 0.95"},
    {"", "utilization", "0.05 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"},
    {"", "bytes", "1024 4096 16384 65536 262144 1048576 4194304 16777216 67108864 268435456 1073741824 4294967296 17179869184"},
    {"", "gpu_hour_usd", prices},
    {"", "hourly_usd", prices},
    {"", "hours", "1 8 24 50 100 168 250 336 400 500 600 730 1000 1460 2190 4380 8760"},
}};

double number(std::string_view text)
{
    double value = engine::absent;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

struct StopPosition {
    int nearest = 0, last = 0;
};

/// The same rule as in web/js/sliders.js: the stop whose distance is the least of its own and the value's size.
StopPosition stop_position(std::string_view stops, double value)
{
    StopPosition result;
    double least = INFINITY;
    for (int at = 0; !stops.empty(); ++at) {
        const std::string_view stop = stops.substr(0, stops.find(' '));
        stops.remove_prefix(std::min(stops.size(), stop.size() + 1));
        const double distance = std::abs(number(stop) - value) / (number(stop) + std::abs(value));
        if (distance < least)
            least = distance, result.nearest = at;
        result.last = at;
    }
    return result;
}

}

std::span<const Slider> sliders() { return all; }

std::string_view slider_stops(std::string_view calculator, std::string_view field)
{
    for (const Slider& slider : all)
        if (slider.field == field && (slider.calculator.empty() || slider.calculator == calculator))
            return slider.stops;
    return {};
}

std::string slider_html(const Edition& edition, const engine::Field& field, std::string_view stops, const std::string& id, double value,
                        std::string_view empty)
{
    const std::string list = std::string(stops) + (field.accepts_max ? " max" : "");
    const StopPosition at = stop_position(stops, value);
    const std::string words = engine::is_present(value) ? shown(value, field.unit, edition) : std::string(empty);
    // No limit is beyond the last stop.
    const int place = !engine::is_present(value) && field.id.starts_with("max_") ? at.last : at.nearest;
    return edition.templates.render("items/slider", {{"field", std::string(field.id)},
                                                     {"id", id},
                                                     {"unit", std::string(engine::unit_ids[static_cast<std::size_t>(field.unit)])},
                                                     {"stops", list},
                                                     {"last", std::to_string(at.last + (field.accepts_max ? 1 : 0))},
                                                     {"at", std::to_string(place)},
                                                     {"words", escaped(words)}});
}

}
