#pragma once
// The programs that serve a model. Their versions differ in how they budget memory; only thresholds seen in their sources
// or logs are versions here.

#include <array>
#include <string_view>

namespace engine {

enum class ServingEngine { vllm, sglang, tensorrt_llm, llama_cpp, transformers };
inline constexpr std::array<std::string_view, 5> serving_engine_ids{"vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers"};

/// Generations of vLLM with a budget of their own; the other engines are taken as of today. A release between two belongs
/// to the older one. latest is 0.24 and later.
///
///     0.6   256 sequences a step; the CUDA context counts against the budget
///     0.8   1,024 sequences a step on every device
///     0.10  1,024 sequences a step on devices of 70 GiB and more, 256 on others
///     0.22  gpu_memory_utilization is 0.92 instead of 0.9
///     latest  a hybrid model's cache size in tokens is its concurrency times the context
enum class EngineVersion { latest, v0_6, v0_8, v0_10, v0_22 };
inline constexpr std::array<std::string_view, 5> engine_version_ids{"latest", "0.6", "0.8", "0.10", "0.22"};

/// Whether it splits the model over GPUs by layers unless told otherwise.
constexpr bool splits_by_layer(ServingEngine engine)
{
    return engine == ServingEngine::llama_cpp || engine == ServingEngine::transformers;
}

}
