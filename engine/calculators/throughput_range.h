#pragma once
// The range of an answer: the errors seen on comparable cases, none where no case is comparable.

#include "engine/calculators/throughput_setup.h"
#include "engine/models/error_range.h"

namespace engine {

/// Comparable cases of a served load: same engine on Hopper or Blackwell, a dense or MoE decoder with full, sliding or latent
/// attention in FP8, NVFP4, MXFP4 or 16 bits, on one server, without drafts or pipeline. Of a local run: llama.cpp with one
/// stream on cards that hold the model, or on unified memory. All else has an absent range.
ErrorRange tpot_range(const ThroughputSetup& setup);
ErrorRange ttft_range(const ThroughputSetup& setup);
/// Of the time of a whole request, which the rates follow.
ErrorRange request_range(const ThroughputSetup& setup);

}
