// Fact paths, and what the engine is given.

#include "catalog_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace {

const std::map<std::string, std::string> files{
    {"accelerators.json",
     test::table("accelerators",
                 R"({"id": "g-1", "name": "G", "vendor": "V", "architecture": "ada", "aliases": ["G1", {"text": "1", "auto": false}],
                  "memory_bytes": {"value": 2000000000, "source": "s", "note": "n", "unverified": true}, "memory_basis": "label",
                  "memory_label_gb": {"value": 2, "source": "s"},
                  "tflops": {"bf16": {"dense": 10, "sparse": 20, "source": "s", "note": "with FP32 accumulation"}, "fp64-tensor": {"dense": 3, "source": "s"}},
                  "link": {"fabric": "x", "one_direction": 5000000, "both_directions": 10000000, "source": "s"},
                  "bridge": {"fabric": "y", "one_direction": 7000000, "source": "s"},
                  "unified_memory": true, "notes": ["A doubt."]},
                  {"id": "g-1.5", "name": "H", "vendor": "V", "architecture": "other", "tdp": {"value": 5, "source": "s"}})")},
    {"links.json", test::table("links", test::link_x + R"(,
                  {"id": "y", "name": "Y", "topology": "bridge", "scope": "intra", "one_direction": 1000000, "both_directions": 2000000, "domain": 2, "peer_to_peer": false, "source": "s"})")},
    {"models.json", test::table("models", R"({"id": "m-3.1", "name": "M", "layers": 4, "hidden": 8, "heads": 2, "vocab": 16,
                  "attention": "MLA", "tie_embeddings": true, "linear_attention": "mamba2", "full_layers": 1, "linear_layers": 3, "source": "s",
                  "published_parameters": {"value": 1000, "source": "s"}, "unverified": true})")},
    {"formats.json", test::table("formats", R"({"id": "f", "name": "F", "kind": "grouped", "bits_per_weight": 4.5, "arithmetic": "fp4", "block_scaled": true, "head_bits": 16, "source": "s"})")},
    {"provider.json", R"({"schema": 1, "name": "P", "pricing": {"gpu": "g-1", "monthly_usd": 2190, "gpu_hour_usd": 3, "hours_per_month": 730, "source": "s"},
                  "facts": [{"id": "net", "term": "egress", "text": {"zh": "甲", "en": "A"}, "out_tb_per_month": 20, "port_gbit_per_s": 400, "fee": false, "source": "s"}]})"}};

struct Loaded {
    test::DataFolder folder{files};
    site::Diagnostics diagnostics;
    site::Catalog catalog = site::load_catalog(folder.path(), diagnostics, "data");
};

}

TEST_CASE("a fact has a value in its base unit, a source and its condition")
{
    const Loaded loaded;
    REQUIRE(test::told(loaded.diagnostics) == "");
    struct Case {
        std::string_view path;
        double value;
        engine::Unit unit;
    };
    using engine::Unit;
    const Case cases[] = {
        {"g-1.memory_bytes", 2e9, Unit::bytes},          {"g-1.memory_label_gb", 2e9, Unit::bytes},
        {"g-1.tflops.bf16.dense", 10, Unit::tflops},     {"g-1.tflops.bf16.sparse", 20, Unit::tflops},
        {"g-1.tflops.fp64-tensor.dense", 3, Unit::tflops}, {"g-1.link.one_direction", 5e6, Unit::bytes_per_second},
        {"g-1.5.tdp", 5, Unit::watts},
        {"m-3.1.layers", 4, Unit::none},                 {"m-3.1.published_parameters", 1000, Unit::parameters},
        {"f.bits_per_weight", 4.5, Unit::bits},          {"x.both_directions", 2e7, Unit::bytes_per_second},
        {"provider.net.out_tb_per_month", 2e13, Unit::bytes}, {"provider.net.port_gbit_per_s", 4e11, Unit::bits_per_second},
        {"provider.pricing.monthly_usd", 2190, Unit::dollars}, {"provider.pricing.gpu_hour_usd", 3, Unit::dollars_per_hour},
        {"provider.pricing.hours_per_month", 730, Unit::hours},
    };
    for (const Case& c : cases) {
        INFO(c.path);
        const site::FactLookup found = loaded.catalog.fact(c.path);
        REQUIRE(found);
        CHECK(found.fact->number() == c.value);
        CHECK(found.fact->unit == c.unit);
        CHECK(found.fact->source == "s");
    }
    const site::Fact& memory = *loaded.catalog.fact("g-1.memory_bytes").fact;
    CHECK(memory.note == "n");
    CHECK(memory.unverified);
    CHECK(loaded.catalog.fact("g-1.tflops.bf16.dense").fact->note == "with FP32 accumulation");
    CHECK(std::get<std::string>(loaded.catalog.fact("g-1.memory_basis").fact->value) == "label");
    CHECK(loaded.catalog.fact("m-3.1.layers").fact->unverified); // the whole row is
}

TEST_CASE("the id of a fact is the longest that is a prefix")
{
    const Loaded loaded;
    CHECK(loaded.catalog.fact("g-1.5.tdp").row->id == "g-1.5");
    CHECK(loaded.catalog.fact("g-1.vendor").row->id == "g-1");
}

