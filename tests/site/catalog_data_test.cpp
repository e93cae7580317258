// The tables as they are shipped, and tables that are broken in every way.

#include "catalog_folder.h"

#include "site/catalog/json.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <random>

namespace {

const std::filesystem::path data = "content/data";

std::string read(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

const site::Catalog& shipped()
{
    static site::Diagnostics diagnostics;
    static const site::Catalog catalog = site::load_catalog(data, diagnostics);
    return catalog;
}

}

TEST_CASE("the shipped tables load without a word")
{
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog(data, diagnostics);
    CHECK(test::told(diagnostics) == "");
    CHECK(catalog.accelerators.rows().size() >= 37);
    CHECK(catalog.models.rows().size() >= 88);
    CHECK(catalog.formats.find("bf16"));
    CHECK(catalog.links.find("nvlink4"));
    CHECK(catalog.provider.notes.size() >= 9);
}

TEST_CASE("every note of the shipped tables has Chinese words")
{
    const auto check = [](const auto& rows) {
        for (const site::Row& row : rows) {
            INFO(row.id);
            for (const std::string& note : row.notes)
                CHECK((note.empty() || !shipped().translated(note, "zh").empty()));
            for (const site::Fact& fact : row.facts)
                CHECK((fact.note.empty() || !shipped().translated(fact.note, "zh").empty()));
        }
    };
    check(shipped().accelerators.rows());
    check(shipped().models.rows());
    check(shipped().formats.rows());
    check(shipped().links.rows());
    CHECK(shipped().translated("AMD's 192 GB is GiB.", "zh").find("GiB") != std::string_view::npos);
    CHECK(shipped().translated("AMD's 192 GB is GiB.", "en").empty());
}

TEST_CASE("every figure of the shipped tables names a source that exists")
{
    const auto check = [](const site::Row& row) {
        for (const site::Fact& fact : row.facts) {
            const bool is_word = fact.key == "vendor" || fact.key == "architecture" || fact.key == "memory_basis" ||
                                 fact.key == "unified_memory" || fact.key == "active_convention";
            INFO(row.id << "." << fact.key);
            CHECK((is_word || shipped().sources.find(fact.source)));
        }
    };
    for (const auto& row : shipped().accelerators.rows())
        check(row);
    for (const auto& row : shipped().models.rows())
        check(row);
    for (const auto& row : shipped().formats.rows())
        check(row);
    for (const auto& row : shipped().links.rows())
        check(row);
    check(shipped().provider.row);
}

TEST_CASE("a recalled figure is always marked")
{
    for (const auto& row : shipped().accelerators.rows())
        for (const site::Fact& fact : row.facts)
            if (fact.source == "recalled") {
                INFO(row.id << "." << fact.key);
                CHECK(fact.unverified);
            }
}

TEST_CASE("figures that readers rely on")
{
    struct Case {
        std::string_view path;
        double value;
        std::string_view why;
    };
    const Case cases[] = {
        {"h100-sxm.memory_bytes", 81559.0 * 1024 * 1024, "nvidia-smi"},
        {"h100-sxm.memory_bandwidth", 3.35e12, "3.35 TB/s"},
        {"h100-sxm.tflops.bf16.dense", 989, "989.4 or 989.5 in other sources"},
        {"h800.link.one_direction", 200e9, "400 GB/s both directions"},
        {"b300.tflops.fp4.dense", 13500, "108 PFLOPS / 8, not half of the sparse figure"},
        {"mi355x.memory_bytes", 309220868096, "288 GiB less a little"},
        {"mi300x.link.both_directions", 896e9, "7 x 128 GB/s"},
        {"nvlink4.one_direction", 450e9, "18 links of 25 GB/s"},
        {"infinity-fabric-mi350.per_link_both_directions", 153.6e9, "both directions of one link"},
        {"nvfp4.bits_per_weight", 4.5, "4 + 8 / 16"},
        {"mxfp4.bits_per_weight", 4.25, "4 + 8 / 32"},
        {"gguf-q4_k_m.bits_per_weight", 4.8, "(4.8944 x 8.03e9 - 6.5625 x 0.525e9 - 4.5 x 0.525e9) / 6.98e9"},
        {"llama-3.1-70b.kv_heads", 8, "config.json"},
        {"deepseek-v3.published_active_parameters", 37e9, "README"},
        {"provider.pricing.gpu_hour_usd", 3, "2190 / 730"},
    };
    for (const Case& c : cases) {
        INFO(c.path << ": " << c.why);
        const site::FactLookup found = shipped().fact(c.path);
        REQUIRE(found);
        CHECK(found.fact->number() == c.value);
    }
}

TEST_CASE("both directions are twice one direction")
{
    for (const auto& row : shipped().links.rows()) {
        INFO(row.id);
        CHECK(row.number("both_directions") == 2 * row.number("one_direction"));
    }
    for (const auto& row : shipped().accelerators.rows())
        if (row.find("link.both_directions")) {
            INFO(row.id);
            CHECK(row.number("link.both_directions") == 2 * row.number("link.one_direction"));
        }
}

TEST_CASE("every id of the case files is in the catalog")
{
    for (const char* gpu : {"h100-sxm", "h100-96-hbm2e", "t4", "rtx-3090", "apple-m3-max-40", "gb10", "rx-7900-xt", "apple-m5-max"})
        CHECK(shipped().accelerators.find(gpu));
    for (const char* model : {"llama-3.1-70b", "gpt-oss-120b", "nemotron-3-super-120b-a12b", "falcon-7b", "minimax-m2.5"})
        CHECK(shipped().models.find(model));
    for (const char* format : {"fp8", "nvfp4", "mxfp4", "fp8-block128", "gguf-q4_k_m", "fp16", "bf16", "awq-int4-g128", "gguf-q8_0", "gguf-f16", "nf4"})
        CHECK(shipped().format(format));
    for (const char* link : {"efa-100g", "infiniband-ndr400", "tcpxo-200g", "nvl72", "roce-400g", "pcie4-no-p2p", "nvlink-bridge"})
        CHECK(shipped().links.find(link));
}

TEST_CASE("every diagnostic of the catalog has words in both languages")
{
    const std::string sources = read("site/catalog/json.cpp") + read("site/catalog/checker.cpp") + read("site/catalog/catalog.cpp") +
                                read("site/catalog/accelerators.cpp") + read("site/catalog/models.cpp") + read("site/catalog/links.cpp") +
                                read("site/catalog/sources.cpp") + read("site/catalog/provider.cpp") + read("site/catalog/facts.cpp");
    for (const char* language : {"zh", "en"}) {
        site::Diagnostics diagnostics;
        const std::string file = std::string("assets/strings/") + language + ".json";
        const auto words = site::parse_json(read(file), file, diagnostics);
        REQUIRE(words);
        for (const std::string_view prefix : {"\"json-", "\"catalog-", "\"unused-source", "\"unknown-fact-", "\"incomplete-fact", "\"absent-fact"})
            for (std::size_t at = sources.find(prefix); at != std::string::npos; at = sources.find(prefix, at + 1)) {
                const std::string code = sources.substr(at + 1, sources.find('"', at + 1) - at - 1);
                INFO(language << " " << code);
                CHECK(words->find("diagnostic." + code));
                CHECK(words->find("diagnostic." + code + ".hint"));
            }
    }
}

TEST_CASE("no damage to a table makes the loader fail")
{
    const std::string names[] = {"sources.json", "accelerators.json", "models.json", "formats.json", "links.json", "provider.json"};
    const std::string_view replacements[] = {"null", "true", "-1", "1e300", "\"\"", "[]", "{}", "[[[]]]", "\"x\"", ",", "\xff", "{\"value\": {}}"};
    std::mt19937 random(7);
    for (const std::string& name : names) {
        const std::string whole = read(data / name);
        REQUIRE(!whole.empty());
        for (int round = 0; round < 40; ++round) {
            std::string text = whole;
            const auto somewhere = [&] { return static_cast<std::size_t>(random()) % text.size(); };
            if (round % 4 == 0) {
                text.resize(somewhere());
            } else if (round % 4 == 1) {
                text[somewhere()] = static_cast<char>(random() % 256);
            } else { // A value, from one separator to the next, becomes another one.
                const std::size_t from = text.find(": ", somewhere());
                if (from == std::string::npos)
                    continue;
                const std::size_t to = text.find_first_of(",}]", from);
                text.replace(from + 2, to - from - 2, replacements[random() % std::size(replacements)]);
            }
            std::map<std::string, std::string> files;
            for (const std::string& other : names)
                files[other] = other == name ? text : read(data / other);
            const test::DataFolder folder(files);
            site::Diagnostics diagnostics;
            const site::Catalog catalog = site::load_catalog(folder.path(), diagnostics);
            (void)catalog.fact("h100-sxm.memory_bandwidth");
            (void)catalog.fact("provider.pricing.gpu_hour_usd");
            for (const site::Diagnostic& d : diagnostics)
                CHECK((d.file.starts_with("content/data/") && d.where.line >= 0 && !d.code.empty()));
        }
    }
}
