#pragma once
// The measured serving cases of content/data/measurements, ready for the model: specifications looked up in the catalog,
// lengths turned into means, doubtful values marked.

#include "engine/calculators/throughput_setup.h"
#include "site/catalog/catalog.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fit {

/// One measured quantity of a case; NaN where the source does not tell it.
struct Measured {
    double value = engine::absent;  ///< seconds
    bool is_clean = true;           ///< not in doubtful.json
};

struct ServingCase {
    std::string id, model, gpu, weights, version; ///< version: engine and build, as the notes tell
    engine::ThroughputSetup setup;
    engine::Replica replica;
    Measured tpot, ttft;

    int engine() const { return static_cast<int>(setup.memory.serving.engine); }
};

/// Reads throughput.json and doubtful.json in `folder`. Cases of `"lengths": "uniform-0.8-1.0"` print the upper end of
/// random lengths: their means are 0.9 of it. Problems are printed on standard error and end the program.
std::vector<ServingCase> read_serving_cases(const site::Catalog& catalog, const std::filesystem::path& folder);

}
