// A line's rate over a month -> traffic -> its price beyond what is included. The arithmetic: models/cost.h.

#include "engine/converters/converter.h"
#include "engine/models/cost.h"

namespace engine {

namespace {

using namespace units;

enum Input { rate, utilization, hours, included, price };
constexpr std::array<Field, 5> inputs{{
    {.id = "line_rate", .unit = Unit::bytes_per_second, .initial = 1.25e8, .least = 0, .most = 1e15, .group = Group::load},
    {.id = "utilization", .unit = Unit::fraction, .initial = 0.3, .least = 0, .most = 1, .group = Group::load},
    {.id = "hours", .unit = Unit::hours, .initial = 730, .least = 0, .most = 1e6, .group = Group::load},
    {.id = "egress_included_bytes", .unit = Unit::bytes, .initial = 0, .least = 0, .most = 1e18, .group = Group::prices},
    {.id = "egress_usd_per_gb", .unit = Unit::dollars, .initial = 0.05, .least = 0, .most = 1000, .group = Group::prices},
}};
enum Output { traffic, cost };
constexpr std::array<Field, 2> outputs{{
    {.id = "egress_bytes", .unit = Unit::bytes},
    {.id = "egress_usd", .unit = Unit::dollars},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(egress_rate_converter, request, answer, [](const Inputs& in, Outputs& out) {
        const Bytes sent = in[utilization] * (in[rate] * (B / s)) * (in[hours] * hour);
        out[traffic] = sent.in(B);
        out[cost] = egress_cost(sent, in[included] * B, in[price] * (USD / GB)).in(USD);
    });
}

}

constinit const Calculator egress_rate_converter{
    .id = "egress-rate", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
