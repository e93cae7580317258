// A config.json becomes the model that the catalog has: same shape, same count.

#include "engine/import/config.h"
#include "engine/models/transformer.h"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace engine;

namespace {

struct Case {
    const char* name;
    std::vector<Entry> entries;
    double parameters;      ///< as the model's makers or the catalog count them
    const char* weights;
    const char* why;
};

/// The entries with a layer_types list in which every n-th layer attends fully.
std::vector<Entry> with_layer_types(std::vector<Entry> entries, int layers, int every, std::string_view others)
{
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> made;
        for (int i = 0; i < 256; ++i)
            made.push_back("layer_types." + std::to_string(i));
        return made;
    }();
    for (int i = 0; i < layers; ++i)
        entries.push_back({keys[static_cast<std::size_t>(i)], (i + 1) % every == 0 ? "full_attention" : others});
    return entries;
}

const std::vector<Entry> llama_8b{
    {"model_type", "llama"}, {"num_hidden_layers", "32"}, {"hidden_size", "4096"}, {"intermediate_size", "14336"},
    {"num_attention_heads", "32"}, {"num_key_value_heads", "8"}, {"vocab_size", "128256"},
    {"tie_word_embeddings", "false"}, {"max_position_embeddings", "131072"}, {"torch_dtype", "bfloat16"}};

const std::vector<Entry> deepseek_v3{
    {"model_type", "deepseek_v3"}, {"num_hidden_layers", "61"}, {"hidden_size", "7168"}, {"intermediate_size", "18432"},
    {"num_attention_heads", "128"}, {"num_key_value_heads", "128"}, {"vocab_size", "129280"},
    {"q_lora_rank", "1536"}, {"kv_lora_rank", "512"}, {"qk_rope_head_dim", "64"}, {"qk_nope_head_dim", "128"},
    {"v_head_dim", "128"}, {"n_routed_experts", "256"}, {"num_experts_per_tok", "8"}, {"n_shared_experts", "1"},
    {"moe_intermediate_size", "2048"}, {"first_k_dense_replace", "3"}, {"tie_word_embeddings", "false"},
    {"quantization_config.quant_method", "fp8"}, {"quantization_config.weight_block_size.0", "128"}};

const std::vector<Entry> gpt_oss_20b{
    {"model_type", "gpt_oss"}, {"num_hidden_layers", "24"}, {"hidden_size", "2880"}, {"intermediate_size", "2880"},
    {"num_attention_heads", "64"}, {"num_key_value_heads", "8"}, {"head_dim", "64"}, {"vocab_size", "201088"},
    {"num_local_experts", "32"}, {"num_experts_per_tok", "4"}, {"sliding_window", "128"}, {"attention_bias", "true"},
    {"tie_word_embeddings", "false"}, {"quantization_config.quant_method", "mxfp4"}};

}

TEST_CASE("a config.json counts as many weights as the model has")
{
    const Case cases[] = {
        {"Llama 3.1 8B", llama_8b, 8030261248, "bf16", "the catalog's count, which is the published one"},
        {"DeepSeek-V3", deepseek_v3, 671026419200, "fp8-block128", "README: 671B"},
        {"gpt-oss-20b", with_layer_types(gpt_oss_20b, 24, 2, "sliding_attention"), 20.9e9, "mxfp4", "README: 21B"},
    };
    for (const Case& c : cases) {
        INFO(c.name << ": " << c.why);
        const ImportedModel imported = import_config(c.entries);
        REQUIRE(imported.error == ImportError::none);
        const double counted = count_parameters(completed(imported.model)).total;
        CHECK(counted > c.parameters * 0.995);
        CHECK(counted < c.parameters * 1.005);
        CHECK(imported.weights == c.weights);
    }
}

TEST_CASE("a multimodal config gives its language half")
{
    const std::vector<Entry> entries{
        {"model_type", "mistral3"}, {"vision_config.num_hidden_layers", "24"}, {"text_config.model_type", "mistral"},
        {"text_config.num_hidden_layers", "40"}, {"text_config.hidden_size", "5120"},
        {"text_config.intermediate_size", "32768"}, {"text_config.num_attention_heads", "32"},
        {"text_config.num_key_value_heads", "8"}, {"text_config.vocab_size", "131072"}, {"text_config.head_dim", "128"}};
    const ImportedModel imported = import_config(entries);
    REQUIRE(imported.error == ImportError::none);
    CHECK(imported.model.layers == 40);
    CHECK(imported.model.head_dim == 128);
}

