// A test for each diagnostic of pages that are otherwise well-formed.

#include "small_site.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

constexpr std::string_view g = "content/zh/guides/g.md";

/// Places of the diagnostics of one guide (line and column are the guide's; its body begins on line 5).
Strings found(const std::string& body, Files more = {})
{
    more["content/zh/guides/g.md"] = guide(body);
    const SmallSite site(more);
    Strings out;
    for (const site::Diagnostic& d : site.diagnostics())
        if (d.file == g)
            out.push_back(std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.code);
    return out;
}

struct Row {
    const char* name;
    std::string body;
    Strings expected;
};

}

TEST_CASE("each mistake of a body has its diagnostic and place")
{
    const Row rows[] = {
        {"nothing", "正文。\n", {}},
        {"unknown term", "见 [[no]]\n", {"5:3 unknown-term"}},
        {"dead relative link", "见 [甲](../terms/no.md)\n", {"5:3 dead-link"}},
        {"dead relative file", "见 [甲](no.pdf)\n", {"5:3 dead-link"}},
        {"dead anchor of the page", "## 甲\n\n见 [甲](#乙)\n", {"7:3 dead-anchor"}},
        {"address without its slash", "见 [甲](/zh/guides/g)\n", {"5:3 dead-link"}},
        {"missing image", "甲 ![图](no.png)\n", {"5:3 missing-image"}},
        {"missing alt", "甲 ![](https://x.test/a.png)\n", {"5:3 missing-alt"}},
        {"unknown footnote", "甲[^x]\n", {"5:2 unknown-footnote"}},
        {"unused footnote", "甲\n\n[^x]: 乙\n", {"7:1 unused-footnote"}},
        {"too many cells", "| 甲 |\n|---|\n| 乙 | 丙 |\n", {"7:7 table-cells"}},
        {"first-level heading", "# 甲\n", {"5:1 heading-level-1"}},
        {"skipped level", "## 甲\n\n#### 乙\n", {"7:1 heading-order"}},
        {"an anchor twice", "## 甲 {#x}\n\n## 乙 {#x}\n", {"7:1 duplicate-anchor"}},
        {"literal emphasis", "甲 ** 乙\n", {"5:3 literal-emphasis"}},
        {"escaped emphasis", "甲 \\*\\* 乙\n", {}},
        {"open figure", "甲 {{ x\n", {"5:3 open-figure"}},
        {"open link", "甲 [[x\n", {"5:3 open-link"}},
        {"in code nothing is open", "`** {{ [[`\n\n    ** {{ [[\n", {"7:5 fence-language"}},
        {"a round number", "共 100,000 张，15000 块，3,000,000,000 次\n", {"5:3 large-number", "5:13 large-number", "5:21 large-number"}},
        {"no round number", "共 16,384 个，US$20,000 元，RTX 60000 卡，3,000 张，2000000年，10,000-20,000 张，1,0000 张\n", {}},
        {"Han and Latin", "用GPU算\n", {"5:2 han-latin-space", "5:5 han-latin-space"}},
        {"Han and Latin, spaced", "用 GPU 算，3月5日\n", {}},
        {"Han and Latin around markup and code", "用`x`算**GPU**好\n", {}},
        {"half-width punctuation", "甲,乙;丙. 丁:\n", {"5:2 half-width-punctuation", "5:4 half-width-punctuation", "5:6 half-width-punctuation", "5:9 half-width-punctuation"}},
        {"half-width where it belongs", "甲 1.5, b; 时间 12:30\n", {}},
        {"half-width brackets around Han", "显存(每卡)够，见图 (a) 与 f(x)\n", {"5:3 half-width-brackets"}},
        {"straight quotes around Han", "所谓\"显存墙\"，版本 \"1.5\"\n", {"5:3 straight-quotes"}},
        {"a space beside full-width punctuation", "够 ，不够。 再看（ 图 ）\n", {"5:2 space-by-punctuation", "5:7 space-by-punctuation", "5:11 space-by-punctuation", "5:13 space-by-punctuation"}},
        {"a space that parts markup or cells", "**重点。** 然后\n\n| 甲， | 乙 |\n|---|---|\n| 丙。 | 丁 |\n", {}},
        {"in quotes of lists", "> - 用GPU\n", {"5:6 han-latin-space"}},
    };
    for (const Row& row : rows) {
        INFO(row.name);
        CHECK(found(row.body) == row.expected);
    }
}

