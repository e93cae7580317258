#pragma once
// What a device's matmuls and reads reach at best, measured on large matrices, against what its data sheet says.

#include "engine/specs/accelerator.h"
#include "engine/specs/number_format.h"
#include "engine/units/quantity.h"

namespace engine {

struct SustainedRates {
    BytesPerSecond memory;   ///< peak; engines' shares of it are fitted
    FlopPerSecond bf16;      ///< dense matmul with the best shape, 16-bit inputs,
    FlopPerSecond fp8;       ///< FP8 inputs; the 16-bit rate where the device has none
    FlopPerSecond fp4;       ///< FP4 inputs, likewise
    FlopPerSecond int8;      ///< INT8 inputs, likewise
    bool has_fp4 = false;
    bool blackwell = false;  ///< data-centre Blackwell and later
    bool hopper = false;
};

/// Rates of a device: the measured ones of its record where it has them, else its peaks times what its architecture reaches.
///
///     Ampere .87, Hopper .80 (16 bit) .73 (FP8), Blackwell .775 .763 .70 (FP4), CDNA3 .51, CDNA4 .62, others .75
///
/// A device that tells only its FP8 rate has half of it in 16 bits, one that tells no FP8 rate but is Hopper or Blackwell
/// twice the 16-bit rate. Zero when nothing is told.
/// Source: [ml-engineering-accelerators] MAMF table.
SustainedRates sustained_rates(const Accelerator& gpu);

/// The rate of a GEMM whose weights have `bits` and whose format allows `arithmetic`. Weights that stay wide run in 16 bits;
/// MXFP4 (less than 4.5 bits) runs with FP8 activations on devices that have FP4, in 16 bits elsewhere.
FlopPerSecond matmul_rate(const SustainedRates& rates, Arithmetic arithmetic, double bits);

}
