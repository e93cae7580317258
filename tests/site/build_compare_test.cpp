// Comparisons: every pair has one address, other orders lead there, and what stands on it is the catalog's and the engine's.

#include "engine/units/format.h"
#include "site/commands/build.h"
#include "site/scenario/scenario.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace build_test;

namespace {

site::ProjectPaths paths_of(const fs::path& content) { return {.content = content.string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"}; }

const site::Project& project()
{
    static const site::Project one(paths_of("content"));
    return one;
}

using Files = std::map<std::string, std::string>;

const Files& pages()
{
    static const Files files = [] {
        const Folder folder;
        REQUIRE(site::build(project(), {.out = (folder.path() / "dist").string(), .base_url = "https://test.example", .jobs = 2}).published);
        return all_files(folder.path() / "dist");
    }();
    return files;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string path_of(const std::string& language, const std::string& id) { return language + "/compare/" + id + "/index.html"; }

bool leads_to(const std::string& html, const std::string& url) { return holds(html, "http-equiv=\"refresh\" content=\"0; url=" + url + "\""); }

double output(std::string_view calculator, const std::vector<site::Setting>& settings, std::string_view field)
{
    const site::Scenario scenario = site::make_scenario(*engine::find_calculator(calculator), project().catalog, settings);
    const site::Outcome outcome = site::evaluate(scenario);
    REQUIRE(outcome.problems.empty());
    return outcome.answer.outputs[static_cast<std::size_t>(engine::field_index(scenario.calculator->outputs, field))];
}

std::string shown(double value, engine::Unit unit, int digits = 3) { return std::string(engine::format(value, unit, engine::Language::en, digits).view()); }

}

TEST_CASE("any two accelerators have a page in each language, and the other order leads there")
{
    const auto& rows = project().catalog.accelerators.rows();
    std::size_t generated = 0;
    for (const std::string language : {"zh", "en"})
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = i + 1; j < rows.size(); ++j) {
                INFO(language << " " << rows[i].id << " " << rows[j].id);
                const auto there = pages().find(path_of(language, rows[i].id + "-vs-" + rows[j].id));
                const auto back = pages().find(path_of(language, rows[j].id + "-vs-" + rows[i].id));
                REQUIRE(there != pages().end());
                if (back == pages().end()) { // The author's page stands in this order itself.
                    FAIL("no page in the other order");
                }
                const bool is_generated = holds(there->second, "name=\"robots\" content=\"noindex\"") && holds(there->second, "class=\"comparison\"");
                generated += is_generated;
                if (is_generated)
                    CHECK(leads_to(back->second, "/" + language + "/compare/" + rows[i].id + "-vs-" + rows[j].id + "/"));
            }
    CHECK(generated > rows.size() * (rows.size() - 1) - 20); // Both languages: all but what authors wrote.
    CHECK(generated < rows.size() * (rows.size() - 1));
}

TEST_CASE("an author's comparison replaces the generated one, in every order of names")
{
    for (const std::string language : {"zh", "en"}) {
        const std::string url = "/" + language + "/compare/h100-vs-h200/";
        CHECK(holds(pages().at(path_of(language, "h100-vs-h200")), "rel=\"canonical\" href=\"https://test.example" + url + "\""));
        CHECK_FALSE(holds(pages().at(path_of(language, "h100-vs-h200")), "noindex"));
        for (const char* other : {"h200-vs-h100", "h100-sxm-vs-h200-sxm", "h200-sxm-vs-h100-sxm"})
            CHECK(leads_to(pages().at(path_of(language, other)), url));
        CHECK(leads_to(pages().at(path_of(language, "b200-vs-mi355x")), "/" + language + "/compare/mi355x-vs-b200/"));
        CHECK_FALSE(holds(pages().at(path_of(language, "b200-vs-b300")), "http-equiv=\"refresh\"")); // Written under the pair's own id.
    }
}

TEST_CASE("generated comparisons stand in no list")
{
    for (const std::string file : {"sitemap.xml", "llms.txt", "zh/feed.xml", "en/feed.xml"}) {
        INFO(file);
        CHECK_FALSE(holds(pages().at(file), "a10-vs-a100-40-pcie"));
        if (!file.ends_with("feed.xml")) // A feed holds the newest pages only.
            CHECK(holds(pages().at(file), "h100-vs-h200"));
    }
    CHECK_FALSE(holds(pages().at("_redirects"), "-vs-"));
}

TEST_CASE("a comparison shows the catalog's figures with their sources")
{
    const std::string& html = pages().at(path_of("en", "h100-sxm-vs-mi300x"));
    for (const char* id : {"h100-sxm", "mi300x"}) {
        const site::AcceleratorRow& gpu = *project().catalog.accelerators.find(id);
        for (const char* key : {"memory_bytes", "memory_bandwidth", "tflops.bf16.dense", "tflops.bf16.sparse", "link.one_direction", "tdp"}) {
            INFO(id << " " << key);
            const site::Fact* fact = gpu.find(key);
            REQUIRE(fact);
            CHECK(holds(html, "<td class=\"num\">" + shown(fact->number(), fact->unit, 4)));
            CHECK(holds(html, "<a href=\"#source-" + fact->source + "\""));
            CHECK(holds(html, "<li id=\"source-" + fact->source + "\""));
        }
        CHECK(holds(html, shown(gpu.spec.memory_bytes, engine::Unit::bytes_binary)));
    }
    CHECK(holds(html, "MI300X " + shown(5.3 / 3.35, engine::Unit::none) + "×<svg class=\"ratio\""));
}

TEST_CASE("a comparison's worked examples are what the calculators answer to the linked scenario")
{
    const std::string& html = pages().at(path_of("en", "h100-sxm-vs-mi300x"));
    int found = 0;
    for (std::size_t at = 0; (at = html.find("/en/calculators/throughput/?", at)) != std::string::npos; ++found) {
        at += std::string_view("/en/calculators/throughput/?").size();
        std::string query = html.substr(at, html.find('"', at) - at);
        std::vector<site::Setting> settings;
        for (std::size_t next; !query.empty(); query.erase(0, next)) {
            next = std::min(query.find("&amp;"), query.size());
            const std::string pair = query.substr(0, next);
            settings.push_back({pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1)});
            next = std::min(next + 5, query.size());
        }
        INFO(settings[0].value << " " << settings[2].value);
        const std::string value = shown(output("throughput", settings, "output_tokens_per_s_per_gpu"), engine::Unit::tokens_per_second);
        CHECK(html.substr(at, 400).find(value) != std::string::npos);
        CHECK(output("throughput", settings, "fits") == 1);
    }
    CHECK(found == 5); // Two reference models on both; DeepSeek-V3 on MI300X alone, since it does not fit on eight H100.
}

TEST_CASE("the reference models of worked examples are a setting")
{
    const Folder folder;
    fs::create_directories(folder.path() / "content");
    fs::copy(fs::absolute("content/data"), folder.path() / "content/data", fs::copy_options::recursive);
    fs::remove_all(folder.path() / "content/data/measurements");
    folder.write("content/site.yaml", "languages: [zh]\nreference_models: [qwen3-32b]\n");
    folder.write("content/zh/compare/x.md", "---\ntitle: 甲乙\na: b200\nb: b200-typo\n---\n\n正文。\n");
    const site::BuildReport wrong = site::build(site::Project(paths_of(folder.path() / "content")), {.out = (folder.path() / "dist").string(), .jobs = 2});
    CHECK(std::any_of(wrong.diagnostics.begin(), wrong.diagnostics.end(), [](const auto& d) { return d.code == "unknown-compared"; }));
    folder.write("content/zh/compare/x.md", "---\ntitle: 甲乙\na: nvlink4\nb: pcie5\n---\n\n正文。\n");
    REQUIRE(site::build(site::Project(paths_of(folder.path() / "content")), {.out = (folder.path() / "dist").string(), .jobs = 2}).published);
    const std::string html = folder.text("dist/zh/compare/b200-vs-mi300x/index.html");
    CHECK(holds(html, "Qwen3-32B"));
    CHECK_FALSE(holds(html, "Llama 3.1 8B 在线服务"));
    CHECK(holds(folder.text("dist/zh/compare/x/index.html"), "450 GB/s"));
}

TEST_CASE("a GPU's page leads to its comparison with every other one")
{
    const auto& rows = project().catalog.accelerators.rows();
    const std::string& html = pages().at("zh/gpus/h100-sxm/index.html");
    CHECK(holds(html, "href=\"/zh/compare/h100-vs-h200/\""));
    for (const site::AcceleratorRow& other : rows) {
        INFO(other.id);
        const std::string low = std::min<std::string>(other.id, "h100-sxm"), high = std::max<std::string>(other.id, "h100-sxm");
        if (other.id == "h100-sxm" || other.id == "h200-sxm" || other.id == "b200" || other.id == "rtx-pro-6000-server")
            continue; // Written ones.
        CHECK(holds(html, "href=\"/zh/compare/" + low + "-vs-" + high + "/\""));
    }
}
