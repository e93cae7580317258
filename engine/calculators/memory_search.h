#pragma once
// What would still fit, or fit again: searches over the memory model, each changing one thing. Fitting is monotone in all
// of them, so that bisection finds the bound.

#include "engine/calculators/memory_setup.h"

namespace engine {

/// Most tokens of one sequence with everything else as it is (mean_context keeps its ratio to the context; a concurrency of
/// `max` counts as one sequence). At most the model's own limit. 0: not even one token; absent without a device.
double longest_context(const MemorySetup& setup);

/// Whole sequences of the mean context that fit in one replica at once; absent without a device.
double fitting_sequences(const MemorySetup& setup, const MemoryPlan& plan);

/// Fewest GPUs of this kind with which the deployment passes `enough`, cut by lay_out() as `asked` says; a concurrency of
/// `max` counts as one sequence. Absent without a device or when not even 1,024 (64 of those that split by layers) are enough.
double fewest_gpus(const MemorySetup& setup, const AskedLayout& asked, bool (*enough)(const MemorySetup&));

/// Whether the plan of a setup that lay_out() made fits.
inline bool holds(const MemorySetup& setup) { return setup.plan.fits; }

/// For a plan that does not fit: the changes that alone would make it fit, cheapest for the reader first (cache format,
/// weight format, context, concurrency, GPUs, utilization). Formats carry no value: the caller knows the catalog.
void suggest(const MemorySetup& setup, const MemoryPlan& plan, Answer& answer);

}
