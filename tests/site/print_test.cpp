// How diagnostics look: carets under wide glyphs, machine formats, and words for every code.

#include "small_site.h"

#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"

#include <nlohmann/json.hpp>

#include <catch2/catch_test_macros.hpp>

#include <fstream>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

const site::Diagnostics one{{site::Severity::error, "unknown-term", "content/zh/a.md", {2, 3}, {"no\"x", "near"}, 2}};

site::PrintOptions options(const std::string& language, const std::string& line)
{
    site::PrintOptions o;
    o.language = language;
    o.wording = words(language);
    o.source = [line](const std::string&) { return "first\n" + line + "\nthird\n"; };
    return o;
}

}

TEST_CASE("text shows the line, a caret and a hint")
{
    CHECK(site::print(one, site::DiagnosticFormat::text, options("en", "甲乙[[x")) ==
          "content/zh/a.md:2:3: error: there is no page with the id \"no\"x\" [unknown-term]\n"
          "  2 | 甲乙[[x\n"
          "    |     ^^\n"
          "      hint: Did you mean [[near]]?\n"
          "1 errors, 0 warnings in 1 files\n");
    site::Diagnostics without = one;
    without[0].arguments[1].clear();
    CHECK(site::print(without, site::DiagnosticFormat::text, options("en", "甲乙[[x")).find("hint") == std::string::npos);
    CHECK(site::print({}, site::DiagnosticFormat::text, options("en", "")).empty());
}

TEST_CASE("a long line is cut around the caret")
{
    std::string line;
    for (int i = 0; i < 500; ++i)
        line += "长";
    site::Diagnostics d = one;
    d[0].where.column = 250;
    const std::string text = site::print(d, site::DiagnosticFormat::text, options("zh", line));
    CHECK(text.size() < 700);
    CHECK(text.find("| …长") != std::string::npos);
}

TEST_CASE("machine formats are what their readers expect")
{
    const auto json = nlohmann::json::parse(site::print(one, site::DiagnosticFormat::json, options("zh", "x")));
    CHECK(json["errors"] == 1);
    CHECK(json["diagnostics"][0]["code"] == "unknown-term");
    CHECK(json["diagnostics"][0]["line"] == 2);
    CHECK(json["diagnostics"][0]["message"] == "没有 id 为“no\"x”的页面");
    CHECK(nlohmann::json::parse(site::print({}, site::DiagnosticFormat::json, options("zh", "")))["diagnostics"].empty());

    const auto sarif = nlohmann::json::parse(site::print(one, site::DiagnosticFormat::sarif, options("en", "x")));
    CHECK(sarif["version"] == "2.1.0");
    const auto& result = sarif["runs"][0]["results"][0];
    CHECK(result["ruleId"] == "unknown-term");
    CHECK(result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 3);

    CHECK(site::print(one, site::DiagnosticFormat::github, options("en", "x")) ==
          "::error file=content/zh/a.md,line=2,col=3,endColumn=5,title=unknown-term::there is no page with the id \"no\"x\"%0ADid you mean [[near]]?\n");
}

TEST_CASE("a safe fix and the page that explains a code are in the machine formats")
{
    site::Diagnostics fixable = one;
    fixable[0].fix = site::Fix{{2, 3}, 2, "x\"y"};
    site::PrintOptions with_help = options("en", "x");
    with_help.help = "https://x.test/en/handbook/diagnostics/";
    const auto json = nlohmann::json::parse(site::print(fixable, site::DiagnosticFormat::json, with_help));
    CHECK(json["diagnostics"][0]["fix"] == nlohmann::json{{"line", 2}, {"column", 3}, {"length", 2}, {"replacement", "x\"y"}});
    CHECK(json["diagnostics"][0]["help"] == "https://x.test/en/handbook/diagnostics/unknown-term/");

    // As section 3.55 to 3.57 of SARIF 2.1.0 wants it: fixes hold a description and artifactChanges, each with replacements.
    const auto sarif = nlohmann::json::parse(site::print(fixable, site::DiagnosticFormat::sarif, with_help));
    const auto& run = sarif["runs"][0];
    CHECK(run["columnKind"] == "unicodeCodePoints");
    const auto& rule = run["tool"]["driver"]["rules"][0];
    CHECK(rule["helpUri"] == "https://x.test/en/handbook/diagnostics/unknown-term/");
    CHECK_FALSE(rule["fullDescription"]["text"].get<std::string>().empty());
    const auto& fix = run["results"][0]["fixes"][0];
    CHECK(fix["description"]["text"] == "Did you mean [[near]]?");
    const auto& change = fix["artifactChanges"][0];
    CHECK(change["artifactLocation"]["uri"] == "content/zh/a.md");
    CHECK(change["replacements"][0]["deletedRegion"] == nlohmann::json{{"startLine", 2}, {"startColumn", 3}, {"endColumn", 5}});
    CHECK(change["replacements"][0]["insertedContent"]["text"] == "x\"y");
    CHECK_FALSE(nlohmann::json::parse(site::print(one, site::DiagnosticFormat::sarif, with_help))["runs"][0]["results"][0].contains("fixes"));

    site::Diagnostics twice{one[0], one[0]};
    twice[1].where.line = 3;
    CHECK(count(site::print(twice, site::DiagnosticFormat::text, with_help), "handbook/diagnostics/unknown-term/\n") == 1); // once a code
}

