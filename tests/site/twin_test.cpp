// The Markdown beside each page.

#include "site/commands/build.h"
#include "site/render/twin/blocks.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace build_test;

namespace {

std::string markdown(std::string_view html)
{
    const site::HtmlTree tree(html);
    return site::blocks_text(tree, tree.root(), {.url = "/zh/p/", .quantity = "Quantity", .value = "Value"});
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

struct Row {
    const char* name;
    std::string html, expected;
};

/// The text without code spans and fences, in which anything may stand.
std::string without_code(std::string_view text)
{
    std::string out;
    bool code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && !code) {
            ++i; // An escaped mark is no mark.
            continue;
        }
        if (text[i] == '`') {
            const std::size_t end = text.find_first_not_of('`', i);
            const std::string fence(text.substr(i, end - i));
            const std::size_t close = text.find(fence, i + fence.size());
            REQUIRE(close != text.npos);
            i = close + fence.size() - 1;
            continue;
        }
        out += text[i];
    }
    return out;
}

}

TEST_CASE("each element has its Markdown")
{
    for (const Row& row : std::vector<Row>{
             {"a heading and paragraphs", "<h2 id=\"a\">甲</h2>\n<p>One.</p>\n<p>Two\nlines.</p>", "## 甲\n\nOne.\n\nTwo lines.\n"},
             {"marks close to the words", "<p>a <strong>b </strong>c <em>d</em></p>", "a **b** c *d*\n"},
             {"what Markdown would read as marks", "<p>2*3 a_b _c [x] `y` &lt;z&gt; \\</p>", "2\\*3 a_b \\_c \\[x\\] \\`y\\` \\<z> \\\\\n"},
             {"a line that would begin a block", "<p># no</p><p>1. no</p><p>- no</p><p>+ no</p><p>-5</p>", "\\# no\n\n1\\. no\n\n\\- no\n\n\\+ no\n\n-5\n"},
             {"links", "<p><a href=\"/zh/b/?a=1&amp;b=2\">乙</a> <a href=\"?gpu=h100\">here</a> <a href=\"#part\">part</a> <a href=\"/a(b)\">c</a></p>",
              "[乙](/zh/b/?a=1&b=2) [here](/zh/p/?gpu=h100) part [c](/a%28b%29)\n"},
             {"a figure carries its source", "<p>宽 <a class=\"figure\" href=\"#source-x-1\">3.35 TB/s</a>。</p>", "宽 3.35 TB/s[^x-1]。\n"},
             {"the source of a row", "<table><tr><td>1</td><td><a href=\"#source-x\">[3]</a></td></tr></table>", "| | |\n| --- | --- |\n| 1 | [^x] |\n"},
             {"sources", "<section class=\"block sources\"><h2>Sources</h2><ol><li id=\"source-x\"><a href=\"https://x.test/\">X</a> <span>read 2026</span></li></ol></section>",
              "## Sources\n\n[^x]: [X](https://x.test/) read 2026\n"},
             {"code", "<p><code>a &lt; b</code> <code>``</code></p><pre><code class=\"language-sh\">ls | wc\n# 3\n</code></pre>",
              "`a < b` ``` `` ```\n\n```sh\nls | wc\n# 3\n```\n"},
             {"a fence in a fence", "<pre><code>```\nx\n```\n</code></pre>", "````\n```\nx\n```\n````\n"},
             {"lists", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>d</li><li>e</li></ol>", "- a\n\n- b\n\n  - c\n\n1. d\n2. e\n"},
             {"two lists stay two", "<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n<!-- -->\n\n- b\n"},
             {"a table", "<table><caption>C</caption><thead><tr><th>a</th><th class=\"num\">b</th></tr></thead><tbody><tr><th>x|y</th><td>1<br>2</td></tr></tbody></table>",
              "**C**\n\n| a | b |\n| --- | ---: |\n| x\\|y | 1; 2 |\n"},
             {"two rows of heads", "<table><thead><tr><td></td><th colspan=\"2\">Dense</th></tr><tr><th>F</th><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>",
              "| F | Dense A | Dense B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n"},
             {"a quotation", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b\n"},
             {"a picture is its words", "<figure><svg aria-label=\"Roof\"><desc>Peak 989.</desc><text>9</text></svg><figcaption>Where it bends.</figcaption></figure>",
              "> Roof — Peak 989.\n\nWhere it bends.\n"},
             {"a picture that says the same twice", "<figure><svg aria-label=\"Roof\"><desc>Same.</desc></svg><figcaption>Same.</figcaption></figure>", "> Roof\n\nSame.\n"},
             {"an image", "<p><img src=\"/a b.png\" alt=\"甲 [1]\"></p>", "![甲 \\[1\\]](/a%20b.png)\n"},
             {"a formula", "<p><math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x^2</annotation></semantics></math></p>", "$x^2$\n"},
             {"definitions", "<dl><dt>a</dt><dd>b</dd></dl>", "**a**\n\nb\n"},
             {"an unverified figure", "<p>8 GB<abbr class=\"doubt\" title=\"unverified\">?</abbr></p>", "8 GB (unverified)\n"},
             {"what readers do not see", "<nav><a href=\"/\">x</a></nav><p hidden>x</p><script>x</script><template><p>x</p></template><button>x</button><form class=\"find\"><input></form><!-- x --><p>y</p>", "y\n"},
             {"the verdict that holds", "<p data-verdict=\"fits\"><span data-when=\"fits\"><strong>Fits</strong> <output>14 GB</output></span><span data-when=\"misses\">no</span></p>", "**Fits** 14 GB\n"},
             {"a calculator's form",
              "<form class=\"inputs\" aria-label=\"Inputs\"><div class=\"field\"><label for=\"g\">GPU</label><select name=\"gpu\"><option value=\"a\">A</option><option value=\"b\" selected>B</option></select></div>"
              "<details><summary>More</summary><div class=\"field\"><label>KV</label><input name=\"kv\" placeholder=\"automatic\" value=\"\"></div></details></form>",
              "## Inputs\n\n| Quantity | Value |\n| --- | ---: |\n| GPU (`gpu`) | B |\n| KV (`kv`) | automatic |\n"},
             {"its outputs",
              "<details class=\"output\" data-steps=\"tpot_s\"><summary><span class=\"name\">TPOT</span> <span class=\"range\">9 – 11 ms</span> <output>10 ms</output></summary><div>steps</div></details>"
              "<details class=\"output\" data-steps=\"fits\"><summary><span class=\"name\">Fits</span> <span class=\"range\"></span> <output>yes</output></summary></details>",
              "| Quantity | Value |\n| --- | ---: |\n| TPOT (`tpot_s`) | 10 ms (9 – 11 ms) |\n| Fits (`fits`) | yes |\n"},
             {"tags that never end", "<p>a<b>b<p>c", "a**bc**\n"},
             {"an end without a beginning", "</p></div>x<", "x\n"},
             {"nothing", "", ""},
         }) {
        CAPTURE(row.name);
        CHECK(markdown(row.html) == row.expected);
    }
}

TEST_CASE("every listed page has a twin with the page's figures, which the page and llms.txt lead to")
{
    const Folder folder;
    const site::Project project({.content = "content", .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
    REQUIRE(site::build(project, {.out = (folder.path() / "dist").string(), .base_url = "https://test.example", .jobs = 2}).published);
    const std::map<std::string, std::string> files = all_files(folder.path() / "dist");
    const std::string& llms = files.at("llms.txt");
    std::size_t twins = 0;
    for (const auto& [path, text] : files) {
        if (path.ends_with(".html")) { // The link stands where the file does.
            const std::size_t link = text.find("<link rel=\"alternate\" type=\"text/markdown\" href=\"/");
            if (link != text.npos) {
                const std::size_t begin = text.find("href=\"", link) + 7;
                CAPTURE(path);
                CHECK(files.contains(text.substr(begin, text.find('"', begin) - begin)));
            }
            continue;
        }
        if (!path.ends_with("/index.html.md"))
            continue;
        ++twins;
        CAPTURE(path);
        const std::string page = path.substr(0, path.size() - 3), url = path.substr(0, path.size() - std::string("index.html.md").size());
        CHECK(holds(files.at(page), "<link rel=\"alternate\" type=\"text/markdown\" href=\"/" + path + "\">"));
        CHECK(holds(llms, "](https://test.example/" + path + ")"));
        CHECK(text.starts_with("---\ntitle: \""));
        CHECK(holds(text, "\ncanonical: \"https://test.example/" + url + "\"\nlanguage: \"" + path.substr(0, 2) + "\"\n"));
        CHECK(holds(text, "\n# "));
        const std::string words = without_code(std::string_view(text).substr(text.find("\n---\n") + 5));
        CHECK_FALSE(holds(words, "{{"));
        CHECK_FALSE(holds(words, "&amp;"));
        const std::size_t tag = words.find('<');
        CHECK((tag == words.npos || words.substr(tag).starts_with("<!-- -->")));
    }
    CHECK(twins > 400);
    CHECK_FALSE(files.contains("zh/compare/a10-vs-h100-sxm/index.html.md")); // A generated pair.
    CHECK_FALSE(files.contains("404.html.md"));
    const std::string& term = files.at("zh/glossary/kv-cache/index.html.md");
    CHECK(holds(term, "\nupdated: 2"));
    CHECK(holds(term, "\nsources:\n  - \"https://"));
    CHECK(holds(term, "\ntranslations:\n  en: \"https://test.example/en/glossary/kv-cache/\"\n"));
    CHECK(holds(term, "/zh/calculators/inference-memory/?model=llama-3.1-70b")); // A computed figure leads to its inputs.
    const std::string& gpu = files.at("en/gpus/h100-sxm/index.html.md");
    CHECK(holds(gpu, "3.35 TB/s"));
    CHECK(holds(gpu, "\n[^driver-logs]: ["));
    const std::string& calculator = files.at("en/calculators/inference-memory/index.html.md");
    CHECK(holds(calculator, "| GPU (`gpu`) | H100 SXM5 80GB |"));
    CHECK(holds(calculator, "(`total_bytes`) | "));
}

TEST_CASE("`markdown_twins: false` leaves them out, and nothing leads to them")
{
    const Folder folder;
    folder.write("content/site.yaml", "languages: [zh]\nmarkdown_twins: false\n");
    folder.write("content/zh/terms/alpha.md", "---\nid: alpha\ntitle: 甲\nshort: 甲的定义。\nupdated: 2026-11-30\n---\n\n正文。\n");
    const site::Project project({.content = (folder.path() / "content").string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
    REQUIRE(site::build(project, {.out = (folder.path() / "dist").string(), .jobs = 2}).published);
    for (const auto& [path, text] : all_files(folder.path() / "dist")) {
        CAPTURE(path);
        CHECK_FALSE(path.ends_with(".md"));
        CHECK((!path.ends_with(".html") || !holds(text, "text/markdown")));
        CHECK((path != "llms.txt" || holds(text, "/zh/glossary/alpha/)")));
    }
}
