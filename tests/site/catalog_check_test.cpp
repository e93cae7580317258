// Every mistake that a table can hold, with its place: `@` in the text is where the diagnostic has to point.

#include "catalog_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

namespace {

/// A row with more members; one that begins with @ marks the row itself.
std::string row(const std::string& id, const std::string& usual, std::string more)
{
    const bool marks_row = more.starts_with('@');
    if (marks_row)
        more.erase(0, 1);
    return std::string(marks_row ? "@" : "") + "{\"id\": \"" + id + "\", " + usual + (more.empty() ? "" : ", " + more) + "}";
}

std::string gpu(const std::string& id, const std::string& more = "")
{
    return row(id, R"("name": "G", "vendor": "V", "architecture": "hopper")", more);
}

std::string model(const std::string& id, const std::string& more = "")
{
    return row(id, R"("name": "M", "hidden": 8, "heads": 2, "vocab": 16, "source": "s")", more.empty() ? R"("layers": 2)" : more);
}

std::string format(const std::string& id, const std::string& more = "")
{
    return row(id, R"("name": "F", "kind": "float", "bits_per_weight": 16, "arithmetic": "bf16", "source": "s")", more);
}

std::string load_gpu(const std::string& more) { return test::load({{"accelerators.json", test::table("accelerators", gpu("g", more))}}); }
std::string load_model(const std::string& more) { return test::load({{"models.json", test::table("models", model("m", more))}}); }
std::string load_link(const std::string& text) { return test::load({{"links.json", test::table("links", text)}}); }
std::string load_links_file(const std::string& text) { return test::load({{"links.json", text}}); }

/// What the loader tells, and what it should.
using Cases = std::initializer_list<std::pair<std::string, std::string>>;

void check_all(Cases cases)
{
    for (const auto& [told, expected] : cases)
        CHECK(told == expected);
}

/// A long list of keys at the end of a message is not what these tests are about.
std::string without_list(const std::string& told)
{
    return told.substr(0, told.find_last_of('|') - 1) + "\n";
}

}

TEST_CASE("a folder of good tables is clean, a missing folder is an empty catalog")
{
    CHECK(test::load({{"accelerators.json", test::table("accelerators", gpu("a") + ",\n" + gpu("b"))},
                      {"models.json", test::table("models", model("m", R"("layers": 2, "native_format": "f")"))},
                      {"formats.json", test::table("formats", format("f"))},
                      {"links.json", test::table("links", test::link_x)}})
              .empty());
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog("/no/such/folder", diagnostics);
    CHECK(diagnostics.empty());
    CHECK(catalog.accelerators.rows().empty());
    CHECK(catalog.find("provider") == nullptr);
}

TEST_CASE("keys: unknown, missing, mistyped")
{
    check_all({
        {without_list(load_gpu(R"("unified_memory": true, @"memory_bandwith": 1)")), "@ catalog-unknown-key | memory_bandwith | memory_bandwidth\n"},
        {without_list(load_gpu(R"("unified_memory": true, @"zebra": 1)")), "@ catalog-unknown-key | zebra | \n"},
        {load_link(R"(@{"id": "x", "name": "X", "topology": "mesh", "scope": "intra", "one_direction": 10000000, "source": "s"})"),
         "@ catalog-missing-key | both_directions | \n"},
        {load_gpu(R"("tdp": @700)"), "@ catalog-wrong-type | tdp | {...} | 123\n"},
        {load_gpu(R"("tdp": {"value": @"700", "source": "s"})"), "@ catalog-wrong-type | tdp | 123 | \"...\"\n"},
        {load_gpu(R"("tdp": @{"source": "s"})"), "@ catalog-missing-key | tdp.value | tdp\n"},
        {load_gpu(R"("tdp": {"value": 700, "source": "s", "note": @7})"), "@ catalog-wrong-type | tdp.note | \"...\" | 123\n"},
        {load_gpu(R"("unified_memory": @1)"), "@ catalog-wrong-type | unified_memory | true | 123\n"},
        {load_gpu(R"("notes": @"a")"), "@ catalog-wrong-type | notes | [...] | \"...\"\n"},
        {load_gpu(R"("notes": [@7])"), "@ catalog-wrong-type | notes | \"...\" | 123\n"},
        {load_gpu(R"("link": @[])"), "@ catalog-wrong-type | link | {...} | [...]\n"},
        {load_gpu(R"("tflops": {"bf16": @9})"), "@ catalog-wrong-type | tflops.bf16 | {...} | 123\n"},
        {load_gpu(R"(@"memory_bytes": {"value": 80000000000, "source": "s"})"), "@ catalog-missing-key | memory_basis | g\n"},
        {load_gpu(R"("memory_type": {"value": @"", "source": "s"})"), "@ catalog-empty-text | memory_type\n"},
    });
}

