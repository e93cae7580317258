#include "engine/import/config.h"

namespace engine {

namespace {

/// The language half of a multimodal config stands under one of these.
constexpr std::array<std::string_view, 4> language_prefixes{"", "text_config.", "language_config.", "llm_config."};

constexpr std::array<std::string_view, 22> not_decoders{
    "bert",    "roberta",    "xlm-roberta", "distilbert", "albert",  "electra", "deberta", "deberta-v2",
    "t5",      "mt5",        "bart",        "mbart",      "pegasus", "marian",  "clip",    "siglip",
    "whisper", "wav2vec2",   "vit",         "dinov2",     "flux",    "stable_diffusion"};
/// Decoders whose layers are not of the kinds that the engine counts.
constexpr std::array<std::string_view, 6> unknown_shapes{"mamba", "mamba2", "rwkv", "rwkv5", "rwkv7", "xlstm"};

/// Families whose layers these keys describe: what model_type begins with. A name that is not here may hide layers of
/// another kind, so it is refused rather than counted wrong.
constexpr std::array<std::string_view, 45> families{
    "llama", "mistral", "mixtral", "ministral", "qwen", "gemma", "phi", "deepseek", "kimi", "glm", "chatglm", "gpt_oss",
    "gpt2", "gpt_neox", "gptj", "gpt_bigcode", "falcon", "opt", "bloom", "mpt", "cohere", "command", "starcoder",
    "stablelm", "olmo", "granite", "exaone", "internlm", "baichuan", "yi", "minicpm", "minimax", "ernie", "hunyuan",
    "dots", "seed_oss", "smollm", "nemotron", "solar", "arcee", "apertus", "mimo", "step", "laguna", "grok"};

template<std::size_t N>
bool begins_with_one_of(std::string_view name, const std::array<std::string_view, N>& starts)
{
    for (const std::string_view start : starts)
        if (name.substr(0, start.size()) == start)
            return true;
    return false;
}

template<std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name)
{
    for (const std::string_view known : names)
        if (known == name)
            return true;
    return false;
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// Entries seen through a prefix: key("hidden_size") is "text_config.hidden_size". Fixed buffer, no allocation.
class Scope {
public:
    Scope(Entries entries, std::string_view prefix) : m_entries(entries), m_prefix(prefix) {}

    std::string_view text(std::string_view key) const
    {
        for (const Entry& entry : m_entries.all())
            if (starts_with(entry.key, m_prefix) && entry.key.substr(m_prefix.size()) == key)
                return entry.value;
        return {};
    }
    double number(std::string_view key) const
    {
        const std::string_view value = text(key);
        return value.empty() ? absent : to_number(value);
    }
    template<class... Keys>
    double first(Keys... keys) const
    {
        double found = absent;
        for (const std::string_view key : {std::string_view(keys)...})
            if (is_present(found = number(key)))
                break;
        return found;
    }
    /// Items of a list with this value; of any value when it is empty.
    double items(std::string_view list, std::string_view value = {}) const
    {
        double found = 0;
        for (const Entry& entry : m_entries.all()) {
            if (!starts_with(entry.key, m_prefix))
                continue;
            const std::string_view key = entry.key.substr(m_prefix.size());
            if (starts_with(key, list) && key.size() > list.size() && key[list.size()] == '.')
                found += value.empty() || entry.value == value;
        }
        return found;
    }

    /// The first item of a list that is none of these, or "".
    template<std::size_t N>
    std::string_view other_item(std::string_view list, const std::array<std::string_view, N>& known) const
    {
        for (const Entry& entry : m_entries.all()) {
            const std::string_view key = starts_with(entry.key, m_prefix) ? entry.key.substr(m_prefix.size()) : "";
            if (starts_with(key, list) && key.size() > list.size() && key[list.size()] == '.' && !contains(known, entry.value))
                return entry.value;
        }
        return {};
    }

private:
    Entries m_entries;
    std::string_view m_prefix;
};

void read_widths(LanguageModel& model, const Scope& config)
{
    model.layers = config.first("num_hidden_layers", "n_layer", "num_layers", "n_layers");
    model.hidden = config.first("hidden_size", "n_embd", "d_model", "dim");
    model.intermediate = config.first("intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", "hidden_dim");
    model.heads = config.first("num_attention_heads", "n_head", "num_heads", "n_heads");
    model.kv_heads = config.first("num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_head_kv", "multi_query_group_num",
                                  "attn_config.kv_n_heads");
    if (config.number("multi_query") == 1 && config.number("new_decoder_architecture") != 1)
        model.kv_heads = 1;
    model.head_dim = config.first("head_dim", "kv_channels", "attention_head_dim");
    model.vocab = config.first("vocab_size", "padded_vocab_size");
    model.max_context = config.first("max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx");
}

void read_experts(LanguageModel& model, const Scope& config)
{
    model.experts_total = config.first("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts");
    if (!(value_or(model.experts_total, 0) > 1)) {
        model.experts_total = absent;
        return;
    }
    model.experts_active = config.first("num_experts_per_tok", "num_experts_per_token", "experts_per_token",
                                        "moe_topk", "moe_k", "top_k_experts");
    model.moe_intermediate = config.first("moe_intermediate_size", "expert_hidden_size", "moe_ffn_hidden_size");
    if (!is_present(model.moe_intermediate)) { // Mixtral, gpt-oss and Llama 4 call an expert's width the plain one.
        model.moe_intermediate = model.intermediate;
        if (is_present(config.number("intermediate_size_mlp")))
            model.intermediate = config.number("intermediate_size_mlp");
    }
    model.shared_intermediate = config.first("shared_expert_intermediate_size", "shared_intermediate_size");
    model.experts_shared = config.first("n_shared_experts", "num_shared_experts", "moe_num_shared_experts");
    if (!is_present(model.experts_shared))
        model.experts_shared = value_or(model.shared_intermediate, 0) > 0 ? 1 : 0;
    if (starts_with(config.text("model_type"), "llama4"))
        model.experts_shared = 1; // Always one, named nowhere in the config.
    model.first_k_dense = config.first("first_k_dense_replace", "moe_layer_start_index", "num_dense_layers");

    const double dense_layers = config.items("mlp_only_layers");
    const double every = config.first("interleave_moe_layer_step", "decoder_sparse_step", "moe_layer_interval");
    if (const double listed = config.items("moe_layers"); listed > 0)
        model.moe_layers = listed;
    else if (every > 1)
        model.moe_layers = static_cast<double>(static_cast<long long>(model.layers / every));
    else if (dense_layers > 0)
        model.moe_layers = model.layers - dense_layers;
    else if (config.items("moe_layer_freq") == model.layers)
        model.moe_layers = config.items("moe_layer_freq", "1");
}

void read_latent_attention(LanguageModel& model, const Scope& config)
{
    model.kv_lora_rank = config.number("kv_lora_rank");
    if (!(value_or(model.kv_lora_rank, 0) > 0)) {
        model.kv_lora_rank = absent;
        return;
    }
    model.attention = static_cast<double>(Attention::mla);
    model.q_lora_rank = value_or(config.number("q_lora_rank"), 0);
    model.qk_rope_head_dim = config.number("qk_rope_head_dim");
    model.qk_nope_head_dim = config.number("qk_nope_head_dim");
    model.v_head_dim = config.number("v_head_dim");
    model.kv_heads = model.heads;
    model.head_dim = absent;
    model.index_topk = config.number("index_topk");
    if (is_present(model.index_topk)) {
        model.index_heads = config.number("index_n_heads");
        model.index_head_dim = config.number("index_head_dim");
        const double full_indexers = config.items("indexer_types", "full");
        model.index_layers = full_indexers > 0 ? full_indexers : model.layers;
    }
}

constexpr std::array<std::string_view, 4> layer_kinds{"full_attention", "sliding_attention", "chunked_attention",
                                                      "linear_attention"};

/// How many layers attend to everything, to a window, or keep a recurrent state.
void read_layer_kinds(LanguageModel& model, const Scope& config, std::string_view type)
{
    double sliding = config.items("layer_types", "sliding_attention") +
                     config.items("layer_types", "chunked_attention");
    double linear = config.items("layer_types", "linear_attention");
    const double window = config.first("sliding_window", "attention_chunk_size");
    const double interval = config.number("full_attention_interval");
    const double pattern = config.first("sliding_window_pattern", "_sliding_window_pattern");
    const bool window_used = config.text("use_sliding_window") != "false";
    if (linear == 0 && interval > 0)
        linear = model.layers - static_cast<double>(static_cast<long long>(model.layers / interval));
    if (config.items("layer_types") == 0 && window > 0 && window_used) {
        const auto every = [&](double n) { return model.layers - static_cast<double>(static_cast<long long>(model.layers / n)); };
        if (pattern > 1)
            sliding = every(pattern);
        else if (starts_with(type, "gemma2") || starts_with(type, "gpt_oss"))
            sliding = every(2);
        else if (starts_with(type, "gemma3"))
            sliding = every(6);
        else if (starts_with(type, "llama4"))
            sliding = every(4);
        else
            sliding = model.layers;
    }
    if (window > 0 && sliding > 0) {
        model.sliding_window = window;
        model.sliding_layers = sliding;
    }
    if (linear > 0) {
        model.linear_layers = linear;
        model.linear_attention = static_cast<double>(
            starts_with(type, "kimi") ? LinearAttention::kimi_delta
            : starts_with(type, "minimax") ? LinearAttention::lightning : LinearAttention::gated_delta_net);
        model.linear_key_heads = config.number("linear_num_key_heads");
        model.linear_value_heads = config.number("linear_num_value_heads");
        model.linear_key_head_dim = config.number("linear_key_head_dim");
        model.linear_value_head_dim = config.number("linear_value_head_dim");
        model.linear_conv_kernel = config.number("linear_conv_kernel_dim");
    }
    if (sliding > 0 || linear > 0)
        model.full_layers = model.layers - value_or(model.sliding_layers, 0) - value_or(model.linear_layers, 0);
}

/// What a family does though its config does not say so.
void apply_family(LanguageModel& model, const Scope& config, std::string_view type)
{
    const auto is = [&](std::string_view family) { return starts_with(type, family); };
    model.attention_bias = config.text("attention_bias") == "true" ? 2 : 0;
    if (is("qwen2"))
        model.attention_bias = 1;
    if (is("gpt_oss") || is("gpt2") || is("opt") || is("bloom"))
        model.attention_bias = 2;
    model.qk_norm = is("qwen3") || is("gemma3") || is("gemma4") || config.text("use_qk_norm") == "true";
    model.attention_gate = is("qwen3_next") || is("qwen3_5");
    model.gated_mlp = !(is("gpt2") || is("opt") || is("bloom") || is("falcon") || is("gpt_neox") || is("starcoder2") ||
                        is("nemotron"));
    const std::string_view tied = config.text("tie_word_embeddings");
    if (!tied.empty())
        model.tie_embeddings = tied == "true";
    else // transformers' default is tied; the families that differ say so in their files, but for these.
        model.tie_embeddings = is("gemma") || is("gpt2") || is("bloom") || is("opt") || is("falcon") || is("cohere");
    if (is("gpt2") && !is_present(model.intermediate) && is_present(model.hidden))
        model.intermediate = 4 * model.hidden;
}

/// The catalog's format that the file's quantization names, or "".
std::string_view format_of(const Entries& entries)
{
    const std::string_view method = entries.text("quantization_config.quant_method");
    const double bits = entries.first("quantization_config.bits", "quantization_config.w_bit");
    const std::string_view algorithm = entries.text("quantization_config.quant_algo");
    if (method == "fp8")
        return entries.has("quantization_config.weight_block_size.0") ? "fp8-block128" : "fp8";
    if (method == "mxfp4")
        return "mxfp4";
    if (method == "awq")
        return "awq-int4-g128";
    if (method == "gptq" && !(bits > 4))
        return "gptq-int4-g128";
    if (method == "bitsandbytes")
        return entries.text("quantization_config.load_in_8bit") == "true"                     ? "int8"
               : entries.text("quantization_config.bnb_4bit_use_double_quant") == "true"      ? "nf4-dq"
                                                                                              : "nf4";
    if (algorithm == "NVFP4" || entries.text("quantization_config.format") == "nvfp4-pack-quantized")
        return "nvfp4";
    if (algorithm == "FP8")
        return "fp8";
    if (method == "compressed-tensors")
        return entries.first("quantization_config.config_groups.group_0.weights.num_bits") == 4               ? "int4-g128"
               : entries.text("quantization_config.config_groups.group_0.weights.type") == "int" ? "w8a8-int8"
                                                                                                  : "fp8";
    if (!method.empty())
        return "";
    for (const std::string_view prefix : language_prefixes)
        for (const std::string_view key : {"torch_dtype", "dtype"}) {
            const std::string_view type = Scope(entries, prefix).text(key);
            if (type == "bfloat16")
                return "bf16";
            if (type == "float16")
                return "fp16";
            if (type == "float32")
                return "fp32";
        }
    return "";
}

}

ImportedModel import_config(std::span<const Entry> all)
{
    const Entries entries(all);
    ImportedModel imported;
    const auto fail = [&](ImportError error, std::string_view detail) {
        imported.error = error;
        imported.detail = detail;
        return imported;
    };
    if (all.empty())
        return fail(ImportError::missing_key, "num_hidden_layers");

    std::string_view type = entries.text("model_type"), prefix;
    if (contains(not_decoders, type))
        return fail(ImportError::not_a_decoder, type);
    if (contains(unknown_shapes, type))
        return fail(ImportError::unknown_architecture, type);
    if (entries.text("is_encoder_decoder") == "true")
        return fail(ImportError::not_a_decoder, type);
    if (entries.has("_class_name")) // diffusers
        return fail(ImportError::not_a_decoder, entries.text("_class_name"));
    for (const std::string_view candidate : language_prefixes) {
        const Scope scope(entries, candidate);
        if (is_present(scope.first("num_hidden_layers", "n_layer", "num_layers", "n_layers"))) {
            prefix = candidate;
            break;
        }
    }
    const Scope config(entries, prefix);
    if (!config.text("model_type").empty())
        type = config.text("model_type");
    // Hybrids that name their layers by one letter each: their recurrent and expert-only layers are not counted yet.
    for (const std::string_view key : {"hybrid_override_pattern", "layers_block_type.0", "ssm_cfg.layer"})
        if (!config.text(key).empty())
            return fail(ImportError::unknown_architecture, type);

    if (!type.empty() && !begins_with_one_of(type, families))
        return fail(ImportError::unknown_architecture, type);

    if (const std::string_view kind = config.other_item("layer_types", layer_kinds); !kind.empty())
        return fail(ImportError::unknown_architecture, kind);

    LanguageModel& model = imported.model;
    imported.name = entries.text("_name_or_path");
    read_widths(model, config);
    const std::pair<std::string_view, double> needed[] = {{"num_hidden_layers", model.layers},
                                                          {"hidden_size", model.hidden},
                                                          {"num_attention_heads", model.heads},
                                                          {"vocab_size", model.vocab}};
    for (const auto& [key, value] : needed) {
        if (!is_present(value))
            return fail(ImportError::missing_key, key);
        if (!(value >= 1 && value < 1e8) || value != static_cast<double>(static_cast<long long>(value)))
            return fail(ImportError::bad_value, key);
    }
    read_experts(model, config);
    read_latent_attention(model, config);
    read_layer_kinds(model, config, type);
    apply_family(model, config, type);
    for (const auto& m : language_model_members) { // A negative or astronomic figure anywhere is a damaged file.
        const double value = model.*m.member;
        if (is_present(value) && !(value >= 0 && value < 1e15))
            return fail(ImportError::bad_value, m.id);
    }
    if (is_present(model.experts_total) && !is_present(model.experts_active))
        return fail(ImportError::missing_key, "num_experts_per_tok");
    if (is_present(model.experts_total) && model.experts_active > model.experts_total)
        return fail(ImportError::bad_value, "num_experts_per_tok");
    imported.weights = format_of(entries);
    if (imported.weights.empty())
        imported.unknown_weights = entries.text("quantization_config.quant_method");
    return imported;
}

}
