// Parameters of LoRA adapters: r (in + out) for each adapted matrix. A decoder layer has q and o (hidden x hidden), k and v
// (hidden x kv width), and with a gated MLP gate, up and down (hidden x intermediate). Source: [lora-paper] section 4.1.

#include "engine/converters/converter.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 2> targets_ids{"all-linear", "attention"};
constexpr double bytes_16_bit = 2;

enum Input { rank, layers, hidden, kv_width, intermediate, targets };
constexpr std::array<Field, 6> inputs{{
    {.id = "lora_rank", .kind = Kind::count, .initial = 16, .least = 1, .most = 4096, .group = Group::load},
    {.id = "layer_count", .kind = Kind::count, .initial = 32, .least = 1, .most = 1000, .group = Group::model},
    {.id = "hidden_width", .kind = Kind::count, .initial = 4096, .least = 1, .most = 1e6, .group = Group::model},
    {.id = "kv_width", .kind = Kind::count, .initial = 1024, .least = 1, .most = 1e6, .group = Group::model},
    {.id = "intermediate_width", .kind = Kind::count, .initial = 14336, .least = 1, .most = 1e6, .group = Group::model},
    {.id = "lora_targets", .kind = Kind::choice, .initial = 0, .group = Group::load, .choices = targets_ids},
}};
enum Output { parameters, bytes };
constexpr std::array<Field, 2> outputs{{
    {.id = "trainable_parameters", .unit = Unit::parameters},
    {.id = "adapter_bytes", .unit = Unit::bytes},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(lora_parameters_converter, request, answer, [](const Inputs& in, Outputs& out) {
        const double attention = 2 * (2 * in[hidden]) + 2 * (in[hidden] + in[kv_width]);
        const double mlp = in[targets] == 0 ? 3 * (in[hidden] + in[intermediate]) : 0;
        out[parameters] = in[layers] * in[rank] * (attention + mlp);
        out[bytes] = bytes_16_bit * out[parameters];
    });
}

}

constinit const Calculator lora_parameters_converter{
    .id = "lora-parameters", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
