#include "engine/calculators/training_fields.h"

#include "engine/calculators/blank_answer.h"

#include <algorithm>

namespace engine {

namespace {

/// The fields that are members of the setup as they are.
struct SetupMember {
    TrainingInput field;
    double TrainingSetup::*member;
};
constexpr SetupMember members[] = {
    {TrainingInput::gpus, &TrainingSetup::gpus},
    {TrainingInput::method, &TrainingSetup::method},
    {TrainingInput::lora_rank, &TrainingSetup::lora_rank},
    {TrainingInput::lora_targets, &TrainingSetup::lora_targets},
    {TrainingInput::precision, &TrainingSetup::precision},
    {TrainingInput::gradient_bytes, &TrainingSetup::gradient_bytes},
    {TrainingInput::optimizer, &TrainingSetup::optimizer},
    {TrainingInput::sharding, &TrainingSetup::sharding},
    {TrainingInput::offload, &TrainingSetup::offload},
    {TrainingInput::tensor_parallel, &TrainingSetup::tensor},
    {TrainingInput::pipeline_parallel, &TrainingSetup::pipeline},
    {TrainingInput::virtual_stages, &TrainingSetup::virtual_stages},
    {TrainingInput::context_parallel, &TrainingSetup::context},
    {TrainingInput::expert_parallel, &TrainingSetup::expert},
    {TrainingInput::sequence_parallel, &TrainingSetup::sequence_parallel},
    {TrainingInput::sequence, &TrainingSetup::sequence},
    {TrainingInput::micro_batch, &TrainingSetup::micro_batch},
    {TrainingInput::global_batch, &TrainingSetup::global_batch},
    {TrainingInput::recompute, &TrainingSetup::recompute},
    {TrainingInput::fused_attention, &TrainingSetup::fused_attention},
    {TrainingInput::chunked_loss, &TrainingSetup::chunked_loss},
    {TrainingInput::compiled, &TrainingSetup::compiled},
};

constexpr std::size_t slot(TrainingInput field) { return static_cast<std::size_t>(field); }

Problem problem(ErrorCode code, TrainingInput field, double limit, int other = -1)
{
    return {.code = code, .field = static_cast<int>(field), .limit = limit, .other_field = other};
}

}

TrainingSetup told_setup(const Request& request)
{
    TrainingSetup setup;
    for (const SetupMember& link : members)
        setup.*link.member = request.inputs[slot(link.field)];
    setup.base_bits = request.specs.weights.bits_per_weight;
    return setup;
}

Problem training_request(const Request& request, const TrainingSetup& told, SetupPurpose purpose, TrainingRequest& result)
{
    if (!is_complete(request.specs.model))
        return problem(ErrorCode::missing, TrainingInput::model, absent);
    result.model = completed(request.specs.model);
    result.count = count_parameters(result.model);
    result.shape = training_shape(result.model, result.count);

    TrainingSetup setup = told;
    if (!(result.model.moe_layers > 0) && is_present(setup.expert))
        setup.expert = absent; // a dense model has no experts to spread: the field means nothing, not even a layout
    if (setup.pipeline == 1)
        setup.virtual_stages = 1;
    result.layout_derived = !is_present(told.tensor) && !is_present(told.pipeline) && !is_present(told.sharding);
    result.setup =
        completed_setup(setup, result.model, result.count, request.specs.gpu, request.specs.intra_fabric, purpose);

    const TrainingSetup& s = result.setup;
    if (s.tensor * s.pipeline * s.context > s.gpus)
        return problem(ErrorCode::inconsistent,
                       s.tensor > 1     ? TrainingInput::tensor_parallel
                       : s.pipeline > 1 ? TrainingInput::pipeline_parallel
                                        : TrainingInput::context_parallel,
                       s.gpus, static_cast<int>(TrainingInput::gpus));
    if (s.pipeline > result.model.layers)
        return problem(ErrorCode::above_most, TrainingInput::pipeline_parallel, result.model.layers);
    const double most_experts = std::min(result.model.experts_total, s.gpus / s.pipeline);
    if (s.expert > 1 && s.expert > most_experts)
        return problem(ErrorCode::above_most, TrainingInput::expert_parallel, most_experts);
    return {};
}

void check_unused(const Request& request, const TrainingRequest& r, const UnusedInputs& unused)
{
    const auto check = [&unused](TrainingInput field, bool is_unused) { unused.check(static_cast<int>(field), is_unused); };
    const auto above_one = [&request](TrainingInput field) { return request.inputs[slot(field)] > 1; };
    const bool adapter = is_adapter(r.setup);
    check(TrainingInput::expert_parallel, !(r.model.moe_layers > 0) && above_one(TrainingInput::expert_parallel));
    check(TrainingInput::virtual_stages, r.setup.pipeline == 1 && above_one(TrainingInput::virtual_stages));
    check(TrainingInput::lora_rank, !adapter);
    check(TrainingInput::lora_targets, !adapter);
}

void show_setup(const TrainingSetup& setup, Inputs& inputs)
{
    for (const SetupMember& link : members)
        inputs[slot(link.field)] = setup.*link.member;
}

}