TEST_CASE("the frame of a table: schema, list, rows, ids")
{
    check_all({
        {load_links_file("@[]"), "@ catalog-wrong-type | links | {...} | [...]\n"},
        {load_links_file(R"({"schema": @2, "links": []})"), "@ catalog-schema | 1\n"},
        {load_links_file(R"(@{"schema": 1})"), "@ catalog-missing-key | links | \n"},
        {load_links_file(R"({"schema": 1, "links": @{}})"), "@ catalog-wrong-type | links | [...] | {...}\n"},
        {load_link("@7"), "@ catalog-wrong-type | links | {...} | 123\n"},
        {load_link(R"(@{"name": "X"})"), "@ catalog-missing-key | id | links\n"},
        {load_link(R"({"id": @7})"), "@ catalog-wrong-type | id | \"...\" | 123\n"},
        {load_link(R"({"id": @"NVLink 4"})"), "@ catalog-bad-id | NVLink 4\n"},
        {load_link(R"({"id": @""})"), "@ catalog-bad-id | \n"},
        {load_links_file("{\"schema\": 1,\n \"links\": [\n]@]}"), "@ json-syntax | ] | , }\n"},
    });
}

TEST_CASE("translated notes: the frame, and texts that no row has")
{
    const auto load_notes = [](const std::string& text) {
        return test::load({{"accelerators.json", test::table("accelerators", gpu("g", R"("notes": ["Doubtful."])"))}, {"notes.zh.json", text}});
    };
    check_all({
        {load_notes(R"({"schema": 1, "notes": {"Doubtful.": "存疑。"}})"), ""},
        {load_notes(R"({"schema": 1, "notes": {@"Doubtfull.": "存疑。"}})"), "@ catalog-unknown-key | Doubtfull. | Doubtful.\n"},
        {load_notes(R"({"schema": 1, "notes": {"Doubtful.": @7}})"), "@ catalog-wrong-type | Doubtful. | \"...\" | 123\n"},
        {load_notes(R"({"schema": 1, "notes": @[]})"), "@ catalog-wrong-type | notes | {...} | [...]\n"},
        {load_notes(R"(@{"schema": 1})"), "@ catalog-missing-key | notes | \n"},
        {load_notes(R"({"schema": @2, "notes": {}})"), "@ catalog-schema | 1\n"},
    });
}

TEST_CASE("rows are sorted and ids are unique, in a table and over the tables")
{
    const auto load_models = [](const std::string& rows) { return test::load({{"models.json", test::table("models", rows)}}); };
    const std::string marked_a = R"({"id": @"a", "name": "M", "layers": 2, "hidden": 8, "heads": 2, "vocab": 16, "source": "s"})";
    check_all({
        {load_models(model("a0") + ",\n" + model("d") + ",\n" + R"({"id": @"c", "name": "M", "layers": 2, "hidden": 8, "heads": 2, "vocab": 16, "source": "s"})"),
         "@ catalog-unsorted | c | d | a0\n"},
        {load_models(model("b") + ",\n" + marked_a), "@ catalog-unsorted | a | b | \n"},
        {load_models(model("a") + ",\n" + marked_a), "@ catalog-duplicate-id | a | data/models.json:2\n"},
        {test::load({{"models.json", test::table("models", model("a"))}, {"formats.json", test::table("formats", "@" + format("a"))}}),
         "@ catalog-duplicate-id | a | data/models.json:2\n"},
    });
}

TEST_CASE("sources: beside every value, known, used")
{
    check_all({
        {load_gpu(R"("tdp": @{"value": 700})"), "@ catalog-missing-source | tdp\n"},
        {load_gpu(R"("tflops": {"bf16": @{"dense": 9}})"), "@ catalog-missing-source | tflops.bf16\n"},
        {load_gpu(R"("link": @{"one_direction": 9})"), "@ catalog-missing-source | link\n"},
        {load_gpu(R"("tdp": {"value": 700, "source": @"ss"})"), "@ catalog-unknown-source | ss | s\n"},
        {load_gpu(R"("tdp": {"value": 700, "source": @"nothing-like-it"})"), "@ catalog-unknown-source | nothing-like-it | \n"},
        {load_gpu(R"("tdp": {"value": 700, "source": @7})"), "@ catalog-wrong-type | tdp.source | \"...\" | 123\n"},
        {test::load({{"models.json", test::table("models", R"(@{"id": "m", "name": "M", "layers": 2, "hidden": 8, "heads": 2, "vocab": 16})")}}),
         "@ catalog-missing-key | source | \n"},
    });
}