TEST_CASE("check --fix makes the safe changes and no others")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("用GPU算,慢. 快:\n\n`用GPU` 与 [甲乙](https://x.test/用GPU)\n\n> 引用\n> 用GPU算\n")}});
    CHECK(site.check(site::DiagnosticFormat::text, "zh", true).output.empty());
    CHECK(site.file("content/zh/guides/g.md") == guide("用 GPU 算，慢。快：\n\n`用GPU` 与 [甲乙](https://x.test/用GPU)\n\n> 引用\n> 用 GPU 算\n"));
    const SmallSite off(Files{{"content/site.yaml", "typography: false\n"}, {"content/zh/guides/g.md", guide("用GPU算\n")}});
    CHECK(off.check().output.empty());
}

TEST_CASE("check --fix mends brackets, quotes and spaces")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("显存(每卡)够 ，所谓\"显存墙\"。\n")}});
    CHECK(site.check(site::DiagnosticFormat::text, "zh", true).output.empty());
    CHECK(site.file("content/zh/guides/g.md") == guide("显存（每卡）够，所谓“显存墙”。\n"));
}

TEST_CASE("a translation says the same figures as its original")
{
    const auto pair = [](const std::string& zh, const std::string& en, const std::string& zh_more = "", const std::string& en_more = "") {
        const std::string original = guide(zh, zh_more);
        const SmallSite once(Files{{"content/zh/guides/g.md", original}, {"content/en/guides/g.md", guide(en)}});
        std::string rev;
        for (const site::Page& page : once.rendered().library.pages)
            rev = page.original_rev.empty() ? rev : page.original_rev;
        const SmallSite site(Files{{"content/zh/guides/g.md", original}, {"content/en/guides/g.md", guide(en, en_more + "source_rev: " + rev + "\n")}});
        return site.check(site::DiagnosticFormat::json, "en").output;
    };
    CHECK(count(pair("{{ a }} {{ b }}\n", "{{ b }} {{ a }}\n"), "pair-figures") == 0);
    CHECK(count(pair("{{ a \"x\" }}\n", "{{a “x”}}\n"), "pair-figures") == 0);
    const std::string less = pair("{{ a }} {{ b }} {{ b }}\n", "{{ a }} {{ b }}\n");
    CHECK(count(less, "content/zh/guides/g.md has {{ b }}, this page does not") == 1);
    CHECK(count(less, "\"file\": \"content/en/guides/g.md\"") == 1);
    const std::string other = pair("{{ a }}\n", "x\n\n{{ c }}\n");
    CHECK(count(other, "has {{ a }}, this page does not") == 1);
    CHECK(count(other, "\"line\": 8, \"column\": 1") == 1);
    const std::string more = pair("x\n", "{{ c }}\n");
    CHECK(count(more, "content/en/guides/g.md has {{ c }}, this page does not") == 1);
    CHECK(count(more, "\"file\": \"content/zh/guides/g.md\"") == 1);
    CHECK(count(pair("x\n", "x\n", "numbers: [a, b]\n", "numbers: [b, a]\n"), "pair-numbers") == 1);
    CHECK(count(pair("x\n", "x\n", "numbers: [a, b]\n", "numbers: [a, b]\n"), "pair-numbers") == 0);
    const SmallSite behind(Files{{"content/zh/guides/g.md", guide("{{ a }}\n")}, {"content/en/guides/g.md", guide("x\n", "source_rev: 000000000000\n")}});
    CHECK(count(behind.check(site::DiagnosticFormat::json, "en").output, "pair-figures") == 0); // known to be stale
    const SmallSite without(Files{{"content/zh/guides/g.md", guide("x\n")}, {"content/en/guides/g.md", guide("x\n")}});
    CHECK(without.of("no-source-rev").size() == 1);
}

