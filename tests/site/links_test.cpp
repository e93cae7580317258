// Explicit links, opt-outs, mentions with their sentences, and `gloss links`.

#include "small_site.h"

#include "site/commands/links.h"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

constexpr std::string_view g = "content/zh/guides/g.md";

Files with(const std::string& body, const std::string& more = "")
{
    return {{"content/zh/terms/hbm.md", term("hbm", "显存", "[HBM]", "## 一节\n\n显存。\n")}, {"content/zh/guides/g.md", guide(body, more)}};
}

}

TEST_CASE("explicit links")
{
    const SmallSite site(with("[[hbm]]，[[hbm|那个]]，[[hbm#一节]]，[[hbm#一节|这节]]，[[#甲|这里]]，[乙](../terms/hbm.md)。\n\n## 甲\n"));
    CHECK(text_of(site.html(g)) == "显存，那个，显存，这节，这里，乙。\n甲");
    CHECK(count(site.html(g), "href=\"/zh/glossary/hbm/\"") == 3);
    CHECK(count(site.html(g), "href=\"/zh/glossary/hbm/#一节\"") == 2);
    CHECK(count(site.html(g), "<a href=\"#甲\">这里</a>") == 1);
    CHECK(site.diagnostics().empty());
}

TEST_CASE("a link in a table cell does not split it")
{
    const SmallSite site(with("| 甲 | 乙 |\n|---|---|\n| [[hbm|那个]] | {{ calc \"x\" | y | GB }} |\n"));
    CHECK(site.html(g).find("<td><a class=\"term\" href=\"/zh/glossary/hbm/\" data-term=\"hbm\">那个</a></td><td><b>calc \"x\" | y | GB</b></td>") != std::string::npos);
}

TEST_CASE("what opts out is not linked")
{
    const Strings none;
    CHECK(SmallSite(with("[[!显存]]\n")).links(g) == none);
    CHECK(SmallSite(with("显存\n", "autolink: false\n")).links(g) == none);
    CHECK(SmallSite(with("<!-- nolink -->\n\n显存\n\n<!-- /nolink -->\n")).links(g) == none);
    CHECK(SmallSite(with("甲 <!-- nolink -->显存<!-- /nolink --> 乙\n")).links(g) == none);
    CHECK(SmallSite(with("<span data-nolink>显存</span>\n")).links(g) == none);
    CHECK(SmallSite(with("<a href=\"/\">显存</a> <kbd>HBM</kbd>\n")).links(g) == none);
    CHECK(SmallSite(with("| 显存 |\n|---|\n| 甲 |\n")).links(g) == none);
    CHECK(SmallSite(with("显存\n: 甲\n")).links(g) == none);
    CHECK(SmallSite(with("\\[[hbm]]\n")).html(g) == "<p>[[hbm]]</p>\n");
    CHECK(SmallSite(with("`[[hbm]]`\n")).html(g) == "<p><code>[[hbm]]</code></p>\n");
    CHECK(SmallSite(with("显存\n")).links("content/zh/terms/hbm.md") == none); // its own page
}

TEST_CASE("an explicit link below suppresses the automatic one above, in its section only")
{
    CHECK(SmallSite(with("显存和[[hbm|那个]]。\n\n## 二\n\n显存。\n")).links(g) == Strings{"那个 -> hbm", "显存 -> hbm"});
    CHECK(SmallSite(with("显存和[那个](../terms/hbm.md)。\n")).links(g) == Strings{"那个 -> hbm"});
}

TEST_CASE("a mention keeps its sentence and its place")
{
    const SmallSite site(with("第一句。**第二**句里 {{ 3 }} 的显存`x`很大！第三句。\n\n- 列表里\n  换行的 HBM。\n"));
    const site::Mention m = site.prose(g).mentions.at(0);
    CHECK(m.sentence == "第二句里 3 的显存x很大！");
    CHECK(m.sentence.substr(m.begin, m.end - m.begin) == "显存");
    CHECK(m.where == site::Position{5, 23});
    CHECK(m.automatic);
    const SmallSite list(with("- 列表里\n  换行的 HBM。\n\n> 引用\n> 再有 HBM\n", ""));
    CHECK(list.prose(g).mentions.at(0).where == site::Position{6, 7});
    CHECK(list.prose(g).mentions.at(0).sentence == "列表里换行的 HBM。");
}

