#pragma once
// The roofs of all accelerators for the arithmetic of the scenario's weights, and where the model's decode and prefill stand.
//
//     roof(I) = min(P, b I)      P  dense peak of the arithmetic    b  peak bandwidth    I  FLOP per byte read
//
// A point's intensity is of one GPU and one step, with the bytes that the engine's own derivation reads: weights (its step
// weights_read) and, in decode, the cache (cache_read). Its height is what the throughput model says is reached.

#include "web/lab/evaluation/scenario.h"

namespace lab {

struct Roof {
    const Device* device = nullptr;
    double peak = 0, bandwidth = 0;      ///< FLOP/s, bytes/s
    double at(double intensity) const { return intensity * bandwidth < peak ? intensity * bandwidth : peak; }
    double ridge() const { return peak / bandwidth; }
};

struct RooflinePoint {
    double intensity = engine::absent, rate = engine::absent; ///< FLOP/byte, FLOP/s of one GPU
    bool exists() const { return intensity > 0 && rate > 0; }
};

struct Roofline {
    std::vector<Roof> roofs;             ///< of devices that have the arithmetic, in the catalog's order
    engine::Arithmetic arithmetic = engine::Arithmetic::bf16;
    RooflinePoint decode, prefill;
};

Roofline make_roofline(const Scenario& serving, const Catalog&);

}