TEST_CASE("references of the front matter are checked against what is known")
{
    site::CheckWorld world;
    world.known.sources = Strings{"nvidia-exemplar"};
    world.known.provider = Strings{"egress-included"};
    world.known.calculators = Strings{"inference-memory"};
    world.known.compared = Strings{"h100-sxm", "h200-sxm"};
    world.known.fact_problem = [](std::string_view path) {
        return path == "h100-sxm.tdp" ? std::nullopt : std::optional<std::string>("h100-sxm.tdp");
    };
    const Files files{
        {"content/zh/terms/a.md", "---\nid: a\ntitle: 甲\nshort: 一句话定义。\nsee: [b, a, nob]\nnot: [c]\nsources: [nvidia-exemplr]\n"
                                  "numbers: [h100-sxm.tdp, h100-sxm.tpd]\nprovider: [egress]\ncalculators: [inference]\nwas: [b]\nprefer: bb\n---\n"},
        {"content/zh/terms/b.md", term("b", "乙")},
        {"content/zh/compare/x.md", "---\ntitle: 甲\na: h100-sxm\nb: h200-sx\n---\n"},
        {"content/zh/calculators/m.md", "---\ntitle: 甲\ncalculator: inference-memry\n---\n"}};
    const SmallSite site(files, world);
    site::Diagnostics errors;
    for (const site::Diagnostic& d : site.diagnostics())
        if (d.code != "orphan-term")
            errors.push_back(d);
    CHECK(places(errors) == Strings{
        "content/zh/calculators/m.md:3:13 unknown-calculator", "content/zh/compare/x.md:4:4 unknown-compared",
        "content/zh/terms/a.md:1:1 redirect-taken", "content/zh/terms/a.md:5:10 self-reference", "content/zh/terms/a.md:5:13 unknown-page",
        "content/zh/terms/a.md:6:7 unknown-page", "content/zh/terms/a.md:7:11 unknown-source", "content/zh/terms/a.md:8:25 unknown-fact",
        "content/zh/terms/a.md:9:12 unknown-provider-fact", "content/zh/terms/a.md:10:15 unknown-calculator", "content/zh/terms/a.md:12:9 unknown-page"});
    CHECK(SmallSite(files).of("unknown-source").empty()); // not given, not checked
}

TEST_CASE("addresses that only the build knows")
{
    site::CheckWorld world;
    world.known.urls = Strings{"/zh/lab/", "/zh/gpus/h100-sxm/"};
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("[甲](/zh/lab/) [乙](/zh/gpus/h100-sx/) [丙](/zh/guides/g/)\n")}}, world);
    CHECK(places(site.of("dead-link")) == Strings{"content/zh/guides/g.md:5:15 dead-link"});
    CHECK(site.of("dead-link").at(0).arguments.at(1) == "/zh/gpus/h100-sxm/");
}

TEST_CASE("pages that stand alone are noticed")
{
    const SmallSite site(Files{{"content/zh/terms/a.md", term("a", "甲乙")}, {"content/zh/terms/b.md", term("b", "丙丁", "[]", "甲乙。\n")},
                               {"content/zh/terms/c.md", "---\nid: c\ntitle: 戊己\nshort: 短。\nsee: [b]\n---\n"}});
    CHECK(places(site.of("orphan-term")) == Strings{"content/zh/terms/c.md:3:8 orphan-term"});
    CHECK(places(site.of("thin-short")) == Strings{"content/zh/terms/c.md:4:8 thin-short"});
}

TEST_CASE("an alias that two pages claim and nobody uses is a warning")
{
    const SmallSite site(Files{{"content/zh/terms/a.md", term("a", "甲乙", "[己]")}, {"content/zh/terms/b.md", term("b", "丙丁", "[己]")}});
    CHECK(site.of("ambiguous-alias-unused").size() == 1);
    CHECK(site.check().exit_code == 0);
}

TEST_CASE("drafts are checked, and left out of a build")
{
    const SmallSite site(Files{{"content/zh/terms/a.md", term("a", "甲乙")}, {"content/zh/guides/g.md", guide("甲乙。\n", "draft: true\n")}});
    CHECK(site.rendered().library.pages.size() == 2);
    const site::RenderedSite build = site::render_site(site.content(), {}, {}, 2, site::Drafts::drop);
    CHECK(build.library.pages.size() == 1);
    CHECK(build.library.find("zh", "g") == nullptr);
}

TEST_CASE("pages come out alike on any number of threads")
{
    Files files;
    const auto number = [](int i) { return std::to_string(i % 40); };
    for (int i = 0; i < 40; ++i) {
        const std::string id = std::string("t").append(number(i));
        std::string body = "见词";
        body.append(number(i + 1)).append("与 [[t").append(number(i + 2)).append("]]，[[no]]。\n");
        files["content/zh/terms/" + id + ".md"] = term(id, std::string("词").append(number(i)), "[]", body);
    }
    const SmallSite site(files);
    const site::RenderedSite threaded = site::render_site(site.content(), {}, {}, 4);
    for (std::size_t i = 0; i < threaded.proses.size(); ++i) {
        CHECK(threaded.library.pages[i].file == site.rendered().library.pages[i].file);
        CHECK(threaded.proses[i].html == site.rendered().proses[i].html);
    }
}
