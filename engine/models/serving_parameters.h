#pragma once
// The fitted numbers of the serving model: habits of an engine that no data sheet tells. Seven differ by engine, the rest
// are shared; none belongs to a model or a device. tools/fit finds the values (serving_constants.h) on the measurements.
//
//     const ServingParameters& p = serving_parameters(ServingEngine::vllm);
//     Seconds launch = p.kernel_us * us * kernels;

#include "engine/models/serving_engine.h"

#include <array>
#include <string_view>

namespace engine {

struct ServingParameters {
    // One value an engine.
    double bandwidth;        ///< share of the memory bandwidth that reading weights reaches
    double matmul;           ///< share of the sustained matmul rate that a step's GEMMs reach
    double kernel_us;        ///< us a kernel of a decode step (captured in a CUDA graph)
    double launch_us;        ///< us a kernel of a step with prompts, launched one by one by the host
    double pickup_steps;     ///< decode steps until a new request is taken up
    double pickup_prefills;  ///< prompts of others that it waits for where all steps have some
    double front_end_ms;     ///< ms a request in front of the scheduler
    // Shared by the engines.
    double all_reduce_us;    ///< us, latency of the engine's own all-reduce over NVLink
    double sequence_us;      ///< us a running sequence and step: sampling, detokenising, block tables
    double cache_bandwidth;  ///< share of the memory bandwidth that reading the KV cache reaches
    double finish_spread;    ///< spread of the finishing times of requests that started together, share of the output
    double expert_skew;      ///< sigma of the lognormal popularity of experts
    double token_us;         ///< us of the front end for a prompt token
    double expert_passes;    ///< passes over memory of a routed token's 16-bit row in a MoE layer of a prefill
    double layer_passes;     ///< passes over memory of a token's 16-bit row in a layer of a prefill
    double grouped_matmul;   ///< rate of the experts' grouped GEMM relative to a dense one
    double narrow_bandwidth; ///< bandwidth of 4-bit dense weights relative to wider ones
    double block_matmul;     ///< rate of GEMMs with 128 x 128 scales relative to per-tensor FP8
    double moe_kernels;      ///< kernels a MoE layer launches on top of a dense one
    double mla_kernels;      ///< kernels MLA launches on top of GQA in a decode step,
    double mla_prefill_kernels; ///< and once more in a step with prompts
    double block_kernels;    ///< kernels a layer launches to quantise activations by blocks
    double dequantised_bytes; ///< bytes of 4-bit experts de-quantised per 1000 16-bit FLOP, where the format is not native
    double launch_share;     ///< share of a prefill's launch time that holds up the decoding sequences
};

struct ServingParameter {
    std::string_view id;
    double ServingParameters::* member;
    std::string_view unit;
    bool by_engine;
};

inline constexpr std::array serving_parameter_table{
    ServingParameter{"bandwidth", &ServingParameters::bandwidth, "share", true},
    ServingParameter{"matmul", &ServingParameters::matmul, "share", true},
    ServingParameter{"kernel_us", &ServingParameters::kernel_us, "us", true},
    ServingParameter{"launch_us", &ServingParameters::launch_us, "us", true},
    ServingParameter{"pickup_steps", &ServingParameters::pickup_steps, "steps", true},
    ServingParameter{"pickup_prefills", &ServingParameters::pickup_prefills, "prompts", true},
    ServingParameter{"front_end_ms", &ServingParameters::front_end_ms, "ms", true},
    ServingParameter{"all_reduce_us", &ServingParameters::all_reduce_us, "us", false},
    ServingParameter{"sequence_us", &ServingParameters::sequence_us, "us", false},
    ServingParameter{"cache_bandwidth", &ServingParameters::cache_bandwidth, "share", false},
    ServingParameter{"finish_spread", &ServingParameters::finish_spread, "share", false},
    ServingParameter{"expert_skew", &ServingParameters::expert_skew, "sigma", false},
    ServingParameter{"token_us", &ServingParameters::token_us, "us", false},
    ServingParameter{"expert_passes", &ServingParameters::expert_passes, "passes", false},
    ServingParameter{"layer_passes", &ServingParameters::layer_passes, "passes", false},
    ServingParameter{"grouped_matmul", &ServingParameters::grouped_matmul, "share", false},
    ServingParameter{"narrow_bandwidth", &ServingParameters::narrow_bandwidth, "share", false},
    ServingParameter{"block_matmul", &ServingParameters::block_matmul, "share", false},
    ServingParameter{"moe_kernels", &ServingParameters::moe_kernels, "kernels", false},
    ServingParameter{"mla_kernels", &ServingParameters::mla_kernels, "kernels", false},
    ServingParameter{"mla_prefill_kernels", &ServingParameters::mla_prefill_kernels, "kernels", false},
    ServingParameter{"block_kernels", &ServingParameters::block_kernels, "kernels", false},
    ServingParameter{"dequantised_bytes", &ServingParameters::dequantised_bytes, "bytes/kFLOP", false},
    ServingParameter{"launch_share", &ServingParameters::launch_share, "share", false},
};
static_assert(sizeof(ServingParameters) == serving_parameter_table.size() * sizeof(double));

/// The shipped values. Engines of single streams (llama.cpp, transformers) have their own in local.h and get vLLM's here.
const ServingParameters& serving_parameters(ServingEngine engine);

}