TEST_CASE("a wrong fact path says what is wrong")
{
    const Loaded loaded;
    struct Case {
        std::string_view path, code;
        std::vector<std::string> arguments;
    };
    const Case cases[] = {
        {"g-2.tdp", "unknown-fact-row", {"g-2.tdp", "g-1"}},
        {"m-3.2.layers", "unknown-fact-row", {"m-3.2.layers", "m-3.1"}},
        {"zebra.stripes", "unknown-fact-row", {"zebra.stripes", ""}},
        {"", "unknown-fact-row", {"", ""}},
        {"g-1.5.tpd", "unknown-fact-key", {"tpd", "g-1.5", "tdp", "vendor, architecture, tdp"}},
        {"g-1.5.colour", "unknown-fact-key", {"colour", "g-1.5", "", "vendor, architecture, tdp"}},
        {"g-1.tflops.bf16", "incomplete-fact", {"g-1.tflops.bf16", "dense, sparse"}},
        {"g-1.tflops", "incomplete-fact", {"g-1.tflops", "bf16, fp64-tensor"}},
        {"provider.net", "incomplete-fact", {"provider.net", "out_tb_per_month, port_gbit_per_s, fee"}},
        {"g-1.tdp", "absent-fact", {"tdp", "g-1"}},
    };
    for (const Case& c : cases) {
        INFO(c.path);
        const site::FactLookup found = loaded.catalog.fact(c.path);
        CHECK(!found);
        CHECK(found.code == c.code);
        CHECK(found.arguments == c.arguments);
    }
    CHECK(loaded.catalog.fact("g-1.5").code == "incomplete-fact");
}

TEST_CASE("the engine's records are filled from the rows")
{
    const Loaded loaded;
    const site::AcceleratorRow& gpu = *loaded.catalog.accelerators.find("g-1");
    CHECK(gpu.spec.bf16 == 10e12);
    CHECK(gpu.spec.memory_bytes == 2e9);
    CHECK(gpu.spec.memory_is_label == 1);
    CHECK(gpu.spec.unified_memory == 1);
    CHECK(gpu.spec.architecture == static_cast<double>(engine::Architecture::ada));
    CHECK(std::isnan(gpu.spec.fp8));
    CHECK(std::isnan(gpu.spec.fp64)); // the tensor rate has its own key
    CHECK(gpu.notes == std::vector<std::string>{"A doubt."});
    CHECK(gpu.automatic_aliases() == std::vector<std::string>{"G1"});
    CHECK(gpu.aliases.size() == 2);

    const engine::LanguageModel& model = loaded.catalog.models.find("m-3.1")->spec;
    CHECK(model.layers == 4);
    CHECK(model.attention == static_cast<double>(engine::Attention::mla));
    CHECK(model.linear_attention == static_cast<double>(engine::LinearAttention::mamba2));
    CHECK(model.tie_embeddings == 1);
    CHECK(std::isnan(model.kv_heads));

    const engine::NumberFormat& format = loaded.catalog.formats.find("f")->spec;
    CHECK(format.arithmetic == static_cast<double>(engine::Arithmetic::fp4));
    CHECK(format.block_scaled == 1);
    CHECK(format.head_bits == 16);
    CHECK(std::isnan(format.expert_bits));
}

TEST_CASE("a fabric has the rate of the accelerator that uses it")
{
    const Loaded loaded;
    const site::AcceleratorRow& gpu = *loaded.catalog.accelerators.find("g-1");
    CHECK(loaded.catalog.links.find("x")->spec.one_direction == 1e7);
    CHECK(loaded.catalog.fabric_of(gpu).one_direction == 5e6);
    CHECK(loaded.catalog.fabric("x", &gpu)->one_direction == 5e6);
    CHECK(loaded.catalog.fabric("y", &gpu)->one_direction == 7e6);
    CHECK(loaded.catalog.fabric("y", nullptr)->one_direction == 1e6);
    CHECK(loaded.catalog.fabric("y", &gpu)->peer_to_peer == 0);
    CHECK(!loaded.catalog.fabric("z", &gpu));
    CHECK(std::isnan(loaded.catalog.fabric_of(*loaded.catalog.accelerators.find("g-1.5")).one_direction));
}

TEST_CASE("any average of EXL2 is a format")
{
    const Loaded loaded;
    CHECK(loaded.catalog.format("f")->bits_per_weight == 4.5);
    const auto exl2 = loaded.catalog.format("exl2-4.2bpw");
    REQUIRE(exl2);
    CHECK(exl2->attention_bits == 4.2);
    CHECK(exl2->head_bits == 6);
    CHECK(loaded.catalog.format("exl2-8.0bpw")->head_bits == 8);
    for (const char* wrong : {"exl2-bpw", "exl2-xbpw", "exl2-4", "exl2-0.5bpw", "exl2-1e9bpw", "exl2-nanbpw", "exl2-4.2 bpw", "nope", ""})
        CHECK(!loaded.catalog.format(wrong));
}
