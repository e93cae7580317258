// The idle share of a pipeline's step. The formula: models/pipeline.h.

#include "engine/converters/converter.h"
#include "engine/models/pipeline.h"

namespace engine {

namespace {

enum Input { stages, micro_batches, virtual_stages };
constexpr std::array<Field, 3> inputs{{
    {.id = "pipeline_stages", .kind = Kind::count, .initial = 4, .least = 1, .most = 1000, .group = Group::parallelism},
    {.id = "micro_batches", .kind = Kind::count, .initial = 8, .least = 1, .most = 1e6, .group = Group::load},
    {.id = "virtual_stages", .kind = Kind::count, .initial = 1, .least = 1, .most = 100, .group = Group::parallelism},
}};
enum Output { of_step, of_work };
constexpr std::array<Field, 2> outputs{{
    {.id = "bubble_fraction", .unit = Unit::fraction},
    {.id = "bubble_of_work", .unit = Unit::fraction},
}};

Problem evaluate(const Request& request, Answer& answer)
{
    return convert(pipeline_bubble_converter, request, answer, [](const Inputs& in, Outputs& out) {
        out[of_work] = bubble_of_work(in[stages], in[virtual_stages], in[micro_batches]);
        out[of_step] = out[of_work] / (1 + out[of_work]);
    });
}

}

constinit const Calculator pipeline_bubble_converter{
    .id = "pipeline-bubble", .inputs = inputs, .outputs = outputs, .steps = {}, .warnings = {}, .evaluate = evaluate, .derive = derive_nothing};

}
