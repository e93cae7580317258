// The boundary of import.wasm: the header of a model file in, a model out. Its own module, since few readers drop a file.
//
// 1. The page asks for room with buffer(bytes) and writes there: the first bytes of a GGUF file as they are, or a JSON
//    object flattened by JSON.parse into "key\0value\0key\0value\0..." (UTF-8; see engine/import/entries.h).
// 2. It calls gguf(bytes), config(bytes) or safetensors(bytes); the result is an index into import_error_ids. On
//    `truncated` it reads more of the file and begins again.
// 3. model() is the LanguageModel as doubles in the order of language_model_members; facts() is weights_bytes, tensors,
//    tensor_parameters. Absent is NaN.
// 4. text(0) is the error's detail, text(1) the file's own name, text(2) the format's catalog id, text(3) how the weights
//    are quantised where that is no format of the catalog: each an address whose
//    length is text_length(n). They point into the buffer, so they are read before the next buffer().
// 5. Nothing leaves the browser; the module imports nothing.

#include "engine/import/config.h"
#include "engine/import/gguf.h"
#include "engine/import/safetensors.h"

#include <cstdlib>
#include <vector>

using namespace engine;

namespace {

unsigned char* bytes = nullptr;
std::size_t capacity = 0;
ImportedModel imported;
double facts_record[3];

int keep(const ImportedModel& model)
{
    imported = model;
    facts_record[0] = model.weights_bytes;
    facts_record[1] = model.tensors;
    facts_record[2] = model.tensor_parameters;
    return static_cast<int>(model.error);
}

/// The buffer's "key\0value\0" pairs; what is not closed by a zero is dropped.
std::vector<Entry> entries_of(std::size_t size)
{
    std::vector<Entry> entries;
    const char* at = reinterpret_cast<const char*>(bytes);
    const char* const end = at + (size < capacity ? size : capacity);
    std::string_view key;
    bool have_key = false;
    for (const char* start = at; at < end; ++at) {
        if (*at != '\0')
            continue;
        const std::string_view text(start, static_cast<std::size_t>(at - start));
        start = at + 1;
        if (have_key)
            entries.push_back({key, text});
        else
            key = text;
        have_key = !have_key;
    }
    return entries;
}

std::string_view text_of(int which)
{
    return which == 0   ? imported.detail
           : which == 1 ? imported.name
           : which == 2 ? imported.weights
                        : imported.unknown_weights;
}

}

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

EXPORT(buffer) unsigned char* import_buffer(std::size_t size)
{
    if (size > capacity) {
        std::free(bytes);
        bytes = static_cast<unsigned char*>(std::malloc(size));
        capacity = bytes ? size : 0;
    }
    return bytes;
}

EXPORT(gguf) int import_gguf_bytes(std::size_t size) { return keep(import_gguf({bytes, size < capacity ? size : capacity})); }
EXPORT(config) int import_config_bytes(std::size_t size) { return keep(import_config(entries_of(size))); }
EXPORT(safetensors) int import_safetensors_bytes(std::size_t size) { return keep(import_safetensors(entries_of(size))); }
EXPORT(model) const double* import_model() { return reinterpret_cast<const double*>(&imported.model); }
EXPORT(facts) const double* import_facts() { return facts_record; }
EXPORT(text) const char* import_text(int which) { return text_of(which).data(); }
EXPORT(text_length) std::size_t import_text_length(int which) { return text_of(which).size(); }
