#include "engine/models/sustained_rate.h"

namespace engine {

namespace {

using namespace units;

/// Share of the dense peak that the best-shaped matmul reaches.
struct Shares {
    double bf16, fp8, fp4;
};

Shares shares_of(Architecture architecture)
{
    switch (architecture) {
    case Architecture::ampere: return {.87, .75, .75};
    case Architecture::hopper: return {.80, .73, .75};
    case Architecture::blackwell:
    case Architecture::rubin: return {.775, .763, .70};
    case Architecture::cdna2:
    case Architecture::cdna3: return {.51, .51, .51};
    case Architecture::cdna4:
    case Architecture::cdna5: return {.62, .62, .62};
    default: return {.75, .75, .75};
    }
}

double first_present(double a, double b, double c) { return value_or(a, value_or(b, c)); }

}

SustainedRates sustained_rates(const Accelerator& gpu)
{
    const auto architecture = static_cast<Architecture>(static_cast<int>(gpu.architecture));
    const Shares share = shares_of(architecture);
    const double bf16 = first_present(gpu.bf16, gpu.fp16, value_or(gpu.fp8, 0) / 2);
    SustainedRates rates;
    rates.memory = value_or(gpu.memory_bandwidth, 0) * B / s;
    rates.hopper = architecture == Architecture::hopper;
    rates.blackwell = architecture == Architecture::blackwell || architecture == Architecture::rubin;
    rates.has_fp4 = is_present(gpu.fp4);
    rates.bf16 = value_or(gpu.sustained_bf16, bf16 * share.bf16) * FLOP / s;
    const double twice = rates.hopper || rates.blackwell ? 2 * bf16 * share.fp8 : rates.bf16.in(FLOP / s);
    rates.fp8 = first_present(gpu.sustained_fp8, gpu.fp8 * share.fp8, twice) * FLOP / s;
    rates.fp4 = first_present(gpu.sustained_fp4, gpu.fp4 * share.fp4, rates.bf16.in(FLOP / s)) * FLOP / s;
    rates.int8 = first_present(gpu.int8 * share.fp8, rates.bf16.in(FLOP / s), 0) * FLOP / s;
    return rates;
}

FlopPerSecond matmul_rate(const SustainedRates& rates, Arithmetic arithmetic, double bits)
{
    constexpr double widest_fp8 = 9, narrowest_nvfp4 = 4.5;
    if (bits > widest_fp8)
        return rates.bf16;
    switch (arithmetic) {
    case Arithmetic::fp8: return rates.fp8;
    case Arithmetic::int8: return rates.int8;
    case Arithmetic::fp4:
        if (bits < narrowest_nvfp4)
            return rates.has_fp4 ? rates.fp8 : rates.bf16;
        return rates.has_fp4 ? rates.fp4 : rates.bf16;
    default: return rates.bf16;
    }
}

}
