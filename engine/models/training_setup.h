#pragma once
// How a training run is laid out: what the reader chose, and what follows for everything that was left open.
//
//     TrainingSetup setup{.precision = ..., .gpus = 64, .sequence = 8192};     // absent members are open
//     TrainingSetup told = completed_setup(setup, model, count, gpu, intra, SetupPurpose::time);
//
// Of a completed setup only compiled, tokens and nics_per_node may be absent, and for time recompute and its share.
//
// Members are doubles as in a specification: an enumeration is its index, a flag 0 or 1. Every rule that fills a member in
// is a convention and none is fitted; the calculators list them in the help of the field.

#include "engine/models/transformer.h"
#include "engine/specs/accelerator.h"
#include "engine/specs/link.h"

#include <array>
#include <string_view>

namespace engine {

enum class TrainingMethod { full, lora, qlora };
inline constexpr std::array<std::string_view, 3> training_method_ids{"full", "lora", "qlora"};

enum class LoraTargets { all_linear, attention };
inline constexpr std::array<std::string_view, 2> lora_targets_ids{"all-linear", "attention"};

/// *_mixed keep an fp32 copy of the weights; bf16 and fp32 train in that format alone.
enum class Precision { bf16_mixed, fp16_mixed, fp8_mixed, nvfp4_mixed, bf16, fp32 };
inline constexpr std::array<std::string_view, 6> precision_ids{"bf16-mixed",  "fp16-mixed", "fp8-mixed",
                                                               "nvfp4-mixed", "bf16",       "fp32"};

enum class Optimizer { adamw, adamw_8bit, adafactor, sgd, lion, muon };
inline constexpr std::array<std::string_view, 6> optimizer_ids{"adamw", "adamw-8bit", "adafactor", "sgd", "lion", "muon"};

/// What the ranks of a data-parallel group divide: nothing, the optimizer's state, gradients too, weights too (FSDP).
enum class Sharding { ddp, zero1, zero2, zero3 };
inline constexpr std::array<std::string_view, 4> sharding_ids{"ddp", "zero1", "zero2", "zero3"};

enum class Offload { none, optimizer, optimizer_parameters };
inline constexpr std::array<std::string_view, 3> offload_ids{"none", "optimizer", "optimizer+parameters"};

/// selective: with FSDP every other matmul and what is cheap is done again (torchtitan), else the attention core (Megatron).
enum class Recompute { none, selective, full };
inline constexpr std::array<std::string_view, 3> recompute_ids{"none", "selective", "full"};

/// native: written for the GPU's generation (cuDNN, FlashAttention-3), softmax beside the matrix units from Hopper on.
/// flash2: FlashAttention-2 class, which newer generations run at a fraction of their matrix rate.
enum class AttentionKernels { native, flash2 };
inline constexpr std::array<std::string_view, 2> attention_kernels_ids{"native", "flash2"};

struct TrainingSetup {
    double method = 0, lora_rank = absent, lora_targets = 0;
    double base_bits = absent; ///< bits a weight of a frozen base's linear layers
    double precision = 0, gradient_bytes = absent, optimizer = 0, sharding = absent, offload = 0;
    double gpus = absent;
    double tensor = absent, pipeline = absent, virtual_stages = absent, context = absent, expert = absent;
    double sequence_parallel = absent;
    double sequence = absent, micro_batch = absent, global_batch = absent; ///< tokens, sequences, sequences
    double tokens = absent;                                                ///< of the whole job
    double recompute = absent;
    double fused_attention = absent, chunked_loss = 0, compiled = absent;
    double async_tensor = absent;  ///< tensor-parallel messages overlap with their matmuls
    double async_experts = absent; ///< expert all-to-all overlaps with the other half of a pipeline's pair
    double single_copy = absent;   ///< a token crosses once to each server that wants it, and is copied there
    double attention_kernels = absent;
    double gpus_per_node = absent, nics_per_node = absent;

    double data = absent;            ///< data-parallel groups, derived
    double micro_batches = absent;   ///< of one step and group, derived
    double recompute_share = absent; ///< of the layers; derived where `recompute` was open
    double light_share = 0;          ///< of the layers, where only what is cheap is done again; derived with it
    bool gathers_gradients = false;  ///< more than one micro-batch is known to be summed
};

template<class Enum>
bool chosen(double member, Enum value)
{
    return member == static_cast<double>(value);
}

inline bool is_adapter(const TrainingSetup& s) { return !chosen(s.method, TrainingMethod::full); }
inline bool is_zero3(const TrainingSetup& s) { return chosen(s.sharding, Sharding::zero3); }
inline bool is_pure(const TrainingSetup& s) { return s.precision >= static_cast<double>(Precision::bf16); }

/// Ampere and older: no asynchronous matrix instructions.
bool is_recent(const Accelerator& gpu);

/// Fills in what is open. `purpose` matters for two conventions: without a micro-batch memory takes one sequence and time
/// what feeds the GPU; without `recompute` memory takes none and time leaves it open (training_time.h finds the share).
///
///     sequence         min(context of the model, 8192)
///     layout           nothing told: ZeRO-3 below 30 B parameters or up to 8 GPUs; else TP 8, the least PP that holds the
///                      states in 45 % of the memory, ZeRO-1 (experts: EP up to 64 instead of TP, 30 %).
///                      Adapters: the least TP x PP that holds the base in 60 %, DDP
///     gpus             memory: one server, or the layout's product; time: the power of two that ends the job in 60 days at
///                      40 % of the peak, 8 to 16,384 (adapters: 8)
///     sharding         one GPU: ddp; a layout that was told: zero1
///     global_batch     4 Mi tokens below 30 B parameters, else 16 Mi, whole multiples of the data-parallel groups
///     micro_batch      time: up to 8 Ki tokens (16 Ki ZeRO-3, 4 Ki with a pipeline) that divide the batch
///     virtual_stages   time, pipeline with ZeRO-1: doubled until the bubble is under a fifth; else 1
///     fused_attention  not for fp16-mixed, which predates FlashAttention; without it recompute is full
///     sequence_parallel  with tensor parallelism and fused attention
///     attention_kernels  flash2 with ZeRO-3, else native;   gradient_bytes  4; 2 in pure bf16,
///                      and in FP8 and FP4 without ZeRO-3
///     async_tensor     Hopper and newer, fused attention, not ZeRO-3;   async_experts  the same with a pipeline
///     single_copy      Blackwell and newer, or from 64 expert groups on (DeepEP, HybridEP)
///     gpus_per_node    8, an NVL72 rack 72, at most gpus;   nics_per_node  1 for the ZeRO-3 ring of fp16-mixed, else open
enum class SetupPurpose { memory, time };
TrainingSetup completed_setup(TrainingSetup setup, const LanguageModel& completed_model, const ParameterCount& count,
                              const Accelerator& gpu, const Link& intra, SetupPurpose purpose);

}
