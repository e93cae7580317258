// Algorithm bandwidth <-> bus bandwidth, as nccl-tests prints them: algbw = S / t, busbw = f algbw.

#include "engine/converters/converter.h"
#include "engine/models/collective.h"

namespace engine {

namespace {

enum Input { collective, gpus, bytes, time };
constexpr std::array<Field, 4> inputs{{
    {.id = "collective", .kind = Kind::choice, .initial = 0, .group = Group::load, .choices = collective_ids},
    {.id = "gpus", .kind = Kind::count, .unit = Unit::gpus, .initial = 8, .least = 2, .most = 100000, .group = Group::hardware},
    {.id = "bytes", .unit = Unit::bytes, .initial = 1 << 30, .least = 1, .most = 1e15, .group = Group::load},
    {.id = "time_s", .unit = Unit::seconds, .initial = 0.00391, .least = 1e-9, .most = 1e6, .group = Group::load},
}};
enum Output { algbw, busbw, factor };
constexpr std::array<Field, 3> outputs{{
    {.id = "algbw_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "busbw_bytes_per_s", .unit = Unit::bytes_per_second},
    {.id = "bus_factor", .unit = Unit::ratio},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(bus_bandwidth_converter, request, answer, [](const Inputs& in, Outputs& out) {
        out[factor] = bus_factor(static_cast<Collective>(static_cast<int>(in[collective])), in[gpus]);
        out[algbw] = in[bytes] / in[time];
        out[busbw] = out[factor] * out[algbw];
    });
}

}

constinit const Calculator bus_bandwidth_converter{
    .id = "bus-bandwidth", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
