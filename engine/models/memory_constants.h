#pragma once
// Every number of the memory models that no config and no data sheet tells: what serving engines set aside and how they
// split it. One place, each with where it was seen. None belongs to one model or one device.

#include "engine/units/quantity.h"

namespace engine::memory_constants {

using units::B, units::MiB, units::GiB;

// --- the device -----------------------------------------------------------------------------------------------------

/// What nvidia-smi lists but CUDA programs do not get: an H100 shows 81,559 MiB and 79.18 GiB to torch.
inline constexpr Bytes nvidia_reserve = 0.47 * GiB;
/// A process's CUDA context: 0.47-0.92 GiB seen (A100, torch 2.1).
inline constexpr Bytes context = 0.5 * GiB;
/// macOS lets the GPU wire about three quarters of the memory (recommendedMaxWorkingSetSize).
inline constexpr double apple_share = 0.75;

// --- all serving engines --------------------------------------------------------------------------------------------

/// Memory taken outside the framework's allocator, context not counted: 0.13 GiB on one GPU, 0.54 on two (communicators
/// and their buffers; vLLM of 2025 on H100).
inline constexpr Bytes outside_allocator = 0.13 * GiB, communicators = 0.41 * GiB;
/// Same for vLLM before 0.8, which counted the context: 1.79 GiB on one GPU, 3.58 on two.
inline constexpr Bytes outside_allocator_v0 = 1.79 * GiB;

/// The sampler's working memory, bytes for each sequence and vocabulary entry: logits in 16 and 32 bits, the sort's values,
/// 64-bit indices and scratch, probabilities. 4.76 GiB / (1024 x 128,256); the same 39 bytes give 5.64 GiB for 151,936
/// entries (measured 5.64) and 1.19 for 256 sequences (1.26); it does not shrink with tensor parallelism (measured).
inline constexpr Bytes sampler_per_logit = 39 * B;
/// Tensors as wide as the hidden state that live at once in a layer.
inline constexpr double live_hidden = 4;
/// Tensors as wide as an MLP that live at once: gate, up and their product.
inline constexpr double live_mlp = 3;
/// Least activation memory (aiconfigurator's MIN_ACTIVATION_BYTES: 70 TensorRT-LLM, 90 SGLang).
inline constexpr Bytes least_activation = 90 * MiB;

/// Sequences a step may hold and tokens it may prefill, by whether the device is large (70 GiB and more, A100 excepted).
inline constexpr Bytes large_device = 70 * GiB;
inline constexpr double sequences_large = 1024, sequences_small = 256;
inline constexpr double batch_tokens_large = 8192, batch_tokens_small = 2048;
/// Kernels of MXFP4 experts want widths in multiples of this: gpt-oss's 2,880 becomes 3,072. Loaded sizes: 13.45 GiB
/// (logged 13.47) and 64.5 GiB (64.38).
inline constexpr double mxfp4_width = 256;
/// Vocabulary rows are padded so that every rank holds a multiple (Megatron, vLLM).
inline constexpr double vocabulary_rows = 64;

/// What operators raise the engine's share of the memory to where its default leaves too little; SGLang's leaves out activations.
inline constexpr double bold_utilization = 0.95, sglang_bold_fraction = 0.92;

// --- vLLM -----------------------------------------------------------------------------------------------------------

/// gpu_memory_utilization: share of the whole device. 0.9 up to 0.19, 0.92 since 0.22.
inline constexpr double vllm_utilization_old = 0.9, vllm_utilization = 0.92;
inline constexpr double vllm_block_tokens = 16;
/// Groups of layers of nearly equal size are not cut to the smallest (kv_cache_utils).
inline constexpr double vllm_group_slack = 1.25;
/// Blocks of state a recurrent layer keeps for a sequence: the current one and the one being filled (mamba cache "align").
/// 299 blocks / (63 attention + 3 x 2 state) = 4.33, logged 4.33.
inline constexpr double vllm_state_blocks = 2;

// --- SGLang ---------------------------------------------------------------------------------------------------------

/// Of mem_fraction_static's default: reserved MiB = 512 + 1.5 x chunked prefill + 2 x CUDA-graph batch + 128 x ranks,
/// at least 10 GiB on devices above 60 GiB (server_args, PR 10975).
inline constexpr Bytes sglang_metadata = 512 * MiB, sglang_per_prefill_token = 1.5 * MiB, sglang_per_graph_batch = 2 * MiB;
inline constexpr Bytes sglang_per_rank = 128 * MiB, sglang_least_reserve = 10 * GiB, sglang_reserve_from = 60 * GiB;

// --- TensorRT-LLM ---------------------------------------------------------------------------------------------------

/// free_gpu_memory_fraction: of what is free once weights and activations are there.
inline constexpr double tensorrt_free_fraction = 0.9;
inline constexpr double tensorrt_block_tokens = 32;
inline constexpr double tensorrt_sequences = 2048;

// --- llama.cpp ------------------------------------------------------------------------------------------------------

inline constexpr double llama_batch_tokens = 512;   ///< n_ubatch, which the compute buffer is made for
inline constexpr double llama_cell_padding = 256;   ///< cells of the cache come in multiples
inline constexpr double llama_live_hidden = 3;      ///< fp32 tensors as wide as the hidden state at the graph's peak
inline constexpr Bytes llama_runtime = 0.2 * GiB;   ///< context and library, 150-250 MiB
inline constexpr Bytes llama_margin = 1 * GiB;      ///< --fit-target: what automatic placement leaves free

}
