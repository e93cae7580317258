#pragma once
// Does a training run fit: weights, gradients, optimizer and activations of one GPU against what it has.
// Inputs: training_inputs (training_fields.h). The model: models/training_memory.h.

#include "engine/calculators/training_fields.h"
#include "engine/models/training_memory.h"

namespace engine {

/// Index of each output in training_memory_outputs.
enum class TrainingMemoryOutput {
    fits, spare_bytes, total_bytes, usable_bytes, capacity_bytes,
    parameters_bytes, gradients_bytes, optimizer_bytes, activations_bytes, logits_bytes, runtime_bytes, working_bytes,
    parameters, trainable_parameters, min_gpus,
    count
};

/// Of the fullest GPU. activations_bytes is what the highest moment of a step adds to the states; logits_bytes, part of it,
/// says how much of that is the loss. working_bytes, part of parameters_bytes: weights gathered or de-quantised for a moment.
/// min_gpus: the fewest of this kind with which the same layout fits (data parallelism grown by doubling).
inline constexpr std::array<Field, static_cast<std::size_t>(TrainingMemoryOutput::count)> training_memory_outputs{{
    {.id = "fits", .kind = Kind::flag},
    {.id = "spare_bytes", .unit = Unit::bytes, .least = -1e18},
    {.id = "total_bytes", .unit = Unit::bytes},
    {.id = "usable_bytes", .unit = Unit::bytes, .least = -1e18},
    {.id = "capacity_bytes", .unit = Unit::bytes},
    {.id = "parameters_bytes", .unit = Unit::bytes},
    {.id = "gradients_bytes", .unit = Unit::bytes},
    {.id = "optimizer_bytes", .unit = Unit::bytes},
    {.id = "activations_bytes", .unit = Unit::bytes},
    {.id = "logits_bytes", .unit = Unit::bytes},
    {.id = "runtime_bytes", .unit = Unit::bytes},
    {.id = "working_bytes", .unit = Unit::bytes},
    {.id = "parameters", .unit = Unit::parameters},
    {.id = "trainable_parameters", .unit = Unit::parameters},
    {.id = "min_gpus", .unit = Unit::gpus},
}};

enum class TrainingMemoryWarning {
    no_device,              ///< capacity unknown: nothing to compare with
    capacity_is_label,      ///< no driver's figure of this device is known
    extrapolated,           ///< no measured case is comparable: ranges are absent
    parameters_published,   ///< the shape does not give the count; the published one is used
    sequence_above_model,   ///< the model's limit, the sequence
    heads_not_divisible,    ///< heads, tensor parallelism
    experts_not_divisible,  ///< experts, expert groups
    gpus_unused,            ///< how many
    layout_derived,         ///< tensor, pipeline: a convention chose them
    host_holds_states,      ///< GB a GPU that offloading moves to the host
    logits_dominate,        ///< the loss takes more than the layers' activations: chunk it
    no_effect,              ///< an input's index
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(TrainingMemoryWarning::count)> training_memory_warnings{
    "no_device", "capacity_is_label", "extrapolated", "parameters_published", "sequence_above_model", "heads_not_divisible",
    "experts_not_divisible", "gpus_unused", "layout_derived", "host_holds_states", "logits_dominate",
    "no_effect"};

enum class TrainingMemoryStep {
    parameters, adapter_parameters, weights_dense, weights_experts, parameters_full, parameters_frozen, working, gradients,
    optimizer, layer_activations, kept_activations, logits, peak_loss, peak_recompute, peak_end, runtime, total, usable, spare,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(TrainingMemoryStep::count)> training_memory_steps{{
    {"parameters", "N = N_emb + N_att + N_mlp + N_exp + N_other", "N_emb N_att N_mlp N_exp N_other", Unit::parameters, "mixture-of-experts"},
    {"training_adapter_parameters", "N_r = r sum(in + out)", "r", Unit::parameters, "lora"},
    {"training_weights_dense", "n = (N - N_exp) / (t p)", "N N_exp t p", Unit::parameters, "tensor-parallelism"},
    {"training_weights_experts", "n_x = N_exp / (e p t_x)", "N_exp e p t_x", Unit::parameters, "expert-parallelism"},
    {"training_parameters_full", "W = b (n / z + n_x / z_x) + w", "b n z n_x z_x w", Unit::bytes, "mixed-precision"},
    {"training_parameters_frozen", "W = (N b / 8 + 2 N_r) / (t p z) + w", "N b N_r t p z w", Unit::bytes, "qlora"},
    {"training_working", "w = 2 (2 n_layer + V h / t)", "n_layer V h t", Unit::bytes, "fsdp"},
    {"training_gradients", "G = g (n / z + n_x / z_x)", "g n z n_x z_x", Unit::bytes, "zero"},
    {"training_optimizer", "O = o (n / z + n_x / z_x)", "o n z n_x z_x", Unit::bytes, "zero"},
    {"training_layer_activations", "a = A_1 T", "A_1 T", Unit::bytes, "vram"},
    {"training_kept_activations", "A = a L_p m_p", "a L_p m_p", Unit::bytes, "vram"},
    {"training_logits", "l = l_1 T V / t", "l_1 T V t", Unit::bytes, "vram"},
    {"training_peak_loss", "P_1 = G_0 + A + l", "G_0 A l", Unit::bytes, "vram"},
    {"training_peak_recompute", "P_2 = G_0 + A + r + g", "G_0 A r g", Unit::bytes, "vram"},
    {"training_peak_end", "P_3 = G + A / L_p + r + g", "G A L_p r g", Unit::bytes, "vram"},
    {"training_runtime", "R = R_0 + c (W + O + P)", "R_0 c W O P", Unit::bytes, "vram"},
    {"training_total", "M = W + O + max(P_1, P_2, P_3) + R", "W O P_1 P_2 P_3 R", Unit::bytes, "vram"},
    {"training_usable", "U = C - r_0", "C r_0", Unit::bytes, "vram"},
    {"training_spare", "X = U - M", "U M", Unit::bytes, "vram"},
}};

Problem evaluate_training_memory(const Request& request, Answer& answer);
Problem derive_training_memory(const Request& request, Derivation& derivation);

inline constexpr Calculator training_memory_calculator{.id = "training-memory",
                                                       .inputs = training_inputs,
                                                       .outputs = training_memory_outputs,
                                                       .steps = training_memory_steps,
                                                       .warnings = training_memory_warnings,
                                                       .evaluate = evaluate_training_memory,
                                                       .derive = derive_training_memory};

}
