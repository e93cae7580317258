#pragma once
// From a request to a TrainingSetup: the input fields that both calculators of training begin with. training-memory has just
// these; training-time has its own behind them.
//
//     TrainingRequest training;
//     if (Problem p = training_request(request, SetupPurpose::memory, training); p.code != ErrorCode::none) return p;
//
// What an absent field is derived from stands in models/training_setup.h.

#include "engine/calculators/calculator.h"
#include "engine/models/training_setup.h"
#include "engine/models/training_shape.h"

namespace engine {

/// Index of each field in training_inputs.
enum class TrainingInput {
    model, gpu, gpus,
    method, weights, lora_rank, lora_targets, precision, gradient_bytes, optimizer, sharding, offload,
    tensor_parallel, pipeline_parallel, virtual_stages, context_parallel, expert_parallel, sequence_parallel,
    sequence, micro_batch, global_batch,
    recompute, fused_attention, chunked_loss, compiled,
    count
};
inline constexpr std::size_t training_input_count = static_cast<std::size_t>(TrainingInput::count);

/// `weights` is the format of a base that stays frozen (lora, qlora): bf16, nf4 or nf4-dq; the caller fills its record in.
inline constexpr std::array<Field, training_input_count> training_inputs{{
    {.id = "model", .kind = Kind::model, .group = Group::model, .initial_id = "llama-3.1-8b"},
    {.id = "gpu", .kind = Kind::accelerator, .group = Group::hardware, .initial_id = "h100-sxm"},
    {.id = "gpus", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1e6, .group = Group::hardware},
    {.id = "method", .kind = Kind::choice, .initial = 0, .group = Group::model, .choices = training_method_ids},
    {.id = "weights", .kind = Kind::format, .group = Group::model, .advanced = true},
    {.id = "lora_rank", .kind = Kind::count, .initial = 16, .least = 1, .most = 65536, .group = Group::model, .advanced = true},
    {.id = "lora_targets", .kind = Kind::choice, .initial = 0, .group = Group::model, .advanced = true,
     .choices = lora_targets_ids},
    {.id = "precision", .kind = Kind::choice, .initial = 0, .group = Group::engine, .choices = precision_ids},
    {.id = "gradient_bytes", .unit = Unit::bytes, .least = 1, .most = 8, .group = Group::engine, .advanced = true},
    {.id = "optimizer", .kind = Kind::choice, .initial = 0, .group = Group::engine, .choices = optimizer_ids},
    {.id = "sharding", .kind = Kind::choice, .group = Group::parallelism, .choices = sharding_ids},
    {.id = "offload", .kind = Kind::choice, .initial = 0, .group = Group::engine, .advanced = true, .choices = offload_ids},
    {.id = "tensor_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1024, .group = Group::parallelism},
    {.id = "pipeline_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1024,
     .group = Group::parallelism},
    {.id = "virtual_stages", .kind = Kind::count, .least = 1, .most = 1024, .group = Group::parallelism, .advanced = true},
    {.id = "context_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 1024,
     .group = Group::parallelism, .advanced = true},
    {.id = "expert_parallel", .kind = Kind::count, .unit = Unit::gpus, .least = 1, .most = 4096,
     .group = Group::parallelism, .advanced = true},
    {.id = "sequence_parallel", .kind = Kind::flag, .group = Group::parallelism, .advanced = true},
    {.id = "sequence", .kind = Kind::count, .unit = Unit::tokens, .least = 1, .most = 1e8, .group = Group::load},
    {.id = "micro_batch", .kind = Kind::count, .unit = Unit::sequences, .least = 1, .most = 1e6, .group = Group::load},
    {.id = "global_batch", .kind = Kind::count, .unit = Unit::sequences, .least = 1, .most = 1e9, .group = Group::load},
    {.id = "recompute", .kind = Kind::choice, .group = Group::engine, .choices = recompute_ids},
    {.id = "fused_attention", .kind = Kind::flag, .group = Group::engine, .advanced = true},
    {.id = "chunked_loss", .kind = Kind::flag, .initial = 0, .group = Group::engine, .advanced = true},
    {.id = "compiled", .kind = Kind::flag, .group = Group::engine, .advanced = true},
}};

/// Everything the models of training need.
struct TrainingRequest {
    LanguageModel model;   ///< completed
    ParameterCount count;
    TrainingShape shape;
    TrainingSetup setup;   ///< completed; recompute_share may be absent for SetupPurpose::time
    bool layout_derived = false;
};

/// What the reader told of the shared fields, the rest absent.
TrainingSetup told_setup(const Request& request);

/// Reads the first training_input_count inputs, which must have passed check_inputs(). `told` is told_setup(), with what the
/// calculator added. Problems: no model; tensor x pipeline x context beyond gpus; more stages than layers; more expert
/// groups than experts or ranks.
Problem training_request(const Request& request, const TrainingSetup& told, SetupPurpose purpose, TrainingRequest& result);

struct UnusedInputs;
/// Warns of the training_inputs that are set and change nothing.
void check_unused(const Request& request, const TrainingRequest& training, const UnusedInputs& unused);

/// Writes a completed setup back to the inputs, so that the answer shows what was used.
void show_setup(const TrainingSetup& setup, Inputs& inputs);

}
