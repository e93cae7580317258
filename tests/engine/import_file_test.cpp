// GGUF and safetensors headers made here byte by byte: what they tell, and that no damage crashes.

#include "engine/import/gguf.h"
#include "engine/import/safetensors.h"

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace engine;

namespace {

/// Writes the parts of a GGUF header in the order of its layout.
class GgufBytes {
public:
    std::vector<unsigned char> bytes;

    void number(std::uint64_t value, int width)
    {
        for (int i = 0; i < width; ++i)
            bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
    }
    void text(const std::string& value)
    {
        number(value.size(), 8);
        bytes.insert(bytes.end(), value.begin(), value.end());
    }
    void start(std::uint64_t tensors, std::uint64_t pairs, std::uint32_t version = 3)
    {
        for (const char c : std::string("GGUF"))
            bytes.push_back(static_cast<unsigned char>(c));
        number(version, 4);
        number(tensors, 8);
        number(pairs, 8);
    }
    void pair_text(const std::string& key, const std::string& value)
    {
        text(key);
        number(8, 4);
        text(value);
    }
    void pair_u32(const std::string& key, std::uint32_t value)
    {
        text(key);
        number(4, 4);
        number(value, 4);
    }
    void tensor(const std::string& name, const std::vector<std::uint64_t>& sizes, std::uint32_t type)
    {
        text(name);
        number(sizes.size(), 4);
        for (const std::uint64_t size : sizes)
            number(size, 8);
        number(type, 4);
        number(0, 8);
    }
};

/// Llama-like with one block stored: embedding in Q4_K, the block's gate in Q6_K, the head in F16.
GgufBytes small_llama()
{
    GgufBytes file;
    file.start(4, 7);
    file.pair_text("general.architecture", "llama");
    file.pair_text("general.name", "small");
    file.pair_u32("llama.block_count", 2);
    file.pair_u32("llama.embedding_length", 512);
    file.pair_u32("llama.feed_forward_length", 1024);
    file.pair_u32("llama.attention.head_count", 8);
    file.pair_u32("llama.attention.head_count_kv", 2);
    file.tensor("token_embd.weight", {512, 32000}, 12);
    file.tensor("output.weight", {512, 32000}, 1);
    file.tensor("blk.0.ffn_gate.weight", {512, 1024}, 14);
    file.tensor("blk.0.ffn_up.weight", {512, 1024}, 14);
    return file;
}

}

TEST_CASE("a GGUF header gives the shape and the exact bytes")
{
    const GgufBytes file = small_llama();
    const ImportedModel m = import_gguf(file.bytes);
    REQUIRE(m.error == ImportError::none);
    CHECK(m.name == "small");
    CHECK(m.model.layers == 2);
    CHECK(m.model.heads == 8);
    CHECK(m.model.kv_heads == 2);
    CHECK(m.model.vocab == 32000);
    CHECK(m.model.tie_embeddings == 0);
    CHECK(m.model.gated_mlp == 1);
    // 512 * 32000 weights at 4.5 and at 16 bits, twice 512 * 1024 at 6.5625.
    CHECK(m.weights_bytes == 512. * 32000 * (4.5 + 16) / 8 + 2 * 512. * 1024 * 6.5625 / 8);
    CHECK(m.tensors == 4);
}

TEST_CASE("a GGUF without its own head ties it to the embedding")
{
    GgufBytes file;
    file.start(1, 4);
    file.pair_text("general.architecture", "gemma3");
    file.pair_u32("gemma3.block_count", 2);
    file.pair_u32("gemma3.embedding_length", 64);
    file.pair_u32("gemma3.attention.head_count", 4);
    file.tensor("token_embd.weight", {64, 1000}, 8);
    CHECK(import_gguf(file.bytes).model.tie_embeddings == 1);
}

TEST_CASE("latent attention keeps its true head sizes")
{
    GgufBytes file;
    file.start(0, 10);
    file.pair_text("general.architecture", "deepseek2");
    file.pair_u32("deepseek2.block_count", 61);
    file.pair_u32("deepseek2.embedding_length", 7168);
    file.pair_u32("deepseek2.attention.head_count", 128);
    file.pair_u32("deepseek2.vocab_size", 129280);
    file.pair_u32("deepseek2.attention.kv_lora_rank", 512);
    file.pair_u32("deepseek2.attention.key_length", 576);
    file.pair_u32("deepseek2.attention.key_length_mla", 192);
    file.pair_u32("deepseek2.attention.value_length_mla", 128);
    file.pair_u32("deepseek2.rope.dimension_count", 64);
    const ImportedModel m = import_gguf(file.bytes);
    REQUIRE(m.error == ImportError::none);
    CHECK(m.model.attention == static_cast<double>(Attention::mla));
    CHECK(m.model.qk_nope_head_dim == 128);
    CHECK(m.model.v_head_dim == 128);
}

TEST_CASE("every cut of a GGUF header is called truncated, and every flipped byte is survived")
{
    const std::vector<unsigned char> whole = small_llama().bytes;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<unsigned char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        INFO(size);
        CHECK(import_gguf(cut).error == ImportError::truncated);
    }
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int change : {0x01, 0x80, 0xff}) {
            std::vector<unsigned char> bad = whole;
            bad[at] = static_cast<unsigned char>(bad[at] ^ change);
            const ImportedModel m = import_gguf(bad); // Whatever it says, it must say it without a crash.
            CHECK((m.error != ImportError::none || is_present(m.model.layers)));
        }
}