TEST_CASE("layers are told apart by what they attend to")
{
    SECTION("half of gpt-oss slides")
    {
        const ImportedModel m = import_config(with_layer_types(gpt_oss_20b, 24, 2, "sliding_attention"));
        CHECK(m.model.sliding_layers == 12);
        CHECK(m.model.full_layers == 12);
        CHECK(m.model.sliding_window == 128);
    }
    SECTION("every fourth layer of a hybrid attends fully")
    {
        std::vector<Entry> entries = llama_8b;
        entries[0].value = "qwen3_next";
        entries.push_back({"full_attention_interval", "4"});
        entries.push_back({"linear_num_value_heads", "32"});
        const ImportedModel m = import_config(entries);
        CHECK(m.model.full_layers == 8);
        CHECK(m.model.linear_layers == 24);
        CHECK(m.model.linear_attention == static_cast<double>(LinearAttention::gated_delta_net));
    }
    SECTION("Qwen2's window is there but not used")
    {
        std::vector<Entry> entries = llama_8b;
        entries[0].value = "qwen2";
        entries.push_back({"sliding_window", "131072"});
        entries.push_back({"use_sliding_window", "false"});
        CHECK(!is_present(import_config(entries).model.sliding_window));
        CHECK(import_config(entries).model.attention_bias == 1);
    }
}

TEST_CASE("a config that is no decoder, cut or damaged is refused by name")
{
    const auto without = [](std::vector<Entry> entries, std::string_view key) {
        std::erase_if(entries, [&](const Entry& e) { return e.key == key; });
        return import_config(entries);
    };
    const auto with = [](std::vector<Entry> entries, std::string_view key, std::string_view value) {
        for (Entry& e : entries)
            if (e.key == key)
                e.value = value;
        return import_config(entries);
    };
    CHECK(import_config({}).error == ImportError::missing_key);
    CHECK(without(llama_8b, "hidden_size").error == ImportError::missing_key);
    CHECK(without(llama_8b, "hidden_size").detail == "hidden_size");
    CHECK(with(llama_8b, "model_type", "bert").error == ImportError::not_a_decoder);
    CHECK(with(llama_8b, "model_type", "bert").detail == "bert");
    CHECK(with(llama_8b, "model_type", "mamba2").error == ImportError::unknown_architecture);
    CHECK(with(llama_8b, "model_type", "foobar").error == ImportError::unknown_architecture);
    CHECK(with(llama_8b, "model_type", "foobar").detail == "foobar");
    CHECK(with(llama_8b, "num_hidden_layers", "-3").error == ImportError::bad_value);
    CHECK(with(llama_8b, "num_hidden_layers", "1e300").error == ImportError::bad_value);
    CHECK(with(llama_8b, "vocab_size", "lots").error == ImportError::missing_key);
    CHECK(without(deepseek_v3, "num_experts_per_tok").error == ImportError::missing_key);
    const ImportedModel strange = import_config(with_layer_types(gpt_oss_20b, 24, 2, "retention"));
    CHECK(strange.error == ImportError::unknown_architecture); // not counted as one of the known kinds
    CHECK(strange.detail == "retention");
    std::vector<Entry> quantised = llama_8b;
    quantised.push_back({"quantization_config.quant_method", "hqq"});
    CHECK(import_config(quantised).weights.empty());
    CHECK(import_config(quantised).unknown_weights == "hqq");
    CHECK(with(deepseek_v3, "num_experts_per_tok", "9000").error == ImportError::bad_value);
}

TEST_CASE("text becomes a number only as a whole")
{
    CHECK(to_number("4096") == 4096);
    CHECK(to_number("-1.5") == -1.5);
    CHECK(to_number("1e-6") > 0.99e-6);
    CHECK(to_number("true") == 1);
    for (const char* text : {"", "x", "12x", "1e", "-", ".", "1e9999", "0x10"})
        CHECK(!is_present(to_number(text)));
}
