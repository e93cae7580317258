#pragma once
// The measured cases of content/data/measurements/collectives.json as arguments of the collective model.

#include "engine/models/collective.h"

#include <string>
#include <vector>

struct Case {
    std::string id, source, gpu;
    bool fitted = true; ///< false: measured in a way that no field can tell
    engine::Wiring wiring;
    engine::CollectiveGroup group;
    double bytes = 0, seconds = 0; ///< measured
    engine::FabricKind fabric{};
    engine::NetworkKind network{};
    bool between = false;
};

/// fields: what `gloss cases` sees. with_notes: also what a case's notes tell and its fields do not, which the fit
/// needs.
enum class Reading { fields, with_notes };

/// Reads DATA/{links,accelerators}.json and DATA/measurements/collectives.json; throws std::runtime_error.
std::vector<Case> read_collective_cases(const std::string& data_folder, Reading reading);
