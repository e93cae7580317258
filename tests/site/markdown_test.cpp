// Markdown beyond CommonMark, a row each.

#include "small_site.h"

#include "site/render/heading_ids.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Row {
    const char* name;
    std::string source, html;
};

std::string html_of(const std::string& body)
{
    return SmallSite(Files{{"content/zh/guides/g.md", guide(body)}, {"content/zh/guides/i.png", ""}}).html("content/zh/guides/g.md");
}

}

TEST_CASE("Markdown")
{
    const Row rows[] = {
        {"paragraph", "a & b < c \"d\"\n", "<p>a &amp; b &lt; c &quot;d&quot;</p>\n"},
        {"tight list", "- 甲\n- 乙\n", "<ul>\n<li>甲</li>\n<li>乙</li>\n</ul>\n"},
        {"ordered list", "3. 甲\n4. 乙\n", "<ol start=\"3\">\n<li>甲</li>\n<li>乙</li>\n</ol>\n"},
        {"nested list", "- 甲\n  - 乙\n", "<ul>\n<li>甲\n<ul>\n<li>乙</li>\n</ul>\n</li>\n</ul>\n"},
        {"hard break", "甲\\\n乙\n", "<p>甲<br>\n乙</p>\n"},
        {"rule", "---\n", "<hr>\n"},
        {"no smart quotes", "\"a\" -- 'b'...\n", "<p>&quot;a&quot; -- 'b'...</p>\n"},
        {"decoration", "![-](i.png)\n", "<p><img src=\"/zh/guides/i.png\" alt=\"\" loading=\"lazy\"></p>\n"},
        {"code", "```cpp x\na < b;\n```\n", "<pre><code class=\"language-cpp\">a &lt; b;\n</code></pre>\n"},
        {"code keeps constructs", "```\n[[a]] {{ b }} $c$ **“d”** \\| \\[^1]\n```\n",
         "<pre><code>[[a]] {{ b }} $c$ **“d”** \\| \\[^1]\n</code></pre>\n"},
        {"inline code keeps constructs", "`[[a|b]] {{ b }} **“d”** $x$`\n", "<p><code>[[a|b]] {{ b }} **“d”** $x$</code></p>\n"},
        {"raw HTML", "<div class=\"x\">\n甲\n</div>\n", "<div class=\"x\">\n甲\n</div>\n"},
        {"table", "| 甲 | 乙 |\n|:--|--:|\n| `a|b` | **c** |\n| d |\n",
         "<div class=\"table\">\n<table>\n<thead>\n<tr><th scope=\"col\" class=\"left\">甲</th><th scope=\"col\" class=\"right\">乙</th></tr>\n</thead>\n<tbody>\n"
         "<tr><td class=\"left\"><code>a|b</code></td><td class=\"right\"><strong>c</strong></td></tr>\n"
         "<tr><td class=\"left\">d</td><td class=\"right\"></td></tr>\n</tbody>\n</table>\n</div>\n"},
        {"table without outer pipes", "a | b\n--|--\nc | \\|\n",
         "<div class=\"table\">\n<table>\n<thead>\n<tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr>\n</thead>\n<tbody>\n"
         "<tr><td>c</td><td>|</td></tr>\n</tbody>\n</table>\n</div>\n"},
        {"table after a line", "句子\n| a |\n|---|\n| b |\n",
         "<p>句子</p>\n<div class=\"table\">\n<table>\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n</thead>\n<tbody>\n<tr><td>b</td></tr>\n</tbody>\n</table>\n</div>\n"},
        {"emphasis cut by a cell", "| a |\n|---|\n| *b | c* |\n",
         "<div class=\"table\">\n<table>\n<thead>\n<tr><th scope=\"col\">a</th></tr>\n</thead>\n<tbody>\n<tr><td><em>b</em></td></tr>\n</tbody>\n</table>\n</div>\n"},
        {"definition list", "甲\n: 乙\n: 丙\n续\n\n丁\n: 戊\n",
         "<dl>\n<dt>甲</dt>\n<dd>乙</dd>\n<dd>丙续</dd>\n<dt>丁</dt>\n<dd>戊</dd>\n</dl>\n"},
        {"callout", "> [!NOTE]\n> 甲\n", "<aside class=\"callout callout-note\">\n<p class=\"callout-title\">注意</p>\n<p>甲</p>\n</aside>\n"},
        {"callout with a title", "> [!warning] 小心\n>\n> 甲\n", "<aside class=\"callout callout-warning\">\n<p class=\"callout-title\">小心</p>\n<p>甲</p>\n</aside>\n"},
        {"no callout", "> [!FOO]\n> 甲\n", "<blockquote>\n<p>[!FOO] 甲</p>\n</blockquote>\n"},
        {"figure", "![图](i.png \"说明\")\n", "<figure><img src=\"/zh/guides/i.png\" alt=\"图\" loading=\"lazy\"><figcaption>说明</figcaption></figure>\n"},
        {"footnote", "甲[^a]，乙[^a]。\n\n[^a]: 注 *释*。\n",
         "<p>甲<sup class=\"footnote-ref\"><a id=\"fnref-1\" href=\"#fn-1\">1</a></sup>，乙<sup class=\"footnote-ref\"><a id=\"fnref-1-2\" href=\"#fn-1\">1</a></sup>。</p>\n"
         "<section class=\"footnotes\" role=\"doc-endnotes\">\n<h2 id=\"footnotes\">脚注</h2>\n<ol>\n<li id=\"fn-1\"><p>注 <em>释</em>。 "
         "<a class=\"footnote-back\" href=\"#fnref-1\" aria-label=\"回到正文 1\">↩</a> <a class=\"footnote-back\" href=\"#fnref-1-2\" aria-label=\"回到正文 2\">↩<sup>2</sup></a></p></li>\n</ol>\n</section>\n"},
        {"math", "能量 $E_k = mc^2$，价 $5 和 $6。\n", "<p>能量 <math><semantics><mrow><msub><mi>E</mi><mi>k</mi></msub><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>"
         "<annotation encoding=\"application/x-tex\">E_k = mc^2</annotation></semantics></math>，价 $5 和 $6。</p>\n"},
        {"prices without spaces", "约$2，比$3便宜\n", "<p>约$2，比$3便宜</p>\n"},
        {"display math", "$$\na * b\n$$\n", "<p><span class=\"math-block\"><math display=\"block\"><semantics><mrow><mi>a</mi><mo>*</mo><mi>b</mi></mrow>"
         "<annotation encoding=\"application/x-tex\">a * b</annotation></semantics></math></span></p>\n"},
        {"escaped figure", "\\{{ x }}\n", "<p>{{ x }}</p>\n"},
        {"figure in prose", "共 {{ 3 | GB }}。\n", "<p>共 <b>3 | GB</b>。</p>\n"},
        {"pinned heading", "## 拐点 {#knee}\n", "<h2 id=\"knee\">拐点</h2>\n"},
        {"heading with markup", "## `A` 与 **乙** [[!丙]] {{ 3 }}\n", "<h2 id=\"a-与-乙-丙-3\"><code>A</code> 与 <strong>乙</strong> 丙 <b>3</b></h2>\n"},
        {"equal headings", "## 甲\n\n## 甲\n\n## ！\n", "<h2 id=\"甲\">甲</h2>\n<h2 id=\"甲-2\">甲</h2>\n<h2 id=\"section\">！</h2>\n"},
        {"emphasis before a bracket", "**重点**（注）和**（注）**在\n", "<p><strong>重点</strong>（注）和<strong>（注）</strong>在</p>\n"},
        {"emphasis with ASCII punctuation", "这是**\"甲\"**的，**x.**和\n", "<p>这是<strong>&quot;甲&quot;</strong>的，<strong>x.</strong>和</p>\n"},
        {"escaped stars", "\\**“甲”\\**\n", "<p>*<em>“甲”*</em></p>\n"},
        {"private use characters survive", "\xEE\x80\x80 \xF3\xB0\x80\x80\n", "<p>\xEE\x80\x80 \xF3\xB0\x80\x80</p>\n"},
        {"a list of lists in brackets", "[[1, 2], [3, 4]] 与 [[1]](/zh/guides/g/)\n", "<p>[[1, 2], [3, 4]] 与 <a href=\"/zh/guides/g/\">[1]</a></p>\n"},
        {"break between Han and Latin", "甲\nb\n丙，\nd\n", "<p>甲 b 丙，d</p>\n"},
    };
    for (const Row& row : rows) {
        INFO(row.name);
        CHECK(html_of(row.source) == row.html);
    }
}

