#include "engine/import/safetensors.h"

namespace engine {

namespace {

struct TypeBytes {
    std::string_view name;
    double bytes;
    std::string_view format; ///< of a model whose matrices are mostly of this type
};

constexpr std::array type_bytes{
    TypeBytes{"F64", 8, "fp32"},    TypeBytes{"F32", 4, "fp32"},    TypeBytes{"F16", 2, "fp16"},
    TypeBytes{"BF16", 2, "bf16"},   TypeBytes{"F8_E4M3", 1, "fp8"}, TypeBytes{"F8_E5M2", 1, "fp8"},
    TypeBytes{"F8_E8M0", 1, ""},    TypeBytes{"I64", 8, ""},        TypeBytes{"I32", 4, ""},
    TypeBytes{"I16", 2, ""},        TypeBytes{"I8", 1, "int8"},     TypeBytes{"U8", 1, ""},
    TypeBytes{"U16", 2, ""},        TypeBytes{"U32", 4, ""},        TypeBytes{"U64", 8, ""},
    TypeBytes{"BOOL", 1, ""},       TypeBytes{"F4", 0.5, "nvfp4"},
};

bool ends_with(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The number after `part` in a tensor's name: layer_of("model.layers.12.mlp...", "layers.") is 12.
double number_after(std::string_view name, std::string_view part)
{
    const std::size_t at = name.find(part);
    if (at == name.npos)
        return absent;
    double value = 0;
    std::size_t i = at + part.size();
    const std::size_t begin = i;
    for (; i < name.size() && name[i] >= '0' && name[i] <= '9' && i - begin < 7; ++i)
        value = value * 10 + (name[i] - '0');
    return i == begin ? absent : value;
}

double larger(double a, double b) { return !is_present(a) || (is_present(b) && b > a) ? b : a; }

struct Tensor {
    std::string_view name, type;
    double rows = 1, columns = 1, elements = 1;
};

/// The tensors of the entries in turn. All entries of one tensor stand together, as any JSON writer leaves them.
template<class Visit>
bool each_tensor(std::span<const Entry> entries, Visit visit)
{
    for (std::size_t i = 0; i < entries.size();) {
        const std::string_view key = entries[i].key;
        std::size_t dot = key.rfind(".dtype");
        if (dot == key.npos || dot + 6 != key.size()) {
            ++i;
            continue;
        }
        Tensor tensor{.name = key.substr(0, dot), .type = entries[i].value};
        std::size_t dimension = 0;
        for (++i; i < entries.size(); ++i) {
            std::string_view rest = entries[i].key;
            if (rest.substr(0, dot) != tensor.name || rest.size() <= dot)
                break;
            rest.remove_prefix(dot);
            if (rest.substr(0, 7) != ".shape.")
                continue;
            const double size = to_number(entries[i].value);
            if (!(size >= 0 && size < 1e12))
                return false;
            tensor.elements *= size;
            if (dimension == 0)
                tensor.rows = size;
            tensor.columns = size;
            ++dimension;
        }
        if (!(tensor.elements < 1e15))
            return false;
        visit(tensor);
    }
    return true;
}

}

ImportedModel import_safetensors(std::span<const Entry> entries)
{
    ImportedModel imported;
    LanguageModel& model = imported.model;
    double bytes = 0, tensors = 0, parameters = 0, q_rows = absent, k_rows = absent, norm_size = absent;
    double expert = absent, expert_layers = 0;
    std::array<double, type_bytes.size()> bytes_of_type{};
    bool has_head = false, known_types = true;
    std::string_view unknown_type;
    const bool sound = each_tensor(entries, [&](const Tensor& tensor) {
        std::size_t type = 0;
        while (type < type_bytes.size() && type_bytes[type].name != tensor.type)
            ++type;
        if (type == type_bytes.size()) {
            known_types = false;
            unknown_type = tensor.type;
            return;
        }
        const double size = tensor.elements * type_bytes[type].bytes;
        bytes += size;
        bytes_of_type[type] += size;
        parameters += tensor.elements;
        ++tensors;
        const std::string_view name = tensor.name;
        model.layers = larger(model.layers, number_after(name, "layers.") + 1);
        expert = larger(expert, number_after(name, "experts.") + 1);
        if (ends_with(name, "embed_tokens.weight")) {
            model.vocab = tensor.rows;
            model.hidden = tensor.columns;
        }
        has_head |= ends_with(name, "lm_head.weight");
        if (ends_with(name, "q_proj.weight"))
            q_rows = larger(q_rows, tensor.rows);
        if (ends_with(name, "k_proj.weight"))
            k_rows = larger(k_rows, tensor.rows);
        if (ends_with(name, "q_norm.weight"))
            norm_size = tensor.rows;
        if (ends_with(name, "q_proj.bias"))
            model.attention_bias = 1;
        if (ends_with(name, "mlp.up_proj.weight"))
            model.intermediate = larger(model.intermediate, tensor.rows);
        if (ends_with(name, "experts.0.up_proj.weight") || ends_with(name, "experts.0.w3.weight")) {
            model.moe_intermediate = tensor.rows;
            ++expert_layers;
        }
        if (ends_with(name, "shared_expert.up_proj.weight") || ends_with(name, "shared_experts.up_proj.weight"))
            model.shared_intermediate = tensor.rows;
    });
    const auto fail = [&](ImportError error, std::string_view detail) {
        imported.error = error;
        imported.detail = detail;
        return imported;
    };
    if (!sound)
        return fail(ImportError::bad_structure, "shape");
    if (!known_types)
        return fail(ImportError::bad_structure, unknown_type);
    if (tensors == 0) {
        imported.weights_bytes = Entries(entries).number("metadata.total_size");
        return fail(is_present(imported.weights_bytes) ? ImportError::no_shapes : ImportError::not_this_kind, "config.json");
    }
    imported.weights_bytes = bytes;
    imported.tensors = tensors;
    imported.tensor_parameters = parameters;
    std::size_t most = 0;
    for (std::size_t i = 1; i < type_bytes.size(); ++i)
        if (bytes_of_type[i] > bytes_of_type[most])
            most = i;
    imported.weights = type_bytes[most].format;

    // Latent attention, packed weights and one shard of many leave gaps that only config.json can fill.
    if (!is_present(model.hidden) || !is_present(model.layers) || !is_present(q_rows) || !is_present(k_rows))
        return fail(ImportError::no_shapes, "config.json");
    const double head = is_present(norm_size) && norm_size <= 512 ? norm_size : q_rows < 2048 ? 64 : 128;
    model.head_dim = head;
    model.heads = q_rows / head;
    model.kv_heads = k_rows / head;
    model.qk_norm = is_present(norm_size);
    model.tie_embeddings = !has_head;
    if (is_present(expert)) {
        // How many of them a token uses is not in the tensors.
        model.experts_total = expert;
        model.moe_layers = expert_layers;
        return fail(ImportError::missing_key, "num_experts_per_tok");
    }
    return imported;
}

ImportedModel with_tensors_of(ImportedModel shape, const ImportedModel& tensors)
{
    shape.weights_bytes = tensors.weights_bytes;
    shape.tensors = tensors.tensors;
    shape.tensor_parameters = tensors.tensor_parameters;
    if (!tensors.weights.empty() && shape.weights.empty())
        shape.weights = tensors.weights;
    return shape;
}

}
