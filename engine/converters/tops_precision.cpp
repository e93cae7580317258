// An advertised TOPS figure -> dense rates by precision: sparsity doubles what is printed, and tensor units do half as much
// for twice the bits. The rule holds where a chip follows it; the catalog has the figures of each (tflops.<format>.dense).

#include "engine/converters/converter.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 4> format_ids{"fp4", "fp8", "int8", "bf16"};
constexpr std::array<double, 4> format_bits{4, 8, 8, 16};

enum Input { quoted, format, sparse };
constexpr std::array<Field, 3> inputs{{
    {.id = "quoted_tops", .unit = Unit::tflops, .initial = 3352, .least = 0, .most = 1e6, .group = Group::hardware},
    {.id = "quoted_format", .kind = Kind::choice, .initial = 0, .group = Group::hardware, .choices = format_ids},
    {.id = "quoted_sparse", .kind = Kind::flag, .initial = 1, .group = Group::hardware},
}};
enum Output { dense_4, dense_8, dense_16 };
constexpr std::array<Field, 3> outputs{{
    {.id = "dense_4_bit_tflops", .unit = Unit::tflops},
    {.id = "dense_8_bit_tflops", .unit = Unit::tflops},
    {.id = "dense_16_bit_tflops", .unit = Unit::tflops},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(tops_precision_converter, request, answer, [](const Inputs& in, Outputs& out) {
        const double bit_rate = in[quoted] / (in[sparse] > 0 ? 2 : 1) * format_bits[static_cast<std::size_t>(in[format])];
        out[dense_4] = bit_rate / 4;
        out[dense_8] = bit_rate / 8;
        out[dense_16] = bit_rate / 16;
    });
}

}

constinit const Calculator tops_precision_converter{
    .id = "tops-precision", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
