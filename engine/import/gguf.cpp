#include "engine/import/gguf.h"

#include "engine/import/byte_reader.h"

#include <array>

namespace engine {

namespace {

struct TypeBits {
    unsigned type;
    double bits;
};

// Bytes of a block times 8 over its weights, scales included: Q4_K is 144 bytes for 256.
constexpr std::array type_bits{
    TypeBits{0, 32},      TypeBits{1, 16},      TypeBits{2, 4.5},     TypeBits{3, 5.0},     TypeBits{6, 5.5},
    TypeBits{7, 6.0},     TypeBits{8, 8.5},     TypeBits{9, 9.0},     TypeBits{10, 2.625},  TypeBits{11, 3.4375},
    TypeBits{12, 4.5},    TypeBits{13, 5.5},    TypeBits{14, 6.5625}, TypeBits{15, 9.125},  TypeBits{16, 2.0625},
    TypeBits{17, 2.3125}, TypeBits{18, 3.0625}, TypeBits{19, 1.5625}, TypeBits{20, 4.5},    TypeBits{21, 3.4375},
    TypeBits{22, 2.5625}, TypeBits{23, 4.25},   TypeBits{24, 8},      TypeBits{25, 16},     TypeBits{26, 32},
    TypeBits{27, 64},     TypeBits{28, 64},     TypeBits{29, 1.75},   TypeBits{30, 16},     TypeBits{34, 1.6875},
    TypeBits{35, 2.0625}, TypeBits{39, 4.25},
};

// Kinds of a metadata value.
enum : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

constexpr std::array<std::size_t, 13> widths{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

// A file may state any count; these bound the work. The largest vocabularies known have about 260 thousand entries.
constexpr std::uint64_t most_pairs = 1u << 16, most_tensors = 1u << 20, most_items = 1u << 26;
constexpr int most_nesting = 4;

double integer(std::uint64_t bits, std::uint32_t kind)
{
    switch (kind) {
    case i8: return static_cast<std::int8_t>(bits);
    case i16: return static_cast<std::int16_t>(bits);
    case i32: return static_cast<std::int32_t>(bits);
    case i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    default: return static_cast<double>(bits);
    }
}

bool is_integer(std::uint32_t kind) { return kind <= i64 && kind != f32 && kind != text && kind != array; }

/// One metadata value: a whole number, a text, or an array's length with the sum, positives and first of its numbers.
struct Value {
    double number = absent;
    std::string_view text;
    double items = absent, sum = absent, positive = absent;
};

Value read_value(ByteReader& in, std::uint32_t kind, int nesting, bool& sensible)
{
    Value value;
    if (kind == text) {
        value.text = in.text();
    } else if (kind == array) {
        const std::uint32_t item_kind = in.u32();
        const std::uint64_t items = in.u64();
        if (item_kind > f64 || items > most_items || nesting >= most_nesting) {
            sensible = false;
            return value;
        }
        value.items = static_cast<double>(items);
        for (std::uint64_t i = 0; i < items && in.ok() && sensible; ++i) {
            const Value item = read_value(in, item_kind, nesting + 1, sensible);
            if (!is_present(item.number))
                continue;
            if (i == 0)
                value.number = item.number;
            value.number = item.number > value.number ? item.number : value.number;
            value.sum = value_or(value.sum, 0) + item.number;
            value.positive = value_or(value.positive, 0) + (item.number > 0);
        }
    } else {
        const std::uint64_t bits = in.number(widths[kind]);
        if (is_integer(kind))
            value.number = integer(bits, kind);
    }
    return value;
}

/// The figures that a file's metadata gives, before they become a model.
struct Metadata {
    std::string_view architecture, name;
    LanguageModel model;
    double rope_dimensions = absent, key_length_mla = absent, value_length_mla = absent;
    double expert_shared_count = absent, full_interval = absent, next_token_layers = absent;
    double window_layers = absent;       ///< layers that a pattern array marks as sliding
    double state_heads = absent, state_groups = absent, state_size = absent, state_inner = absent, state_conv = absent;
    double split_count = absent;         ///< files that the model is cut into
    double layers_with_kv = absent;      ///< where head_count_kv is a list: its entries above 0
};

struct Key {
    std::string_view name;               ///< after "<architecture>."
    double LanguageModel::* member;
};

constexpr std::array model_keys{
    Key{"block_count", &LanguageModel::layers},
    Key{"embedding_length", &LanguageModel::hidden},
    Key{"feed_forward_length", &LanguageModel::intermediate},
    Key{"attention.head_count", &LanguageModel::heads},
    Key{"attention.head_count_kv", &LanguageModel::kv_heads},
    Key{"attention.key_length", &LanguageModel::head_dim},
    Key{"attention.value_length", &LanguageModel::v_head_dim},
    Key{"attention.q_lora_rank", &LanguageModel::q_lora_rank},
    Key{"attention.kv_lora_rank", &LanguageModel::kv_lora_rank},
    Key{"attention.sliding_window", &LanguageModel::sliding_window},
    Key{"attention.indexer.head_count", &LanguageModel::index_heads},
    Key{"attention.indexer.key_length", &LanguageModel::index_head_dim},
    Key{"attention.indexer.top_k", &LanguageModel::index_topk},
    Key{"context_length", &LanguageModel::max_context},
    Key{"vocab_size", &LanguageModel::vocab},
    Key{"expert_count", &LanguageModel::experts_total},
    Key{"expert_used_count", &LanguageModel::experts_active},
    Key{"expert_shared_count", &LanguageModel::experts_shared},
    Key{"expert_feed_forward_length", &LanguageModel::moe_intermediate},
    Key{"expert_shared_feed_forward_length", &LanguageModel::shared_intermediate},
    Key{"leading_dense_block_count", &LanguageModel::first_k_dense},
};

struct ExtraKey {
    std::string_view name;
    double Metadata::* member;
};

constexpr std::array extra_keys{
    ExtraKey{"rope.dimension_count", &Metadata::rope_dimensions},
    ExtraKey{"attention.key_length_mla", &Metadata::key_length_mla},
    ExtraKey{"attention.value_length_mla", &Metadata::value_length_mla},
    ExtraKey{"full_attention_interval", &Metadata::full_interval},
    ExtraKey{"nextn_predict_layers", &Metadata::next_token_layers},
    ExtraKey{"ssm.time_step_rank", &Metadata::state_heads},
    ExtraKey{"ssm.group_count", &Metadata::state_groups},
    ExtraKey{"ssm.state_size", &Metadata::state_size},
    ExtraKey{"ssm.inner_size", &Metadata::state_inner},
    ExtraKey{"ssm.conv_kernel", &Metadata::state_conv},
};

void take_pair(Metadata& data, std::string_view key, const Value& value)
{
    if (key == "general.architecture")
        data.architecture = value.text;
    else if (key == "general.name")
        data.name = value.text;
    else if (key == "split.count")
        data.split_count = value.number;
    else if (key == "tokenizer.ggml.tokens" && !is_present(data.model.vocab))
        data.model.vocab = value.items;
    const std::size_t dot = key.find('.');
    if (data.architecture.empty() || dot == key.npos || key.substr(0, dot) != data.architecture)
        return;
    key.remove_prefix(dot + 1);
    for (const Key& known : model_keys)
        if (key == known.name)
            data.model.*known.member = value.number; // Of a list (a width a layer) its largest.
    for (const ExtraKey& known : extra_keys)
        if (key == known.name)
            data.*known.member = value.number;
    if (key == "attention.head_count_kv" && is_present(value.items))
        data.layers_with_kv = value.positive;
    if (key == "attention.sliding_window_pattern" && is_present(value.items))
        data.window_layers = value.positive;
}

constexpr std::array<std::string_view, 9> not_decoders{"bert",   "nomic-bert", "jina-bert-v2", "t5encoder", "clip",
                                                       "whisper", "wavtokenizer-dec", "flux",  "sd1"};

ImportedModel failed(ImportError error, std::string_view detail = {})
{
    ImportedModel model;
    model.error = error;
    model.detail = detail;
    return model;
}

/// The layers of each kind of attention, where the file tells.
void split_layers(LanguageModel& model, const Metadata& data)
{
    if (is_present(data.state_inner)) { // A hybrid: recurrent layers beside attention.
        const double full = is_present(data.full_interval) && data.full_interval > 0
                                ? static_cast<double>(static_cast<long long>(model.layers / data.full_interval))
                                : value_or(data.layers_with_kv, absent);
        if (is_present(full) && full <= model.layers) {
            model.full_layers = full;
            model.linear_layers = model.layers - full;
            const bool delta = is_present(data.full_interval);
            model.linear_attention =
                static_cast<double>(delta ? LinearAttention::gated_delta_net : LinearAttention::mamba2);
            model.linear_value_heads = data.state_heads;
            model.linear_key_heads = data.state_groups;
            model.linear_key_head_dim = data.state_size;
            if (is_present(data.state_heads) && data.state_heads > 0)
                model.linear_value_head_dim = data.state_inner / data.state_heads;
            model.linear_conv_kernel = data.state_conv;
        }
    } else if (is_present(model.sliding_window) && model.sliding_window > 0 && is_present(data.window_layers)) {
        model.sliding_layers = data.window_layers < model.layers ? data.window_layers : model.layers;
        model.full_layers = model.layers - model.sliding_layers;
    }
}

}

double ggml_type_bits(unsigned type)
{
    for (const TypeBits& known : type_bits)
        if (known.type == type)
            return known.bits;
    return absent;
}

ImportedModel import_gguf(std::span<const unsigned char> bytes)
{
    ByteReader in(bytes);
    const std::uint32_t magic = in.u32();
    if (in.ok() && magic != 0x46554747u)
        return failed(ImportError::not_this_kind);
    const std::uint32_t version = in.u32();
    const std::uint64_t tensors = in.u64(), pairs = in.u64();
    if (!in.ok())
        return failed(ImportError::truncated);
    if (version < 2 || version > 3)
        return failed(ImportError::bad_version);
    if (tensors > most_tensors || pairs > most_pairs)
        return failed(ImportError::bad_structure);

    Metadata data;
    for (std::uint64_t i = 0; i < pairs; ++i) {
        const std::string_view key = in.text();
        const std::uint32_t kind = in.u32();
        if (!in.ok())
            return failed(ImportError::truncated);
        if (kind > f64)
            return failed(ImportError::bad_structure, key);
        bool sensible = true;
        const Value value = read_value(in, kind, 0, sensible);
        if (!sensible)
            return failed(ImportError::bad_structure, key);
        if (!in.ok())
            return failed(ImportError::truncated, key);
        take_pair(data, key, value);
    }
    if (data.architecture.empty())
        return failed(ImportError::missing_key, "general.architecture");
    for (const std::string_view other : not_decoders)
        if (data.architecture == other)
            return failed(ImportError::not_a_decoder, data.architecture);

    ImportedModel imported;
    imported.name = data.name;
    double total_bits = 0, parameters = 0;
    bool has_head = false, has_gate = false, has_up = false, has_bias = false, has_qk_norm = false;
    for (std::uint64_t i = 0; i < tensors; ++i) {
        const std::string_view name = in.text();
        const std::uint32_t dimensions = in.u32();
        if (in.ok() && dimensions > 8)
            return failed(ImportError::bad_structure, name);
        double elements = 1, last = 1;
        for (std::uint32_t d = 0; d < dimensions; ++d)
            elements *= last = static_cast<double>(in.u64());
        const double bits = ggml_type_bits(in.u32());
        in.u64(); // Offset.
        if (!in.ok())
            return failed(ImportError::truncated, name);
        if (!is_present(bits) || elements > 1e15)
            return failed(ImportError::bad_structure, name);
        total_bits += elements * bits;
        parameters += elements;
        const auto ends = [&](std::string_view tail) {
            return name.size() >= tail.size() && name.substr(name.size() - tail.size()) == tail;
        };
        if (name == "token_embd.weight")
            data.model.vocab = last;
        has_head |= name == "output.weight";
        has_gate |= ends("ffn_gate.weight") || ends("ffn_gate_exps.weight") || ends("ffn_gate_up_exps.weight");
        has_up |= ends("ffn_up.weight") || ends("ffn_up_exps.weight");
        has_bias |= ends("attn_q.bias") || ends("attn_qkv.bias");
        has_qk_norm |= ends("attn_q_norm.weight");
    }

    LanguageModel& model = imported.model = data.model;
    for (const auto& [id, value] : {std::pair{std::string_view("block_count"), model.layers},
                                    std::pair{std::string_view("embedding_length"), model.hidden},
                                    std::pair{std::string_view("attention.head_count"), model.heads},
                                    std::pair{std::string_view("tokenizer.ggml.tokens"), model.vocab}}) {
        if (!is_present(value))
            return failed(ImportError::missing_key, id);
        if (!(value >= 1 && value < 1e9))
            return failed(ImportError::bad_value, id);
    }
    if (is_present(data.next_token_layers) && data.next_token_layers < model.layers)
        model.layers -= data.next_token_layers; // Prediction layers are stored as blocks but not run as such.
    model.tie_embeddings = tensors > 0 && !(value_or(data.split_count, 1) > 1) ? !has_head : 0;
    model.gated_mlp = tensors == 0 || has_gate || !has_up;
    model.attention_bias = has_bias;
    model.qk_norm = has_qk_norm;
    if (is_present(model.kv_lora_rank) && model.kv_lora_rank > 0) {
        // Converted models keep the latent as one KV head as wide as the cache entry; the true head sizes are apart.
        model.attention = static_cast<double>(Attention::mla);
        model.qk_rope_head_dim = value_or(data.rope_dimensions, 64);
        const double key = value_or(data.key_length_mla, value_or(model.head_dim, absent));
        model.qk_nope_head_dim = key - model.qk_rope_head_dim;
        model.v_head_dim = value_or(data.value_length_mla, model.v_head_dim);
        model.kv_heads = model.heads;
        model.head_dim = absent;
        model.q_lora_rank = value_or(model.q_lora_rank, 0);
    }
    if (is_present(model.experts_total) && model.experts_total > 0)
        model.experts_shared = value_or(model.experts_shared, is_present(model.shared_intermediate) ? 1 : 0);
    split_layers(model, data);
    // One file of several lists its own tensors only: their bytes are not the model's.
    if (tensors > 0 && !(value_or(data.split_count, 1) > 1)) {
        imported.weights_bytes = total_bits / 8;
        imported.tensors = static_cast<double>(tensors);
        imported.tensor_parameters = parameters;
    }
    return imported;
}

}
