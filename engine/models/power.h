#pragma once
// Electric power of devices that serve, from their thermal design power.

#include "engine/models/decode.h"

namespace engine {

/// What a step keeps busy, shares of the device's peaks over the whole time.
struct Activity {
    double memory = 0; ///< share of the peak memory bandwidth in use
    double matmul = 0; ///< share of the sustained matmul rate in use
};

/// Power of one device.
///
///     P = TDP min(1, .35 + .45 memory + .45 matmul)
///
/// Chosen by hand: idle boards with a context draw about a third, decoding about two thirds, prefill all of it; no case
/// measures it, so the range is not given. CPUs, network and cooling are not in it.
/// NaN where the device tells no TDP.
Watts device_power(const Accelerator& gpu, Activity activity);

}
