// GB and GiB: the same bytes by prefixes of 1,000 and of 1,024.

#include "engine/converters/converter.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 7> unit_names{"MB", "GB", "TB", "PB", "MiB", "GiB", "TiB"};
constexpr std::array<double, 7> unit_bytes{1e6, 1e9, 1e12, 1e15, 0x1p20, 0x1p30, 0x1p40};

enum Input { amount, amount_unit };
constexpr std::array<Field, 2> inputs{{
    {.id = "amount", .initial = 80, .least = 0, .most = 1e9, .group = Group::load},
    {.id = "amount_unit", .kind = Kind::choice, .initial = 1, .group = Group::load, .choices = unit_names},
}};
enum Output { decimal, binary };
constexpr std::array<Field, 2> outputs{{
    {.id = "decimal_bytes", .unit = Unit::bytes},
    {.id = "binary_bytes", .unit = Unit::bytes_binary},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(byte_units_converter, request, answer, [](const Inputs& in, Outputs& out) {
        out[decimal] = out[binary] = in[amount] * unit_bytes[static_cast<std::size_t>(in[amount_unit])];
    });
}

}

constinit const Calculator byte_units_converter{
    .id = "byte-units", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
