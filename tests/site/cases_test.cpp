// The cases of fixtures/site_cases.json, taken from public bug reports: what must come out of each small site.

#include "small_site.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

constexpr std::string_view guide_zh = "content/zh/guides/a.md", guide_en = "content/en/guides/a.md";

/// The case's files with the settings added.
Files with_scope(std::string_view id, const std::string& scope)
{
    Files files = case_files(id);
    files["content/site.yaml"] = "linking: {scope: " + scope + "}\n";
    return files;
}

}

TEST_CASE("C01: a Chinese term is linked although Han touches it on both sides")
{
    const SmallSite site(case_files("C01"));
    CHECK(site.links(guide_zh) == Strings{"显存 -> hbm"});
    CHECK(site.html(guide_zh) == "<p>读取<a class=\"term\" href=\"/zh/glossary/hbm/\" data-term=\"hbm\">显存</a>的延迟很高。</p>\n");
}

TEST_CASE("C02: the longest match wins, whatever the order of files")
{
    const SmallSite site(case_files("C02"));
    CHECK(site.links(guide_zh) == Strings{"显存带宽 -> membw", "显存 -> mem", "带宽 -> bw"});
}

TEST_CASE("C03: an ASCII letter, digit or underscore blocks an edge, Han does not")
{
    const SmallSite site(case_files("C03"));
    CHECK(site.links(guide_zh) == Strings{"SM -> sm"});
    CHECK(site.html(guide_zh).find("每个<a") != std::string::npos);
    CHECK(site.html(guide_zh).find("（SM）") != std::string::npos);
}

TEST_CASE("C04: a mixed alias matches with and without the space, and the checker mends the spelling")
{
    const SmallSite site(case_files("C04"));
    CHECK(site.links(guide_zh) == Strings{"GPU显存 -> gpuram", "GPU 显存 -> gpuram"});
    CHECK(text_of(site.html(guide_zh)) == "一\nGPU显存很小。\n二\nGPU 显存很大。");
    CHECK(places(site.of("han-latin-space")) == Strings{"content/zh/guides/a.md:7:4 han-latin-space"});
    CHECK(site.of("han-latin-space").at(0).arguments.at(0) == "GPU 显存");
    CHECK(site.check().exit_code == 0);
    site.check(site::DiagnosticFormat::text, "zh", true);
    CHECK(site.file("content/zh/guides/a.md").find("\nGPU 显存很小。\n") != std::string::npos);
}

TEST_CASE("C06: headings hold plain text")
{
    const SmallSite site(case_files("C06"));
    CHECK(site.links(guide_zh) == Strings{"占用率 -> occ"});
    CHECK(site.html(guide_zh).starts_with("<h2 id=\"占用率的上限\">占用率的上限</h2>\n<p><a "));
    CHECK(site.prose(guide_zh).headings.at(0).text == "占用率的上限");
}

TEST_CASE("C07: code, math, addresses, links and alt texts are left alone")
{
    const SmallSite site(case_files("C07"));
    CHECK(site.links(guide_zh) == Strings{"warp -> warp"});
    const std::string& html = site.html(guide_zh);
    CHECK(html.find("最后的 <a class=\"term\"") != std::string::npos);
    for (const char* part : {"<code>warp</code>", "<a href=\"https://x.test/warp\">https://x.test/warp</a>", "<annotation encoding=\"application/x-tex\">warp_{id}</annotation>",
                             "<a href=\"https://x.test/\">看 warp 文档</a>", "<img src=\"/zh/guides/w.svg\" alt=\"warp 图\"",
                             "<pre><code class=\"language-c\"><span class=\"hl-keyword\">int</span> warp = <span class=\"hl-number\">0</span>;\n</code></pre>"})
        CHECK(html.find(part) != std::string::npos);
}

