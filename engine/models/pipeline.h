#pragma once
// A pipeline of stages: how long it idles, and how many micro-batches a stage holds.

#include <algorithm>

namespace engine {

/// Idle time as a share of the work: warm-up and drain of the 1F1B schedule.
///
///     b = (p - 1) / (v m)
///
///     p  stages     v  virtual stages of one GPU (1: not interleaved)     m  micro-batches of a step
///
/// Source: [megatron-2021] section 2.2.
constexpr double bubble_of_work(double stages, double virtual_stages, double micro_batches)
{
    return (stages - 1) / (virtual_stages * micro_batches);
}

/// Micro-batches whose activations the first stage holds.
///
///     min(p, m) (1 + (p - 1) / (p v)), the bracket only when interleaved (v > 1)
///
/// Source: [korthikanti-2022] section 4.2.3.
constexpr double micro_batches_in_flight(double stages, double virtual_stages, double micro_batches)
{
    if (stages <= 1)
        return 1;
    const double interleaved = virtual_stages > 1 ? 1 + (stages - 1) / (stages * virtual_stages) : 1;
    return std::min(stages, micro_batches) * interleaved;
}

}