TEST_CASE("footnotes with more than a paragraph")
{
    const std::string html = html_of("甲[^a]，乙[^b]。\n\n[^a]: 一\n    续\n\n    二\n\n    - 三\n\n    ```text\n    四 [^x]\n    ```\n\n[^b]: 五[^a]\n");
    const std::size_t first = html.find("<li id=\"fn-1\"><p>一续</p>\n<p>二</p>\n<ul>\n<li>三</li>\n</ul>\n<pre><code class=\"language-text\">四 [^x]\n</code></pre>\n<p>");
    CHECK(first != std::string::npos);
    CHECK(html.find("<li id=\"fn-2\"><p>五<sup") > first);
    CHECK(count(html, "<ul>") == 1);
    const std::string fenced = html_of("```text\n[^a]: x\n```\n");
    CHECK(fenced == "<pre><code class=\"language-text\">[^a]: x\n</code></pre>\n");
    CHECK(html_of("甲[^a]\n[^a]: 乙\n").find("<li id=\"fn-1\"><p>乙 <a") != std::string::npos);
}

TEST_CASE("heading ids")
{
    CHECK(site::heading_slug("HBM3e 与 带宽（GB/s）") == "hbm3e-与-带宽gbs");
    CHECK(site::heading_slug("PCIe 5.0") == "pcie-5-0");
    CHECK(site::heading_slug("？！") == "");
    site::HeadingIds ids;
    CHECK(ids.make("甲") == "甲");
    CHECK(ids.make("甲") == "甲-2");
    CHECK(ids.make("甲") == "甲-3");
    CHECK(ids.make("") == "section");
}

TEST_CASE("anchors are the ids that the page really has")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("## 甲 {#a}\n\n<a id=\"b\"></a>x <span id='c'>y</span>\n\n<div id=d>\nz\n</div>\n\n<a name=\"e\"></a>\n")}});
    CHECK(site.prose("content/zh/guides/g.md").anchors == Strings{"a", "b", "c", "d", "e"});
}

TEST_CASE("a figure's sources and problems are the page's")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("甲 {{ 1 }} {{ 2 }} {{ bad x }}\n")}});
    CHECK(site.prose("content/zh/guides/g.md").sources == Strings{"s"});
    CHECK(places(site.of("bad-figure")) == Strings{"content/zh/guides/g.md:5:24 bad-figure"});
}