TEST_CASE("C10: the first mention of a section is linked, and an explicit link uses the section up")
{
    const SmallSite site(case_files("C10"));
    CHECK(site.links(guide_zh) == Strings{"张量核心 -> tc", "这个单元 -> tc"});
    CHECK_FALSE(site.prose(guide_zh).mentions.at(1).automatic);
    CHECK(SmallSite(with_scope("C10", "page")).links(guide_zh) == Strings{"张量核心 -> tc", "这个单元 -> tc"});
    CHECK(SmallSite(with_scope("C10", "all")).links(guide_zh) ==
          Strings{"张量核心 -> tc", "张量核心 -> tc", "这个单元 -> tc", "Tensor Core -> tc", "张量核心 -> tc"});
    CHECK(SmallSite(with_scope("C10", "none")).links(guide_zh) == Strings{"这个单元 -> tc"});
}

TEST_CASE("C11: an ambiguous alias is one error with fixes that work")
{
    Files files = case_files("C11");
    {
        const SmallSite site(files);
        CHECK(site.links(guide_zh).empty());
        REQUIRE(site.of("ambiguous-alias").size() == 1);
        const site::Diagnostic d = site.of("ambiguous-alias")[0];
        CHECK(d.file == "content/zh/terms/regfile.md");
        CHECK(d.where == site::Position{4, 11});
        CHECK(d.arguments[1] == "content/zh/terms/reg.md:3 (title), content/zh/terms/regfile.md:4");
        CHECK(d.arguments[2] == "2");
        CHECK(places(site.of("alias-equals-title")) == Strings{"content/zh/terms/reg.md:4:11 alias-equals-title"});
        CHECK(site.check().exit_code == 1);
        const std::string text = site.check().output;
        CHECK(text.find("prefer: reg（") != std::string::npos);
        CHECK(text.find("[[reg|寄存器]]") != std::string::npos);
    }
    SECTION("removing it from one file")
    {
        files["content/zh/terms/regfile.md"] = term("regfile", "寄存器堆", "[register]");
        const SmallSite site(files);
        CHECK(site.links(guide_zh) == Strings{"寄存器 -> reg"});
        CHECK(site.check().exit_code == 0);
    }
    SECTION("prefer")
    {
        files["content/zh/guides/a.md"] = guide("寄存器不够会溢出。寄存器很快。\n", "prefer: reg\n");
        const SmallSite site(files);
        CHECK(site.links(guide_zh) == Strings{"寄存器 -> reg"});
        CHECK(site.check().exit_code == 0);
    }
    SECTION("an explicit link at each use")
    {
        files["content/zh/guides/a.md"] = guide("[[reg|寄存器]]不够会溢出。[[!寄存器]]很快。\n");
        const SmallSite site(files);
        CHECK(site.links(guide_zh) == Strings{"寄存器 -> reg"});
        CHECK(site.check().exit_code == 0);
    }
}

TEST_CASE("C12: English pages know plurals and possessives")
{
    const SmallSite site(case_files("C12"));
    CHECK(site.links(guide_en) == Strings{"GPUs -> gpu", "matrices -> matrix"});
    Files all = with_scope("C12", "all");
    CHECK(SmallSite(all).links(guide_en) == Strings{"GPUs -> gpu", "GPU -> gpu", "matrices -> matrix", "GPU -> gpu"});
}

TEST_CASE("C14: an id that is the beginning of another is not mixed up with it")
{
    const SmallSite site(case_files("C14"));
    CHECK(site.links(guide_zh) == Strings{"线程束 -> warp", "线程束调度器 -> warp-scheduler"});
    CHECK(site.prose(guide_zh).tooltips == Strings{"warp", "warp-scheduler"});
    CHECK(site.rendered().matcher("zh").find("warp")->short_text == "甲定义。");
}

