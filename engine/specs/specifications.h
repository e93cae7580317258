#pragma once
// Everything from the catalog that one request can name. It crosses the WebAssembly boundary as one array of doubles,
// in the order of the members here; a specification that a calculator does not use stays absent.

#include "engine/specs/accelerator.h"
#include "engine/specs/language_model.h"
#include "engine/specs/link.h"
#include "engine/specs/number_format.h"

namespace engine {

struct Specifications {
    LanguageModel model;
    Accelerator gpu;
    NumberFormat weights, kv_cache, value_cache;
    Link intra_fabric, inter_fabric;
};

}
