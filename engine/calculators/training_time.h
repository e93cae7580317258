#pragma once
// How long training takes: one step, the whole job, its GPU-hours, cost and energy.
// Inputs: training_inputs (training_fields.h) and those below. The model: models/training_time.h.

#include "engine/calculators/training_fields.h"
#include "engine/models/training_time.h"

namespace engine {

/// Index of each field of training_time_inputs behind those of TrainingInput.
enum class TrainingTimeInput {
    tokens = static_cast<int>(TrainingInput::count),
    gpus_per_node, intra_fabric, inter_fabric, nics_per_node,
    async_tensor_parallel, async_expert_parallel, single_copy_dispatch, attention_kernels,
    mfu_override, goodput, gpu_hour_usd, power_w, power_usage_effectiveness,
    end
};
inline constexpr std::size_t training_time_input_count = static_cast<std::size_t>(TrainingTimeInput::end);

/// training_inputs and:
///
///     tokens          of the whole job; absent: 20 a parameter
///     gpus_per_node   absent: 8, an NVL72 rack 72
///     intra_fabric    absent: what the accelerator has (the caller fills it in)
///     inter_fabric    absent: 400 Gbit/s a NIC (Ampere and older 200, Blackwell Ultra and Rubin 800)
///     nics_per_node   that the collectives use; absent: one a GPU
///     async_tensor_parallel, async_expert_parallel, single_copy_dispatch, attention_kernels   models/training_setup.h
///     mfu_override    model FLOP/s over the peak of the precision, taken instead of the model's
///     goodput         share of wall time that trains: restarts, checkpoints and evaluations take the rest
///     power_w         of one GPU while it trains; absent: its TDP
constexpr std::array<Field, training_time_input_count> make_training_time_inputs()
{
    std::array<Field, training_time_input_count> all{};
    for (std::size_t i = 0; i < training_inputs.size(); ++i)
        all[i] = training_inputs[i];
    const auto set = [&all](TrainingTimeInput input, Field field) { all[static_cast<std::size_t>(input)] = field; };
    set(TrainingTimeInput::tokens, {.id = "tokens", .unit = Unit::tokens, .least = 1, .most = 1e18, .group = Group::load});
    set(TrainingTimeInput::gpus_per_node, {.id = "gpus_per_node", .kind = Kind::count, .unit = Unit::gpus, .least = 1,
                                           .most = 1024, .group = Group::hardware, .advanced = true});
    set(TrainingTimeInput::intra_fabric, {.id = "intra_fabric", .kind = Kind::link, .group = Group::hardware, .advanced = true});
    set(TrainingTimeInput::inter_fabric, {.id = "inter_fabric", .kind = Kind::link, .group = Group::hardware, .advanced = true});
    set(TrainingTimeInput::nics_per_node, {.id = "nics_per_node", .kind = Kind::count, .least = 1, .most = 1024,
                                           .group = Group::hardware, .advanced = true});
    set(TrainingTimeInput::async_tensor_parallel, {.id = "async_tensor_parallel", .kind = Kind::flag,
                                                   .group = Group::parallelism, .advanced = true});
    set(TrainingTimeInput::async_expert_parallel, {.id = "async_expert_parallel", .kind = Kind::flag,
                                                   .group = Group::parallelism, .advanced = true});
    set(TrainingTimeInput::single_copy_dispatch, {.id = "single_copy_dispatch", .kind = Kind::flag,
                                                  .group = Group::parallelism, .advanced = true});
    set(TrainingTimeInput::attention_kernels, {.id = "attention_kernels", .kind = Kind::choice, .group = Group::engine,
                                               .advanced = true, .choices = attention_kernels_ids});
    set(TrainingTimeInput::mfu_override, {.id = "mfu_override", .unit = Unit::fraction, .least = 1e-4, .most = 1,
                                          .group = Group::engine, .advanced = true});
    set(TrainingTimeInput::goodput, {.id = "goodput", .unit = Unit::fraction, .initial = training_time_constants.goodput,
                                     .least = .01, .most = 1, .group = Group::load, .advanced = true});
    set(TrainingTimeInput::gpu_hour_usd, {.id = "gpu_hour_usd", .unit = Unit::dollars_per_hour, .least = 0, .most = 1e6,
                                          .group = Group::prices});
    set(TrainingTimeInput::power_w, {.id = "power_w", .unit = Unit::watts, .least = 0, .most = 1e5, .group = Group::prices,
                                     .advanced = true});
    set(TrainingTimeInput::power_usage_effectiveness, {.id = "power_usage_effectiveness", .initial = 1.2, .least = 1,
                                                       .most = 5, .group = Group::prices, .advanced = true});
    return all;
}
inline constexpr auto training_time_inputs = make_training_time_inputs();

/// Index of each output in training_time_outputs.
enum class TrainingTimeOutput {
    step_s, tokens_per_s, tokens_per_s_per_gpu, tflops_per_gpu, hardware_tflops_per_gpu, mfu, hfu,
    bubble_fraction, exposed_communication_fraction, recompute_fraction,
    gpu_hours, days, cost_usd, energy_kwh,
    total_bytes, fits,
    count
};

/// tflops_per_gpu counts the model's FLOPs, hardware_tflops_per_gpu what was recomputed too. days are wall time, goodput
/// included, as are gpu_hours; energy_kwh is of the GPUs times the power usage effectiveness, hosts and network left out.
/// total_bytes and fits are training-memory's.
inline constexpr std::array<Field, static_cast<std::size_t>(TrainingTimeOutput::count)> training_time_outputs{{
    {.id = "step_s", .unit = Unit::seconds},
    {.id = "tokens_per_s", .unit = Unit::tokens_per_second},
    {.id = "tokens_per_s_per_gpu", .unit = Unit::tokens_per_second},
    {.id = "tflops_per_gpu", .unit = Unit::tflops},
    {.id = "hardware_tflops_per_gpu", .unit = Unit::tflops},
    {.id = "mfu", .unit = Unit::fraction},
    {.id = "hfu", .unit = Unit::fraction},
    {.id = "bubble_fraction", .unit = Unit::fraction},
    {.id = "exposed_communication_fraction", .unit = Unit::fraction},
    {.id = "recompute_fraction", .unit = Unit::fraction},
    {.id = "gpu_hours", .unit = Unit::hours},
    {.id = "days", .unit = Unit::days},
    {.id = "cost_usd", .unit = Unit::dollars},
    {.id = "energy_kwh", .unit = Unit::kwh},
    {.id = "total_bytes", .unit = Unit::bytes},
    {.id = "fits", .kind = Kind::flag},
}};

enum class TrainingTimeWarning {
    extrapolated,           ///< no measured case is comparable: ranges are absent
    parameters_published,   ///< the shape does not give the count; the published one is used
    sequence_above_model,   ///< the model's limit, the sequence
    heads_not_divisible,    ///< heads, tensor parallelism
    experts_not_divisible,  ///< experts, expert groups
    gpus_unused,            ///< how many
    layout_derived,         ///< tensor, pipeline: a convention chose them
    memory_exceeded,        ///< GB needed, GB usable: the time holds only if it fitted
    recompute_derived,      ///< per cent of the layers that memory forces to be recomputed
    batch_below_groups,     ///< global batch, sequences that the groups take at once
    tensor_over_host,       ///< tensor parallelism over PCIe: messages take so many per cent of the step
    tensor_across_nodes,    ///< tensor parallelism, GPUs of a server
    large_bubble,           ///< per cent of the step
    no_fast_matmul,         ///< the device has no units of the precision: 16-bit rates are used
    one_nic,                ///< fp16 ZeRO-3 as of 2021: one NIC a server carries the ring
    offload_unmeasured,     ///< a plain estimate, 25 GB/s to the host
    no_effect,              ///< an input's index
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(TrainingTimeWarning::count)> training_time_warnings{
    "extrapolated", "parameters_published", "sequence_above_model", "heads_not_divisible", "experts_not_divisible",
    "gpus_unused", "layout_derived", "memory_exceeded", "recompute_derived", "batch_below_groups", "tensor_over_host",
    "tensor_across_nodes", "large_bubble", "no_fast_matmul", "one_nic", "offload_unmeasured",
    "no_effect"};

enum class TrainingTimeStep {
    data_parallel, micro_batches, matmul_rate, matmul, attention, elementwise, cast, routing, launch, head,
    tensor_messages, context_messages, expert_messages, pipeline_messages, bubble, data_messages, optimizer_pass, step,
    tokens_per_s, model_flop, hardware_flop, tflops, mfu, hfu, days, gpu_hours, cost, energy,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(TrainingTimeStep::count)> training_time_steps{{
    {"training_data_parallel", "z = floor(n / (t p c))", "n t p c", Unit::gpus, "data-parallelism"},
    {"training_micro_batches", "m = b / (z b_1)", "b z b_1", Unit::none, "data-parallelism"},
    {"training_matmul_rate", "R = c_m R_max", "c_m R_max", Unit::flop_per_second, "tensor-core"},
    {"training_matmul", "t_mat = sum(i (F / R + c_o B / BW))", "R BW", Unit::seconds, "tflops"},
    {"training_attention", "t_att = T s a / t (d / R + c_v / V)", "T s", Unit::seconds, "tensor-core"},
    {"training_elementwise", "t_ew = c_e B_ew / BW", "c_e BW", Unit::seconds, "memory-bandwidth"},
    {"training_cast", "t_q = c_q B_q / BW", "c_q BW", Unit::seconds, "fp8"},
    {"training_routing", "t_r = c_p B_r / BW", "c_p BW", Unit::seconds, "mixture-of-experts"},
    {"training_launch", "t_l = c_l L", "c_l L", Unit::seconds, "cuda"},
    {"training_head", "t_h = m (6 T V h / (t R) + c_e B_h / BW)", "m V h t", Unit::seconds, "tflops"},
    {"training_tensor_messages", "t_tp = x m L_p (4 + 2 q) t_1", "m L_p t", Unit::seconds, "tensor-parallelism"},
    {"training_context_messages", "t_cp = x m L_p (3 + q) t_1", "m L_p c", Unit::seconds, "all-reduce"},
    {"training_expert_messages", "t_ep = x m L_p (4 + 2 q) t_1", "m L_p e", Unit::seconds, "expert-parallelism"},
    {"training_pipeline_messages", "t_pp = x 2 v m t_1", "v m", Unit::seconds, "pipeline-parallelism"},
    {"training_bubble", "t_b = (p - 1) / (v m) t_work", "p v m t_work", Unit::seconds, "pipeline-parallelism"},
    {"training_data_messages", "t_dp = max(x_h t_1, t_1 - x_o t_work)", "x_h x_o", Unit::seconds, "all-reduce"},
    {"training_optimizer_pass", "t_o = 34 n / BW", "n BW", Unit::seconds, "zero"},
    {"training_step", "t = t_work + t_msg + t_b + t_dp + t_o", "t_work t_msg t_b t_dp t_o", Unit::seconds, "data-parallelism"},
    {"training_tokens_per_s", "y = b s / t", "b s t", Unit::tokens_per_second, "tokens-per-second"},
    {"training_model_flop", "F = 6 (N_act - V h) + 6 L a d s_1", "N_act V h", Unit::flop, "tflops"},
    {"training_hardware_flop", "F_h = F (1 + q / 3)", "F q", Unit::flop, "tflops"},
    {"training_tflops", "P = y F / n", "y F n", Unit::flop_per_second, "tflops"},
    {"training_mfu", "MFU = P / P_max", "P P_max", Unit::fraction, "tflops"},
    {"training_hfu", "HFU = MFU F_h / F", "MFU F_h F", Unit::fraction, "tflops"},
    {"training_days", "d = D / (y g 86400)", "D y g", Unit::days, "gpu-hour"},
    {"training_gpu_hours", "H = 24 d n", "d n", Unit::hours, "gpu-hour"},
    {"training_cost", "C = H c_1", "H c_1", Unit::dollars, "gpu-hour"},
    {"training_energy", "E = H W PUE / 1000", "H W PUE", Unit::kwh, "tdp"},
}};

Problem evaluate_training_time(const Request& request, Answer& answer);
Problem derive_training_time(const Request& request, Derivation& derivation);

inline constexpr Calculator training_time_calculator{.id = "training-time",
                                                     .inputs = training_time_inputs,
                                                     .outputs = training_time_outputs,
                                                     .steps = training_time_steps,
                                                     .warnings = training_time_warnings,
                                                     .evaluate = evaluate_training_time,
                                                     .derive = derive_training_time};

}