TEST_CASE("a GGUF that lies about its lengths is refused quickly")
{
    GgufBytes counts;
    counts.start(~0ull, ~0ull);
    CHECK(import_gguf(counts.bytes).error == ImportError::bad_structure);
    GgufBytes text;
    text.start(0, 1);
    text.number(~0ull, 8);
    CHECK(import_gguf(text.bytes).error == ImportError::truncated);
    GgufBytes array;
    array.start(0, 1);
    array.text("tokenizer.ggml.tokens");
    array.number(9, 4);
    array.number(0, 4);
    array.number(~0ull, 8);
    CHECK(import_gguf(array.bytes).error == ImportError::bad_structure);
    GgufBytes nested;
    nested.start(0, 1);
    nested.text("deep");
    for (int i = 0; i < 64; ++i) {
        nested.number(9, 4);
        nested.number(1, 8);
    }
    CHECK(import_gguf(nested.bytes).error != ImportError::none);
    GgufBytes old;
    old.start(0, 0, 1);
    CHECK(import_gguf(old.bytes).error == ImportError::bad_version);
    const std::string png = "\x89PNG\r\n\x1a\n0000000000000000000000";
    CHECK(import_gguf({reinterpret_cast<const unsigned char*>(png.data()), png.size()}).error == ImportError::not_this_kind);
}

TEST_CASE("one file of a split GGUF does not pass its bytes off as the model's")
{
    GgufBytes file;
    file.start(1, 5);
    file.pair_text("general.architecture", "llama");
    file.pair_u32("split.count", 3);
    file.pair_u32("llama.block_count", 2);
    file.pair_u32("llama.embedding_length", 64);
    file.pair_u32("llama.attention.head_count", 4);
    file.tensor("token_embd.weight", {64, 1000}, 8);
    const ImportedModel m = import_gguf(file.bytes);
    REQUIRE(m.error == ImportError::none);
    CHECK(!is_present(m.weights_bytes));
    CHECK(m.model.tie_embeddings == 0); // The head may stand in another file.
}

TEST_CASE("a GGUF of an encoder is named as one")
{
    GgufBytes file;
    file.start(0, 1);
    file.pair_text("general.architecture", "bert");
    const ImportedModel m = import_gguf(file.bytes);
    CHECK(m.error == ImportError::not_a_decoder);
    CHECK(m.detail == "bert");
}

TEST_CASE("a safetensors header of a dense model gives shape and bytes")
{
    const std::vector<Entry> entries{
        {"model.embed_tokens.weight.dtype", "BF16"}, {"model.embed_tokens.weight.shape.0", "151936"},
        {"model.embed_tokens.weight.shape.1", "1024"},
        {"model.layers.0.self_attn.q_proj.weight.dtype", "BF16"}, {"model.layers.0.self_attn.q_proj.weight.shape.0", "2048"},
        {"model.layers.0.self_attn.q_proj.weight.shape.1", "1024"},
        {"model.layers.0.self_attn.q_norm.weight.dtype", "BF16"}, {"model.layers.0.self_attn.q_norm.weight.shape.0", "128"},
        {"model.layers.27.self_attn.k_proj.weight.dtype", "BF16"}, {"model.layers.27.self_attn.k_proj.weight.shape.0", "1024"},
        {"model.layers.27.self_attn.k_proj.weight.shape.1", "1024"},
        {"model.layers.27.mlp.up_proj.weight.dtype", "BF16"}, {"model.layers.27.mlp.up_proj.weight.shape.0", "3072"},
        {"model.layers.27.mlp.up_proj.weight.shape.1", "1024"}};
    const ImportedModel m = import_safetensors(entries);
    REQUIRE(m.error == ImportError::none);
    CHECK(m.model.layers == 28);
    CHECK(m.model.heads == 16);     // 2048 rows of q over a head of 128, which q_norm tells.
    CHECK(m.model.kv_heads == 8);
    CHECK(m.model.tie_embeddings == 1);
    CHECK(m.weights == "bf16");
    CHECK(m.weights_bytes == 2. * (151936. * 1024 + 2048. * 1024 + 128 + 1024. * 1024 + 3072. * 1024));
}

TEST_CASE("a safetensors index gives bytes and asks for the config")
{
    const std::vector<Entry> index{{"metadata.total_size", "16060522496"}, {"weight_map.lm_head.weight", "x.safetensors"}};
    const ImportedModel m = import_safetensors(index);
    CHECK(m.error == ImportError::no_shapes);
    CHECK(m.weights_bytes == 16060522496);
    CHECK(import_safetensors({}).error == ImportError::not_this_kind);
    const std::vector<Entry> odd{{"a.dtype", "Q7"}, {"a.shape.0", "4"}};
    CHECK(import_safetensors(odd).error == ImportError::bad_structure);
    const std::vector<Entry> huge{{"a.dtype", "BF16"}, {"a.shape.0", "1e11"}, {"a.shape.1", "1e11"}};
    CHECK(import_safetensors(huge).error == ImportError::bad_structure);
}
