// Code in fences: which pieces get which class, and that the text stays byte for byte.

#include "site/highlight/highlight.h"
#include "small_site.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

/// `comment{# x} ` for <span class="hl-comment"># x</span>.
std::string pieces(const std::string& language, const std::string& code)
{
    std::string html, out;
    site::highlight::append_highlighted(html, code, site::highlight::find_language(language));
    constexpr std::string_view open = "<span class=\"hl-", close = "</span>";
    for (std::size_t at = 0; at < html.size();) {
        if (html.compare(at, open.size(), open) == 0) {
            const std::size_t end = html.find("\">", at);
            out += html.substr(at + open.size(), end - at - open.size()) + "{";
            at = end + 2;
        } else if (html.compare(at, close.size(), close) == 0) {
            out += "}";
            at += close.size();
        } else {
            out += html[at++];
        }
    }
    return out;
}

}

TEST_CASE("code is coloured by class")
{
    struct Row {
        const char *language, *code, *pieces;
    };
    const Row rows[] = {
        {"bash", "docker run --rm -p 8000:8000 nginx # 后台", "command{docker} run option{--rm} option{-p} 8000:8000 nginx comment{# 后台}"},
        {"sh", "sudo apt-get install -y x", "command{sudo} command{apt-get} install option{-y} x"},
        {"bash", "A=1 echo \"$B\" $C ${D:-x} 'e'", "variable{A}=1 command{echo} string{&quot;$B&quot;} variable{$C} variable{${D:-x}} string{'e'}"},
        {"bash", "for i in 1 2; do\n  x | y && z\ndone", "keyword{for} i keyword{in} number{1} number{2}; keyword{do}\n  command{x} | command{y} &amp;&amp; command{z}\nkeyword{done}"},
        {"bash", "vllm serve m \\\n  --max-model-len 8192", "command{vllm} serve m \\\n  option{--max-model-len} number{8192}"},
        {"bash", "cat <<'EOF' > f\nit's $x\nEOF\nls", "command{cat} &lt;&lt;'EOF' &gt; f\nstring{it's $x\n}EOF\ncommand{ls}"},
        {"bash", "$ ls\n# 说明", "prompt{$ }command{ls}\ncomment{# 说明}"},
        {"console", "root@gpu:~# nvidia-smi\nGPU 0: H100\n$ ls", "prompt{root@gpu:~# }command{nvidia-smi}\noutput{GPU 0: H100}\nprompt{$ }command{ls}"},
        {"python", "def f(x):  # 甲\n    return \"\"\"a\nb\"\"\" + 1.5", "keyword{def} f(x):  comment{# 甲}\n    keyword{return} string{&quot;&quot;&quot;a\nb&quot;&quot;&quot;} + number{1.5}"},
        {"cpp", "#include <x>\nint a = 0x1F; /* b\n c */ auto s = \"\\\"\";", "keyword{#include} &lt;x&gt;\nkeyword{int} a = number{0x1F}; comment{/* b\n c */} keyword{auto} s = string{&quot;\\&quot;&quot;};"},
        {"json", "{\"a\": [1, true, \"b\"]}", "{key{&quot;a&quot;}: [number{1}, keyword{true}, string{&quot;b&quot;}]}"},
        {"yaml", "a-b: 1 # c\n- image: vllm/vllm-openai:v0.21.0\n  on: true", "key{a-b}: number{1} comment{# c}\n- key{image}: vllm/vllm-openai:v0.21.0\n  key{on}: keyword{true}"},
        {"ini", "[Unit]\nA=b\n; c", "keyword{[Unit]}\nkey{A}=b\ncomment{; c}"},
        {"toml", "a = \"b\"\nc = 1", "key{a} = string{&quot;b&quot;}\nkey{c} = number{1}"},
        {"dockerfile", "FROM nvidia/cuda:12.4\nRUN pip install -U vllm", "keyword{FROM} nvidia/cuda:12.4\nkeyword{RUN} command{pip} install option{-U} vllm"},
        {"text", "if a < 1 # \"b\"", "if a &lt; 1 # &quot;b&quot;"},
        {"cpp", "\"open", "string{&quot;open}"},
        {"bash", "'open", "string{'open}"},
        {"bash", "cat <<EOF\nx", "command{cat} &lt;&lt;EOF\nstring{x}"},
    };
    for (const Row& row : rows) {
        INFO(row.language << ": " << row.code);
        CHECK(pieces(row.language, row.code) == row.pieces);
    }
}

TEST_CASE("no bytes of code are lost, whatever the language")
{
    const std::string parts[] = {"'", "\"", "\\", "$", "{", "#", "<<", "\n", "甲", "a", "1", " ", "-", "/*", "[", "=", ":", "\"\"\"", "$ "};
    std::uint32_t seed = 7;
    for (const char* language : {"bash", "console", "cpp", "python", "json", "yaml", "toml", "ini", "dockerfile", "text"})
        for (int i = 0; i < 300; ++i) {
            std::string code;
            for (int k = 0; k < 14; ++k)
                code += parts[((seed = seed * 1664525U + 1013904223U) >> 16U) % std::size(parts)];
            std::string html;
            site::highlight::append_highlighted(html, code, site::highlight::find_language(language));
            std::string plain;
            for (std::size_t at = 0; at < html.size(); ++at)
                if (html[at] == '<')
                    at = html.find('>', at);
                else if (html.compare(at, 4, "&lt;") == 0)
                    plain += '<', at += 3;
                else if (html.compare(at, 4, "&gt;") == 0)
                    plain += '>', at += 3;
                else if (html.compare(at, 5, "&amp;") == 0)
                    plain += '&', at += 4;
                else if (html.compare(at, 6, "&quot;") == 0)
                    plain += '"', at += 5;
                else
                    plain += html[at];
            INFO(language << ": " << code);
            REQUIRE(plain == code);
        }
}

TEST_CASE("a fence says its language")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("```\na\n```\n\n```bsh\nb\n```\n\n```text\nc\n```\n")}});
    CHECK(places(site.of("fence-language")) == Strings{"content/zh/guides/g.md:5:1 fence-language"});
    CHECK(places(site.of("unknown-fence-language")) == Strings{"content/zh/guides/g.md:9:1 unknown-fence-language"});
    CHECK(site.of("unknown-fence-language").at(0).arguments.at(1) == "bash");
    CHECK(site.check().exit_code == 0);
}
