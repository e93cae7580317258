#pragma once
// What a model file tells: its shape, and where the file lists tensors the exact bytes of its weights.
//
// Only headers are read: the first bytes of a GGUF or safetensors file, or config.json as text entries. Files come from
// strangers, so every length is checked against the bytes at hand and every count against a limit; nothing is allocated
// by a number that the file states.

#include "engine/specs/language_model.h"

#include <string_view>

namespace engine {

/// What is wrong with a file. The words are import.<id> in assets/strings; `detail` names the key, tensor or architecture.
enum class ImportError {
    none,
    truncated,             ///< the header goes on beyond the bytes given: read more of the file, or it is cut
    not_this_kind,         ///< the magic bytes or the first characters are of another kind of file
    bad_version,           ///< a GGUF version that has no known layout
    bad_structure,         ///< a length, count or type that no such file can have
    unknown_architecture,  ///< readable, but of a family whose shape is not known (detail: its name)
    not_a_decoder,         ///< an encoder, diffusion or speech model (detail: its name)
    missing_key,           ///< a figure without which there is no shape (detail: the key)
    bad_value,             ///< a figure out of any sensible range (detail: the key)
    no_shapes,             ///< an index that lists names but no shapes: config.json is needed as well
};
inline constexpr std::array<std::string_view, 10> import_error_ids{
    "none", "truncated", "not_this_kind", "bad_version", "bad_structure", "unknown_architecture", "not_a_decoder",
    "missing_key", "bad_value", "no_shapes"};

struct ImportedModel {
    LanguageModel model;
    std::string_view name;           ///< as the file calls itself; points into the file's bytes
    std::string_view weights;        ///< catalog id of the format that fits best, "" if the file does not tell
    std::string_view unknown_weights; ///< how they are quantised, where no format of the catalog is that
    double weights_bytes = absent;   ///< all tensors, exactly; absent when the file lists none
    double tensors = 0;              ///< how many tensors were counted
    double tensor_parameters = absent; ///< elements of all tensors (packed 4-bit elements counted as stored)
    ImportError error = ImportError::none;
    std::string_view detail;         ///< of the error
};

}
