// Hostile input: no crash, and time that grows with its size only.

#include "small_site.h"

#include "site/load/page_file.h"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <random>

using namespace test;

namespace {

struct Engine {
    site::Library library;
    site::Diagnostics diagnostics;
    std::vector<site::Matcher> matcher;
    Echo figures;

    Engine()
    {
        for (const auto& [id, title] : {std::pair{"hbm", "显存"}, std::pair{"sm", "SM"}, std::pair{"bw", "显存带宽"}})
            library.pages.push_back(site::parse_page({site::PageKind::term, "zh", "content/zh/terms/" + std::string(id) + ".md"}, term(id, title), diagnostics));
        library.index();
        matcher.emplace_back(library, "zh", std::vector<site::CatalogTarget>{}, diagnostics);
    }

    site::Prose render(const std::string& body)
    {
        site::Diagnostics found;
        const site::Page page = site::parse_page({site::PageKind::guide, "zh", "content/zh/guides/g.md"}, guide(body), found);
        site::ProseOptions options;
        options.typography = true;
        options.explain = true;
        return site::render_prose(page, library, matcher.front(), figures, options);
    }
};

std::string repeated(std::string_view text, std::size_t times)
{
    std::string out;
    out.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

}

TEST_CASE("long and deep input takes linear time")
{
    const struct {
        const char* name;
        std::string body;
    } rows[] = {
        {"a line of 10 MB", repeated("显存很大，SM也是。", 370'000)},
        {"a line of 10 MB of Latin", repeated("SM word ", 1'250'000)},
        {"one word of 10 MB", repeated("x", 10'000'000)},
        {"open brackets", repeated("[[", 100'000)},
        {"links without end", repeated("[[hbm ", 100'000)},
        {"explicit links", repeated("[[hbm|x]] ", 100'000)},
        {"unknown links", repeated("[[no]] ", 3'000)},
        {"open figures", repeated("{{", 100'000)},
        {"open figures with an end", repeated("{{ a ", 100'000) + "}}"},
        {"figures", repeated("{{ a }} ", 100'000)},
        {"dollars", repeated("$a ", 100'000)},
        {"open math", repeated("$", 100'000)},
        {"dollar lines", repeated("$$\n", 100'001)},
        {"stars", repeated("*a **b ", 50'000)},
        {"stars and Han", repeated("**“", 50'000)},
        {"nested quotes", repeated("> ", 5'000) + "显存"},
        {"nested lists", [] {
             std::string s;
             for (int i = 0; i < 500; ++i)
                 s += std::string(static_cast<std::size_t>(2 * i), ' ') + "- 显存\n";
             return s;
         }()},
        {"nested emphasis", repeated("*_", 20'000) + "显存" + repeated("_*", 20'000)},
        {"pipes", repeated("|", 100'000) + "\n" + repeated("|-", 50'000)},
        {"table rows", "| a |\n|---|\n" + repeated("| 显存 |\n", 100'000)},
        {"footnotes", repeated("[^1]", 100'000) + "\n\n[^1]: x\n"},
        {"footnote definitions", [] {
             std::string s;
             for (int i = 0; i < 2'000; ++i)
                 s += "[^" + std::to_string(i) + "] x\n\n[^" + std::to_string(i) + "]: y\n\n";
             return s;
         }()},
        {"headings", repeated("## 甲\n\n", 50'000)},
        {"brackets after an alias", repeated("显存（", 100'000)},
        {"spaces", repeated("显 ", 100'000) + std::string(1'000'000, ' ') + "存"},
        {"escapes", repeated("\\* 显存 &amp; ", 100'000)},
        {"images", repeated("![](x) ", 2'000)},
        {"backticks", repeated("`a ", 100'000)},
        {"HTML", repeated("<a id=x>", 20'000)},
    };
    Engine engine;
    for (const auto& row : rows) {
        INFO(row.name);
        const auto begin = std::chrono::steady_clock::now();
        const site::Prose prose = engine.render(row.body);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        CHECK(seconds < 30); // a quadratic one would take hours
        if (seconds > 5)
            WARN(row.name << " took " << seconds << " s");
    }
}

TEST_CASE("random bytes and cut files do not crash")
{
    Engine engine;
    std::mt19937 random(1); // NOLINT: the same every run
    const std::string parts[] = {"---\n", "title: 甲\n", "：", "[[", "]]", "{{", "}}", "|", "\n", "**", "“", "。", "显存", "SM", "$", "`", "> ", "- ", "#", "{#a}",
                                 "[^1]", ":", ": ", "![", "](", ")", "<a>", "\\", "&amp;", "\xFF", std::string("\0", 1), "\r\n", "  ", "\t", "|---|", "```\n", "\xEE\x80\x80",
                                 "\xF3\xB0\x80\x80", "![NOTE]", "[!NOTE]"};
    std::string all = guide("x\n");
    for (int round = 0; round < 3000; ++round) {
        std::string text = round % 2 ? "" : "---\ntitle: 甲\n---\n";
        const std::size_t length = random() % 60;
        for (std::size_t i = 0; i < length; ++i)
            text += random() % 8 ? parts[random() % std::size(parts)] : std::string(1, static_cast<char>(random() % 256));
        site::Diagnostics found;
        const site::Page page = site::parse_page({site::PageKind::term, "zh", "content/zh/terms/x.md"}, text, found);
        site::ProseOptions options;
        options.typography = true;
        options.explain = true;
        const site::Prose prose = site::render_prose(page, engine.library, engine.matcher.front(), engine.figures, options);
        CHECK(prose.html.size() < 100'000);
    }
    const std::string whole = guide("## 甲 {#a}\n\n| a | b |\n|---|---|\n| [[hbm]] | {{ x | y }} |\n\n> [!NOTE]\n> **“显存”**\n\n甲[^1]\n\n[^1]: 注\n", "see: [a, b]\n");
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        site::Diagnostics found;
        const site::Page page = site::parse_page({site::PageKind::guide, "zh", "content/zh/guides/x.md"}, whole.substr(0, cut), found);
        site::render_prose(page, engine.library, engine.matcher.front(), engine.figures);
    }
    site::Diagnostics deep;
    site::parse_page({site::PageKind::guide, "zh", "content/zh/guides/x.md"}, "---\nsee: " + repeated("[", 100'000) + "\n---\n", deep);
    CHECK(deep.size() >= 1);
}
