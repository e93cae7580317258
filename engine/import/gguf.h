#pragma once
// A GGUF file's header (llama.cpp) -> a model. Only the metadata and the tensor table are read; the weights are not.
//
//     std::span<const unsigned char> start = first bytes of the file;       // 16 MiB is enough for most
//     ImportedModel m = import_gguf(start);
//     if (m.error == ImportError::truncated) read more and try again;
//
// Layout: magic "GGUF", u32 version, u64 tensors, u64 pairs; each pair a string key, u32 type, value; each tensor a string
// name, u32 dimensions, u64 sizes (fastest first), u32 type, u64 offset. Little-endian. Version 1 has 32-bit lengths and
// no known files; versions 2 and 3 have the same layout. Source: [gguf-spec]. Bits of a tensor type: [gguf-parser].

#include "engine/import/imported_model.h"

#include <span>

namespace engine {

ImportedModel import_gguf(std::span<const unsigned char> first_bytes);

/// Bits a weight of a tensor type of the format (12 is Q4_K: 4.5), absent for an unknown number.
double ggml_type_bits(unsigned type);

}