TEST_CASE("a source that nothing uses is a warning")
{
    const std::string source_t = R"({"id": "t", "title": "T", "url": "https://example.org", "read": "2026-01-01", "vendor": false})";
    const test::DataFolder folder({{"links.json", test::table("links", test::link_x)},
                                   {"sources.json", test::table("sources", test::source_s + ",\n" + source_t)}});
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog(folder.path(), diagnostics, "data");
    CHECK(diagnostics.empty());
    site::report_unused_sources(catalog, {}, diagnostics, "data");
    CHECK(test::told(diagnostics) == "data/sources.json:3:1 unused-source | t\n");
    CHECK(diagnostics.front().severity == site::Severity::warning);
    diagnostics.clear();
    const std::vector<std::string> by_pages{"t"};
    site::report_unused_sources(catalog, by_pages, diagnostics, "data");
    CHECK(diagnostics.empty());
}

TEST_CASE("rows of sources: date, address, and a note where there is no address")
{
    const auto with = [](const std::string& members) {
        const bool marks_row = members.starts_with('@');
        return test::load({{"sources.json", test::table("sources", std::string(marks_row ? "@" : "") + R"({"id": "s", "title": "S", "vendor": true, )" +
                                                                       members.substr(marks_row ? 1 : 0) + "}")}});
    };
    check_all({
        {with(R"("url": "https://a.b", "read": @"2026-13-01")"), "@ catalog-bad-date | 2026-13-01\n"},
        {with(R"("url": "https://a.b", "read": @"30.11.2026")"), "@ catalog-bad-date | 30.11.2026\n"},
        {with(R"("url": @"a.b", "read": "2026-11-30")"), "@ catalog-bad-url | a.b\n"},
        {with(R"(@"read": "2026-11-30")"), "@ catalog-missing-key | url | s\n"},
        {with(R"("read": "2026-11-30", "note": "the owner's own")"), ""},
    });
}

TEST_CASE("values that cannot be")
{
    check_all({
        {load_gpu(R"("tdp": {"value": @-700, "source": "s"})"), "@ catalog-out-of-range | tdp | -700 | 1 - 1e+05\n"},
        {load_gpu(R"("mig_instances": {"value": @3.5, "source": "s"})"), "@ catalog-out-of-range | mig_instances | 3.5 | 1 - 64 (1, 2, 3 ...)\n"},
        {load_gpu(R"("tflops": {"bf16": {"dense": 20, "sparse": @10, "source": "s"}})"), "@ catalog-sparse-below-dense | tflops.bf16 | 20 | 10\n"},
        {load_gpu(R"("tflops": {"bf16": {"dense": @-1, "source": "s"}})"), "@ catalog-out-of-range | tflops.bf16.dense | -1 | 0 - 1e+07\n"},
        {load_gpu(R"("tflops": {"bf16": @{"source": "s"}})"), "@ catalog-missing-key | tflops.bf16.dense | tflops.bf16\n"},
        {without_list(load_gpu(R"("tflops": {@"bf17": {"dense": 1, "source": "s"}})")), "@ catalog-unknown-key | tflops.bf17 | bf16\n"},
        {load_gpu(R"("link": {"one_direction": 900, "both_directions": @450, "source": "s"})"), "@ catalog-directions | link | 900 | 450\n"},
        {load_link(R"({"id": "x", "name": "X", "topology": "mesh", "scope": "intra", "one_direction": 90000000, "both_directions": @45000000, "source": "s"})"),
         "@ catalog-directions | x | 9e+07 | 4.5e+07\n"},
        {load_model(R"("layers": @2, "full_layers": 1, "sliding_layers": 2)"), "@ catalog-layers | 3 | 2\n"},
        {load_model(R"("layers": 2, "experts_total": 4, "experts_active": @8)"), "@ catalog-out-of-range | experts_active | 8 | 0 - 4\n"},
        {load_model(R"("layers": 2, "kv_heads": @1.5)"), "@ catalog-out-of-range | kv_heads | 1.5 | 0 - 1e+15 (1, 2, 3 ...)\n"},
        {load_model(R"("layers": @0)"), "@ catalog-out-of-range | layers | 0 | 1 - 1e+15 (1, 2, 3 ...)\n"},
    });
}

TEST_CASE("names of a list and of other tables")
{
    check_all({
        {without_list(test::load({{"accelerators.json", test::table("accelerators", R"({"id": "g", "name": "G", "vendor": "V", "architecture": @"hoper"})")}})),
         "@ catalog-unknown-choice | architecture | hoper | hopper\n"},
        {load_model(R"("layers": 2, "attention": @"gqa")"), "@ catalog-unknown-choice | attention | gqa | GQA | MHA, GQA, MQA, MLA\n"},
        {load_model(R"(@"layers": 2, "native_format": "bf17")"), "@ catalog-unknown-row | native_format | bf17 | \n"},
        {test::load({{"accelerators.json", test::table("accelerators", gpu("g", R"("link": {"fabric": @"xx", "one_direction": 1, "source": "s"})"))},
                     {"links.json", test::table("links", test::link_x)}}),
         "@ catalog-unknown-row | link.fabric | xx | x\n"},
        {load_gpu(R"("memory_basis": @"labels")"), "@ catalog-unknown-choice | memory_basis | labels | label | driver, label\n"},
    });
}

TEST_CASE("an alias belongs to one row")
{
    check_all({
        {test::load({{"accelerators.json", test::table("accelerators", gpu("a", R"("aliases": ["H100"])") + ",\n" + gpu("b", R"("aliases": ["B", @"H100"])"))}}),
         "@ catalog-duplicate-alias | H100 | a | data/accelerators.json:2\n"},
        {test::load({{"accelerators.json", test::table("accelerators", gpu("a", R"("aliases": ["H100"])"))},
                     {"models.json", test::table("models", model("m", R"("layers": 2, "aliases": [{"text": @"H100", "auto": false}])"))}}),
         "@ catalog-duplicate-alias | H100 | a | data/accelerators.json:2\n"},
        {load_gpu(R"("aliases": [@""])"), "@ catalog-empty-text | aliases\n"},
        {load_gpu(R"("aliases": [@7])"), "@ catalog-wrong-type | aliases | \"...\" | 123\n"},
        {load_gpu(R"("aliases": [@{"auto": true}])"), "@ catalog-missing-key | aliases.text | aliases\n"},
        {load_gpu(R"("aliases": [{"text": "A", "auto": @1}])"), "@ catalog-wrong-type | aliases.auto | true | 123\n"},
    });
}

TEST_CASE("the provider's notes and prices")
{
    const auto provider = [](const std::string& text) { return test::load({{"provider.json", R"({"schema": 1, "name": "P", )" + text + "}"}}); };
    check_all({
        {provider(R"("facts": [{"id": "a", "term": "t", "text": {"zh": "甲", "en": "A"}, "n_tb_per_month": 2, "free": true, "source": "s"}])"), ""},
        {provider(R"("facts": [{"id": "a", "term": "t", "text": @{"zh": "甲"}, "source": "s"}])"), "@ catalog-missing-key | text.en | text\n"},
        {provider(R"("facts": [@{"id": "a", "text": {"zh": "甲", "en": "A"}, "source": "s"}])"), "@ catalog-missing-key | term | a\n"},
        {provider(R"("facts": [@{"id": "a", "term": "t", "source": "s"}])"), "@ catalog-missing-key | text | a\n"},
        {provider(R"("facts": [@{"id": "a", "term": "t", "text": {"zh": "甲", "en": "A"}}])"), "@ catalog-missing-source | a\n"},
        {provider(R"("facts": [{"id": "a", "term": "t", "text": @"A", "source": "s"}])"), "@ catalog-wrong-type | text | {...} | \"...\"\n"},
        {provider(R"("facts": [{"id": "a", "term": "t", "text": {"zh": "甲", "en": "A"}, "n": @"x", "source": "s"}])"),
         "@ catalog-wrong-type | a.n | 123 | \"...\"\n"},
        {provider(R"("pricing": @7, "facts": [])"), "@ catalog-wrong-type | pricing | {...} | 123\n"},
        {provider(R"("pricing": {"gpu": "g", "monthly_usd": 1, "source": "s"}, "facts": [])"),
         "data/provider.json:1:1 catalog-unknown-row | pricing.gpu | g | \n"},
    });
}

TEST_CASE("a file that cannot be read")
{
    const test::DataFolder folder({});
    std::filesystem::create_directory(folder.path() / "models.json");
    site::Diagnostics diagnostics;
    site::load_catalog(folder.path(), diagnostics, "data");
    CHECK(test::told(diagnostics) == "data/models.json:0:0 catalog-unreadable | data/models.json\n");
}

TEST_CASE("all mistakes of all files come in one run")
{
    const std::string told = test::load({{"accelerators.json", test::table("accelerators", gpu("b", R"("tdp": 1)") + ",\n" + gpu("a", R"("foo": 1)"))},
                                         {"models.json", "{"},
                                         {"formats.json", test::table("formats", format("f", R"("head_bits": 99)"))},
                                         {"links.json", test::table("links", R"({"id": "x"})")}});
    for (const char* mistake : {"catalog-wrong-type | tdp", "catalog-unsorted | a", "catalog-unknown-key | foo", "models.json:1:2 json-ended",
                                "catalog-out-of-range | head_bits", "catalog-missing-key | name", "catalog-missing-key | topology"})
        CHECK(told.find(mistake) != std::string::npos);
}
