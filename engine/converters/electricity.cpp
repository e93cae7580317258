// Power -> energy -> its price, the data centre's overhead included. The arithmetic: models/cost.h.

#include "engine/converters/converter.h"
#include "engine/models/cost.h"

namespace engine {

namespace {

using namespace units;

enum Input { gpus, power, effectiveness, hours, price };
constexpr std::array<Field, 5> inputs{{
    {.id = "gpus", .kind = Kind::count, .unit = Unit::gpus, .initial = 8, .least = 1, .most = 1e6, .group = Group::hardware},
    {.id = "power_w", .unit = Unit::watts, .initial = 700, .least = 0, .most = 1e6, .group = Group::hardware},
    {.id = "power_usage_effectiveness", .unit = Unit::ratio, .initial = 1.3, .least = 1, .most = 5, .group = Group::hardware},
    {.id = "hours", .unit = Unit::hours, .initial = 730, .least = 0, .most = 1e6, .group = Group::load},
    {.id = "electricity_usd_per_kwh", .unit = Unit::dollars, .initial = 0.1, .least = 0, .most = 100, .group = Group::prices},
}};
enum Output { energy, cost };
constexpr std::array<Field, 2> outputs{{
    {.id = "energy_kwh", .unit = Unit::kwh},
    {.id = "energy_usd", .unit = Unit::dollars},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(electricity_converter, request, answer, [](const Inputs& in, Outputs& out) {
        const Watts load = in[gpus] * in[power] * W;
        const Seconds time = in[hours] * hour;
        out[energy] = (in[effectiveness] * (load * time)).in(kWh);
        out[cost] = energy_cost(load, time, in[effectiveness], in[price] * (USD / kWh)).in(USD);
    });
}

}

constinit const Calculator electricity_converter{
    .id = "electricity", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
