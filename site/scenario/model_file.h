#pragma once
// `--model-file`: a config.json, a safetensors file or its index, or a GGUF file -> settings of a calculator.
// Only the header of a large file is read. A safetensors file or index beside a config.json is read together with it.

#include "site/scenario/scenario.h"

#include <string>
#include <vector>

namespace site {

struct ModelFile {
    std::vector<Setting> settings;       ///< model.<member>, weights, weights_bytes_override
    std::string unknown_format;          ///< how the weights are quantised, where that is none of the catalog's formats
    std::string error;                   ///< "import_<id>" of engine::import_error_ids, or import_unreadable; empty: read
    std::string detail;                  ///< the key, tensor or architecture that the error is about
};

ModelFile read_model_file(const std::string& path);

}
