#pragma once
// The tensor list of a safetensors header, or of a model.safetensors.index.json -> a model, or the exact bytes of one.
//
// A header is JSON: name -> {dtype, shape, data_offsets}; the caller flattens it into entries ("<name>.dtype" = "BF16",
// "<name>.shape.0" = "4096", ...). Shapes tell the model: embedding rows are the vocabulary, the highest layer number the
// layers, q_proj and k_proj the heads once a head's size is known (from q_norm, else 128, else hidden / 64).
// An index lists names and a total size but no shapes: it gives the bytes only, and `no_shapes` says what else is needed.
// Source: [safetensors-format].

#include "engine/import/entries.h"
#include "engine/import/imported_model.h"

namespace engine {

ImportedModel import_safetensors(std::span<const Entry> entries);

/// Adds what a tensor list knows exactly (bytes, tensors, format) to a model whose shape a config.json gave.
ImportedModel with_tensors_of(ImportedModel shape, const ImportedModel& tensors);

}
