#pragma once
// `gloss size`, `gloss fields`, `gloss cases`, `gloss catalog`: the engine and the data on the command line.

#include "site/catalog/catalog.h"
#include "site/commands/command_result.h"
#include "site/render/strings.h"
#include "site/scenario/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace site {

struct SizeRequest {
    std::string calculator;
    std::vector<std::string> settings;   ///< "field=value", as --set gives them
    std::optional<std::string> input;    ///< the text of --input: a JSON object of fields
    std::string input_name = "-";        ///< its file, for messages
    std::string model_file;              ///< path of a config.json, safetensors (index) or GGUF file; empty for none
    bool json = false;
};

/// One estimate with its derivation. Exit code 1 and a line a problem for an invalid input, 2 for an unknown calculator.
CommandResult size_command(const SizeRequest&, const Catalog&, const Words&);

/// Inputs and outputs of one calculator or of all: id, unit, range, default, meaning.
CommandResult fields_command(const std::string& calculator, bool json, const Words&);

struct CasesRequest {
    std::vector<std::string> files;      ///< paths
    bool json = false;
    int worst = 0;                       ///< show only so many rows, the largest errors first; 0: all, in order
};

/// Predicted against measured. Exit code 1 when a case cannot be read.
CommandResult cases_command(const CasesRequest&, const Catalog&, const Words&);

/// What the data folder holds. `table`: accelerators, models, formats, links, or empty for all. With --json the rows as
/// they stand in the files of `data_folder`, sources included.
CommandResult catalog_command(const std::string& table, bool json, const std::string& data_folder, const Catalog&,
                              const Words&);

}