TEST_CASE("C15: an unknown term is reported with its character column, a caret and the nearest id")
{
    const SmallSite site(case_files("C15"));
    CHECK(places(site.of("unknown-term")) == Strings{"content/zh/guides/a.md:5:9 unknown-term"});
    CHECK(site.of("unknown-term").at(0).arguments == Strings{"tensor-cor", "tensor-core"});
    const site::CommandResult result = site.check();
    CHECK(result.exit_code == 1);
    CHECK(result.output.find("content/zh/guides/a.md:5:9: 错误：没有 id 为“tensor-cor”的页面 [unknown-term]\n"
                             "  5 | 显存与张量：见 [[tensor-cor]]。\n"
                             "    |                ^^^^^^^^^^^^^^\n") != std::string::npos);
    CHECK(result.output.find("[[tensor-core]]") != std::string::npos);
}

TEST_CASE("C16: anchors in Han, percent-encoded and from raw HTML")
{
    const SmallSite site(case_files("C16"));
    const std::string& html = site.html(guide_zh);
    CHECK(count(html, "href=\"/zh/glossary/roofline/#拐点\"") == 2);
    CHECK(count(html, "href=\"/zh/glossary/roofline/#ridge\"") == 1);
    REQUIRE(site.of("dead-anchor").size() == 2);
    const site::Diagnostic wrong = site.of("dead-anchor")[0];
    CHECK(wrong.arguments[0] == "拐占");
    CHECK(wrong.arguments[2] == "拐点");
    CHECK(wrong.arguments[3] == "#拐点, #ridge");
    CHECK(site.of("dead-anchor")[1].arguments[0] == "没有");
    CHECK(places({wrong}) == Strings{"content/zh/guides/a.md:5:107 dead-anchor"});
}

TEST_CASE("C17: anchors across languages")
{
    const SmallSite site(case_files("C17"));
    REQUIRE(site.of("dead-anchor-in-language").size() == 1);
    const site::Diagnostic d = site.of("dead-anchor-in-language")[0];
    CHECK(d.arguments[0] == "拐点");
    CHECK(d.arguments[2] == "ridge-point");
    CHECK(d.arguments[4] == "zh");
    CHECK(site.of("dead-anchor").empty());
    CHECK(site.of("missing-pinned-anchor").empty());
    Files files = case_files("C17");
    files["content/en/terms/roofline.md"] = term("roofline", "Roofline model", "[]", "## Knee\n\nA.\n");
    CHECK(SmallSite(files).of("missing-pinned-anchor").size() == 1);
}

TEST_CASE("C19: all mistakes of the front matter in one run")
{
    const SmallSite site(case_files("C19"));
    site::Diagnostics errors;
    for (const site::Diagnostic& d : site.diagnostics())
        if (d.severity == site::Severity::error)
            errors.push_back(d);
    CHECK(places(errors) == Strings{"content/zh/terms/a.md:4:1 unknown-key", "content/zh/terms/a.md:6:10 bad-date",
                                    "content/zh/terms/a.md:7:1 duplicate-key"});
    CHECK(errors[0].arguments == Strings{"aliasses", "aliases"});
    CHECK(errors[2].arguments == Strings{"title", "3:1"});
    CHECK(site.check().exit_code == 1);
}

TEST_CASE("C21: a line break between Han is nothing")
{
    const SmallSite site(case_files("C21"));
    CHECK(text_of(site.html(guide_zh)) == "这一段很长，换行后继续，用 GPU 计算，然后加粗结束。");
    const SmallSite english(Files{{"content/en/guides/a.md", "---\ntitle: A\n---\n\nOne line\nand another.\n"}});
    CHECK(text_of(english.html(guide_en)) == "One line and another.");
}

TEST_CASE("C22: emphasis beside Chinese punctuation")
{
    const SmallSite site(case_files("C22"));
    CHECK(site.html(guide_zh) == "<p>这是<strong>“显存带宽”</strong>的定义。这是<strong>重点。</strong>然后。<strong>HBM（高带宽内存）</strong>是。</p>\n");
    const SmallSite broken(Files{{"content/zh/guides/a.md", guide("这是 ** 坏的** 强调。\n")}});
    CHECK(places(broken.of("literal-emphasis")) == Strings{"content/zh/guides/a.md:5:4 literal-emphasis", "content/zh/guides/a.md:5:9 literal-emphasis"});
}