TEST_CASE("positions hold in quotes, after escapes and entities")
{
    const Files files = with("> 甲\n> 乙 [[no]]\n\n1. 甲\n   - 乙\n     丙\\*\\* &amp; [[nono]]\n");
    CHECK(places(SmallSite(files).of("unknown-term")) ==
          Strings{"content/zh/guides/g.md:6:5 unknown-term", "content/zh/guides/g.md:10:18 unknown-term"});
    site::ProseOptions options;
    const SmallSite escaped(with("甲\\*乙&amp;丙 显存\n"));
    CHECK(escaped.prose(g).mentions.at(0).where == site::Position{5, 12});
    const SmallSite quote(with("> 甲\n> 乙 显存\n"));
    CHECK(quote.prose(g).mentions.at(0).where == site::Position{6, 5});
}

TEST_CASE("gloss links explains, reports and compares")
{
    const SmallSite site(with("显存和显存。\n\nKV 与 HBM。\n"));
    site::CheckWorld world;
    site::LinksRequest request;
    request.content = site.content();
    request.wording = words("zh");
    request.view = site::LinksRequest::View::explain;
    request.file = "content/zh/guides/g.md";
    const site::CommandResult explained = site::links_command(request, world);
    CHECK(explained.exit_code == 0);
    CHECK(explained.output.find("content/zh/guides/g.md:5:1") != std::string::npos);
    CHECK(explained.output.find("本节已链接") != std::string::npos);
    request.file = "no.md";
    CHECK(site::links_command(request, world).exit_code == 1);
    request.view = site::LinksRequest::View::report;
    CHECK(site::links_command(request, world).output.find("链接: 1") != std::string::npos);

    request.view = site::LinksRequest::View::diff;
    request.file = site.folder() + "/out";
    CHECK(site::links_command(request, world).exit_code == 1);
    std::filesystem::create_directories(site.folder() + "/out/.gloss");
    std::ofstream(site.folder() + "/out/.gloss/links.tsv") << "/zh/guides/g/\tkv\tKV\n";
    const site::CommandResult diff = site::links_command(request, world);
    CHECK(diff.output == "- /zh/guides/g/\tkv\tKV\n+ /zh/guides/g/\thbm\t显存\n+1 -1\n");
}

TEST_CASE("linking options of the site and of a page")
{
    const Files terms{{"content/zh/terms/a.md", term("a", "显存")}, {"content/zh/terms/b.md", term("b", "带宽")}, {"content/zh/terms/c.md", term("c", "算力")}};
    const auto links = [&](const std::string& settings, const std::string& body, const std::string& front = "") {
        Files files = terms;
        files["content/site.yaml"] = settings;
        files["content/zh/guides/g.md"] = guide(body, front);
        const SmallSite site(files);
        CHECK_FALSE(site::has_errors(site.diagnostics()));
        return site.links("content/zh/guides/g.md");
    };
    const std::string body = "显存、带宽与算力。\n\n显存、算力。\n";
    using Links = std::vector<std::string>;
    CHECK(links("linking: {per_paragraph: 2}\n", body) == Links{"显存 -> a", "带宽 -> b", "算力 -> c"});
    CHECK(links("linking: {per_paragraph: 1}\n", body) == Links{"显存 -> a", "算力 -> c"});
    CHECK(links("linking: {quotes: false}\n", "> 显存\n\n> [!NOTE]\n> 带宽\n\n算力与显存\n") == Links{"带宽 -> b", "算力 -> c", "显存 -> a"});
    CHECK(links("linking: {scope: page}\n", "显存\n\n## 甲\n\n显存\n") == Links{"显存 -> a"});
    CHECK(links("linking: {scope: page}\n", "显存\n\n## 甲\n\n显存\n", "linking: section\n") == Links{"显存 -> a", "显存 -> a"});
    CHECK(links("linking: {scope: all}\n", "显存显存\n", "linking: none\n").empty());
    const SmallSite wrong(Files{{"content/zh/guides/g.md", guide("甲\n", "linking: some\n")}, {"content/site.yaml", "linking: {per_paragraph: 0}\n"}});
    CHECK(wrong.of("bad-choice").size() == 1);
    CHECK(wrong.of("wrong-type").size() == 1);
}