TEST_CASE("every code has words in both languages, and the keys agree")
{
    const auto read = [&](const std::string& language) {
        std::ifstream in("assets/strings/" + language + ".json");
        return nlohmann::json::parse(in);
    };
    const nlohmann::json chinese = read("zh"), english = read("en");
    for (const auto& [key, value] : chinese.items())
        CHECK(english.contains(key));
    CHECK(chinese.size() == english.size());
    // The codes as the sources write them.
    std::size_t codes = 0;
    const site::Wording zh = words("zh");
    for (const char* file : {"load/front_matter.cpp", "load/page_file.cpp", "load/settings.cpp", "load/load_site.cpp", "load/source_text.cpp",
                             "link/matcher.cpp", "check/aliases.cpp", "check/anchors.cpp", "check/references.cpp", "check/pages.cpp", "check/pairs.cpp", "claims/check_figures.cpp",
                             "render/markdown_blocks.cpp", "render/markdown_footnotes.cpp", "render/markdown_inlines.cpp", "render/markdown_links.cpp", "render/markdown_tables.cpp",
                             "math/parser.cpp", "math/parser_commands.cpp",
                             "render/markdown_review.cpp", "render/markdown_destination.cpp", "commands/check.cpp"}) {
        std::ifstream in("site/" + std::string(file));
        std::string line;
        while (std::getline(in, line))
            for (const char* before : {"Severity::error, \"", "Severity::warning, \"", "error(\"", "warn(\"", "fail(\""})
                if (const std::size_t at = line.find(before); at != std::string::npos) {
                    const std::size_t begin = at + std::string_view(before).size();
                    const std::string code = line.substr(begin, line.find('"', begin) - begin);
                    INFO(file << " " << code);
                    CHECK_FALSE(zh("diagnostic." + code).empty());
                    CHECK_FALSE(zh("explain." + code).empty());
                    ++codes;
                }
    }
    CHECK(codes > 40);
}

TEST_CASE("a code is explained on the command line")
{
    const std::vector<std::string> codes{"typed-figure", "wrong-figure"};
    const site::CommandResult known = site::explain_command("wrong-figure", codes, words("en"));
    CHECK(known.exit_code == 0);
    CHECK(count(known.output, "h200-sxm.memory_bandwidth") == 1);
    CHECK(count(known.output, "{0}") == 0);
    const site::CommandResult unknown = site::explain_command("wrong-figur", codes, words("en"));
    CHECK(unknown.exit_code == 2);
    CHECK(unknown.errors == "wrong-figur? -> wrong-figure\n");
}

TEST_CASE("characters and their widths")
{
    CHECK(site::display_width("a显e\xCC\x81") == 4);
    CHECK(site::character_count("a显。") == 3);
    CHECK(site::first_characters("a显。", 2) == "a显");
    CHECK(site::line_of("a\r\nb\n", 1) == "a");
    CHECK(site::line_of("a\nb", 3).empty());
    CHECK(site::first_invalid_utf8("显存abc\xC0\x80") == 9);
    CHECK(site::first_invalid_utf8("\xED\xA0\x80") == 0);     // a surrogate
    CHECK(site::first_invalid_utf8("\xF4\x90\x80\x80") == 0); // beyond U+10FFFF
    CHECK(site::first_invalid_utf8("\xE6\x98") == 0);
    CHECK(site::first_invalid_utf8("好🙂 and much more ASCII") == std::string::npos);
}

TEST_CASE("the nearest word")
{
    const Strings known{"tensor-core", "tensor-parallelism", "hbm", "kv-cache"};
    const auto near = [&](std::string_view word) { return site::nearest(word, std::span<const std::string>(known)); };
    CHECK(near("tensor-cor") == "tensor-core");
    CHECK(near("tesnor-core") == "tensor-core");
    CHECK(near("KV-Cache") == "kv-cache");
    CHECK(near("hmb") == "hbm");
    CHECK(near("something").empty());
    CHECK(near("").empty());
    CHECK(site::edit_distance("拐占", "拐点", 3) == 1);
    CHECK(site::edit_distance("abcdef", "x", 2) == 3);
}
