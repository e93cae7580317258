#pragma once
// The measured serving cases of content/data/measurements, ready for the model: specifications looked up in the catalog,
// lengths turned into means, doubtful values marked.

#include "engine/calculators/throughput_setup.h"
#include "site/catalog/catalog.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fit {

/// One measured quantity of a case; NaN where the source does not tell it.
struct Measured {
    double value = engine::absent;  ///< seconds
    bool is_clean = true;           ///< not in doubtful.json
};

/// A case as its file has it.
struct MeasuredCase {
    std::string id, model, gpu, weights, version; ///< version: engine and build, as the notes tell
    engine::Inputs inputs{};        ///< of throughput, lengths as means
    engine::Specifications specs;
    std::map<std::string, double> measured; ///< base units
};

struct ServingCase : MeasuredCase {
    engine::ThroughputSetup setup;
    engine::Replica replica;
    Measured tpot, ttft;
    Measured rate;                  ///< output tokens/s of a saturated deployment

    int engine() const { return static_cast<int>(setup.memory.serving.engine); }
};

/// Reads the cases of one file. Cases of `"lengths": "0.8-1.0"` print the upper end of
/// random lengths: their means are 0.9 of it. Problems are printed on standard error and end the program.
std::vector<MeasuredCase> read_cases(const site::Catalog& catalog, const std::filesystem::path& file);

/// The cases of throughput.json and throughput-saturated.json in `folder`, set up for the serving model, with the marks of
/// doubtful.json.
std::vector<ServingCase> read_serving_cases(const site::Catalog& catalog, const std::filesystem::path& folder);

}
