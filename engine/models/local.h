#pragma once
// One stream (or a few) on one machine: llama.cpp and Hugging Face transformers on GeForce, workstation cards and unified
// memory. No continuous batching, no CUDA graphs to speak of, weights de-quantised on the general lanes.
//
//     LocalRun run = run_locally(model, count, gpu, format, setup, local_parameters(ServingEngine::llama_cpp));
//
// Out of scope: row split, offloading the cache, several machines, NPUs, exllamav2's overlap of chunks.

#include "engine/models/communication.h"
#include "engine/models/kv_cache.h"
#include "engine/models/lengths.h"
#include "engine/models/sustained_rate.h"
#include "engine/models/weights.h"

namespace engine {

/// Six numbers an engine, fitted for llama.cpp on 20 values of 11 devices; those of transformers are priors.
struct LocalParameters {
    double bandwidth;         ///< share of the memory bandwidth, weights
    double dequantised_bytes; ///< bytes de-quantised for 1000 FP32 FLOP
    double layer_us;          ///< us a layer, launches
    double cache_bandwidth;   ///< share of the memory bandwidth, KV cache
    double matmul;            ///< share of the FP16 rate in prefill
    double lane_flop;         ///< FP32 FLOP for each weight and token in prefill: scaling and de-quantising
    double micro_batch;       ///< prompt tokens computed at once
    double reduced_bytes;     ///< bytes of a value in an all-reduce
    bool launches_overlap;    ///< the host launches while the device works
};
const LocalParameters& local_parameters(ServingEngine engine);

/// Reading host memory, where nobody says otherwise: two channels of DDR5.
inline constexpr BytesPerSecond usual_host_bandwidth = 40 * units::GB / units::s;

struct LocalSetup {
    Layout layout;            ///< tensor and pipeline (layer split: one card works at a time)
    Link link;                ///< between the cards
    double key_bits = 16, value_bits = 16;
    double concurrency = 1;   ///< streams
    RequestLengths lengths;
    double gpu_layers = absent;     ///< layers on the GPUs; absent: all that fit,
    Bytes missing;                  ///< which is all but these bytes of weights
    BytesPerSecond host_bandwidth;  ///< of reading host memory; zero: the usual one
};

struct LocalRun {
    Seconds tpot, prefill, ttft;
    Seconds weights, cache, state, communication, launches, host, gemm, attention; ///< parts; gemm and attention of prefill
    double spilled = 0;       ///< share of the weights in host memory
    double streams = 1;
};

/// The run of a completed model.
///
///     stream(T) = ( (W/(t BW b))^3 + (W/(t deq F32 / 1000))^3 )^(1/3)     the second where weights are quantised
///     tpot      = stream(B) + kv + 2 L (all_reduce(B h) + 30 us) + (p-1) 60 us + launches     transformers: max(.., launches)
///     launches  = (L + .6 L_moe) layer_us
///     prefill   = k { (mat(T)^3 + stream(T)^3)^(1/3) + 2 L (all_reduce + 30 us) + launches + hops } + attention / (.35 F16 t)
///     mat(T)    = 2 T N / (t F16 m) + T N lane_flop / (t F32),   k = I / T micro-batches
///     ttft      = prefill + 30 ms
///
///     W bytes of the weights that T tokens touch (uniform routing), N their number, F32 and F16 of local_rates()
///
/// What does not fit is read at host_bandwidth in decode and uploaded for each micro-batch in prefill.
/// Source: research of this project on llama-bench, Ollama and llmfit runs (LOCAL.md); accuracy page.
LocalRun run_locally(const LanguageModel& completed_model, const ParameterCount& count, const Accelerator& gpu,
                     const NumberFormat& weights, const LocalSetup& setup, const LocalParameters& parameters);

/// Rates as programs without tensor-parallel serving kernels use them.
///
///     F16   dense FP16 with 16-bit accumulation: on GeForce twice the printed figure (which is for 32 bits)
///     F32   the data sheet's; twice that on A100, V100 and Turing, which have 64 FP32 lanes an SM (work counts SM clocks)
///
/// GeForce is told by its tensor rate: twice its FP32 rate, where workstation cards of the same chip have four times.
struct LocalRates {
    FlopPerSecond f16, f32;
};
LocalRates local_rates(const Accelerator& gpu);

}
