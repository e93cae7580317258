// A MIG profile's share of a GPU: n of 7 compute slices, and of 8 memory slices as many as NVIDIA pairs with n.
// Source: [nvidia-mig-guide], profiles of A100, H100, H200, B200.

#include "engine/converters/converter.h"

namespace engine {

namespace {

constexpr std::array<std::string_view, 5> profile_ids{"1g", "2g", "3g", "4g", "7g"};
constexpr std::array<double, 5> compute_slices{1, 2, 3, 4, 7}, memory_slices{1, 2, 4, 4, 8}, most_instances{7, 3, 2, 1, 1};
constexpr double all_compute = 7, all_memory = 8;

enum Input { memory, profile };
constexpr std::array<Field, 2> inputs{{
    {.id = "gpu_memory_bytes", .unit = Unit::bytes, .initial = 80e9, .least = 1e9, .most = 1e13, .group = Group::hardware},
    {.id = "mig_profile", .kind = Kind::choice, .initial = 0, .group = Group::load, .choices = profile_ids},
}};
enum Output { instance_memory, instance_compute, instances };
constexpr std::array<Field, 3> outputs{{
    {.id = "instance_memory_bytes", .unit = Unit::bytes},
    {.id = "instance_compute_share", .unit = Unit::fraction},
    {.id = "instances_per_gpu"},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(mig_slices_converter, request, answer, [](const Inputs& in, Outputs& out) {
        const auto chosen = static_cast<std::size_t>(in[profile]);
        out[instance_memory] = in[memory] * memory_slices[chosen] / all_memory;
        out[instance_compute] = compute_slices[chosen] / all_compute;
        out[instances] = most_instances[chosen];
    });
}

}

constinit const Calculator mig_slices_converter{
    .id = "mig-slices", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
