#pragma once
// What a device is, as its driver and its data sheet tell. Every rate is dense and peak; sustained rates are apart.

#include "engine/specs/record.h"

#include <array>

namespace engine {

/// The families whose software paths differ. The JSON value is the name; the record holds the index.
enum class Architecture { other, volta, turing, ampere, ada, hopper, blackwell, blackwell_geforce, rubin,
                          cdna2, cdna3, cdna4, cdna5, rdna3, rdna4, gaudi, tpu, apple };
inline constexpr std::array<std::string_view, 18> architecture_ids{
    "other", "volta", "turing", "ampere", "ada", "hopper", "blackwell", "blackwell-geforce", "rubin",
    "cdna2", "cdna3", "cdna4", "cdna5", "rdna3", "rdna4", "gaudi", "tpu", "apple"};

struct Accelerator {
    double architecture = 0;              ///< index into architecture_ids
    double memory_bytes = absent;         ///< what the driver reports to a program, never the label
    double memory_is_label = 0;           ///< 1: no driver's figure is known, memory_bytes is the label in GB after all
    double memory_bandwidth = absent;     ///< bytes/s, peak
    double fp64 = absent, fp32 = absent, tf32 = absent, fp16 = absent, bf16 = absent; ///< FLOP/s, dense, per device;
    double fp8 = absent, fp6 = absent, fp4 = absent, int8 = absent, int4 = absent;    ///< tensor units where it has them
    double tdp = absent;                  ///< W
    double unified_memory = 0;            ///< 1: shares its memory with the host (Apple, GB10)
    double sustained_bf16 = absent, sustained_fp8 = absent, sustained_fp4 = absent; ///< FLOP/s, measured on large matmuls
    double sustained_bandwidth = absent;  ///< bytes/s, measured on large copies
};

inline constexpr std::array accelerator_members{
    Member<Accelerator>{"architecture", &Accelerator::architecture},
    Member<Accelerator>{"memory_bytes", &Accelerator::memory_bytes},
    Member<Accelerator>{"memory_is_label", &Accelerator::memory_is_label},
    Member<Accelerator>{"memory_bandwidth", &Accelerator::memory_bandwidth},
    Member<Accelerator>{"fp64", &Accelerator::fp64},
    Member<Accelerator>{"fp32", &Accelerator::fp32},
    Member<Accelerator>{"tf32", &Accelerator::tf32},
    Member<Accelerator>{"fp16", &Accelerator::fp16},
    Member<Accelerator>{"bf16", &Accelerator::bf16},
    Member<Accelerator>{"fp8", &Accelerator::fp8},
    Member<Accelerator>{"fp6", &Accelerator::fp6},
    Member<Accelerator>{"fp4", &Accelerator::fp4},
    Member<Accelerator>{"int8", &Accelerator::int8},
    Member<Accelerator>{"int4", &Accelerator::int4},
    Member<Accelerator>{"tdp", &Accelerator::tdp},
    Member<Accelerator>{"unified_memory", &Accelerator::unified_memory},
    Member<Accelerator>{"sustained_bf16", &Accelerator::sustained_bf16},
    Member<Accelerator>{"sustained_fp8", &Accelerator::sustained_fp8},
    Member<Accelerator>{"sustained_fp4", &Accelerator::sustained_fp4},
    Member<Accelerator>{"sustained_bandwidth", &Accelerator::sustained_bandwidth},
};
static_assert(describes<Accelerator>(accelerator_members));

}
