#pragma once
// The answer of a set-up throughput request before it is put into fields: one shape for the serving and the local model.

#include "engine/calculators/throughput.h"

#include "engine/models/power.h"

namespace engine {

struct ThroughputEstimate {
    bool is_local = false;
    Served served;            ///< of one replica; default where local
    LocalRun local;           ///< default where served
    Seconds prefill, ttft, tpot, queue;
    Seconds front;            ///< before the scheduler sees a request; zero where local
    double requests_per_s = 0, output_tokens_per_s = 0; ///< of the whole deployment
    double running = 0, capacity = 0;                   ///< likewise
    ThroughputBound bound = ThroughputBound::memory;
    Activity activity;        ///< of each device
};

/// Runs the model that the setup asks for. `replica` is read by the serving model only.
ThroughputEstimate estimate_throughput(const ThroughputSetup& setup, const Replica& replica);

}
