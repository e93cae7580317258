#pragma once
// A Hugging Face config.json (flattened into entries) -> a model.
//
//     const Entry entries[] = {{"model_type", "qwen3"}, {"num_hidden_layers", "36"}, ...};
//     ImportedModel m = import_config(entries);
//
// A figure goes by several names over the families (num_hidden_layers, n_layer, ...); the table in config.cpp lists them.
// A multimodal model's language half is read from `text_config.`; its vision tower is not counted.
// A family whose config does not tell its shape in these words is refused by name, not guessed.

#include "engine/import/entries.h"
#include "engine/import/imported_model.h"

namespace engine {

ImportedModel import_config(std::span<const Entry> entries);

}
