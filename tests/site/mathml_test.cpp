// Formulas: LaTeX -> MathML, a row each; mistakes with their place; prices stay prices.

#include "site/math/commands.h"
#include "site/math/mathml.h"
#include "small_site.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;
using site::math::Display;

namespace {

/// What stands before the annotation.
std::string mathml(const std::string& latex, Display display = Display::in_line)
{
    const site::math::Formula formula = site::math::formula(latex, display);
    if (!formula.problems.empty())
        return formula.problems[0].code + " at " + std::to_string(formula.problems[0].at);
    const std::string begin = "<semantics>";
    const std::size_t from = formula.html.find(begin) + begin.size();
    return formula.html.substr(from, formula.html.find("<annotation") - from);
}

}

TEST_CASE("LaTeX -> MathML")
{
    struct Row {
        const char *latex, *html, *text;
    };
    const Row rows[] = {
        {"x", "<mi>x</mi>", "x"},
        {"6ND", "<mrow><mn>6</mn><mi>N</mi><mi>D</mi></mrow>", "6ND"},
        {"8,192", "<mn>8,192</mn>", "8,192"},
        {"f(1,2)", "<mrow><mi>f</mi><mo stretchy=\"false\">(</mo><mn>1</mn><mo>,</mo><mn>2</mn><mo stretchy=\"false\">)</mo></mrow>", "f(1, 2)"},
        {"a_i^2", "<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>", "a_i^2"},
        {"x'", "<msup><mi>x</mi><mo>′</mo></msup>", "x′"},
        {"\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>", "a / b"},
        {"\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1 / 2"},
        {"\\frac{a+b}{cd}", "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi><mi>d</mi></mrow></mfrac>", "(a + b) / (cd)"},
        {"\\sqrt{x}", "<msqrt><mi>x</mi></msqrt>", "√x"},
        {"\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>", "root_3 x"},
        {"a \\le -b", "<mrow><mi>a</mi><mo>≤</mo><mo form=\"prefix\">−</mo><mi>b</mi></mrow>", "a ≤ −b"},
        {"a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>", "a < b"},
        {"\\log x", "<mrow><mi>log</mi><mo>\u2061</mo><mspace width=\"0.167em\"/><mi>x</mi></mrow>", "log x"},
        {"\\max(a,b)",
         "<mrow><mo movablelimits=\"true\" lspace=\"0\" rspace=\"0.167em\">max</mo><mo stretchy=\"false\">(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo stretchy=\"false\">)</mo></mrow>",
         "max(a, b)"},
        {"\\sum_{i=1}^n x_i",
         "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></mrow>",
         "∑_(i = 1)^n x_i"},
        {"\\text{显存 带宽}", "<mtext>显存 带宽</mtext>", "显存 带宽"},
        {"\\text{若 }x", "<mrow><mtext>若\u00A0</mtext><mi>x</mi></mrow>", "若 x"},
        {"\\left(\\frac{a}{b}\\right)",
         "<mrow><mo fence=\"true\" stretchy=\"true\">(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo fence=\"true\" stretchy=\"true\">)</mo></mrow>", "(a / b)"},
        {"\\left.x\\right|", "<mrow><mi>x</mi><mo fence=\"true\" stretchy=\"true\">|</mo></mrow>", "x|"},
        {"\\mathrm{d}x\\,\\Delta", "<mrow><mi mathvariant=\"normal\">d</mi><mi>x</mi><mspace width=\"0.167em\"/><mi mathvariant=\"normal\">Δ</mi></mrow>", "dx Δ"},
        {"\\mathbf{W}\\in\\mathbb{R}", "<mrow><mi mathvariant=\"normal\">𝐖</mi><mo>∈</mo><mi mathvariant=\"normal\">ℝ</mi></mrow>", "W ∈ R"},
        {"\\hat{y}", "<mover accent=\"true\"><mi>y</mi><mo stretchy=\"false\">^</mo></mover>", "y"},
        {"\\begin{cases}a & b\\\\c & d\\end{cases}",
         "<mrow><mo fence=\"true\" stretchy=\"true\">{</mo><mtable class=\"cases\"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
         "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable></mrow>",
         "{a b; c d"},
        {"50\\%", "<mrow><mn>50</mn><mi>%</mi></mrow>", "50%"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.latex);
        CHECK(mathml(row.latex) == row.html);
        CHECK(site::math::formula(row.latex, Display::in_line).text == row.text);
    }
    const std::string block = site::math::formula("a<b", Display::block).html;
    CHECK(block.starts_with("<math display=\"block\"><semantics><mrow>"));
    CHECK(block.ends_with("<annotation encoding=\"application/x-tex\">a&lt;b</annotation></semantics></math>"));
}

TEST_CASE("mistakes in formulas")
{
    struct Row {
        const char *latex, *what;
    };
    const Row rows[] = {
        {"a + \\fracc{a}{b}", "math-command at 4"}, {"\\frac{a}", "math-argument at 7"}, {"{a", "math-unpaired at 0"}, {"a}", "math-unpaired at 1"},
        {"\\left(a", "math-unpaired at 0"}, {"a\\right)", "math-unpaired at 1"}, {"\\left x", "math-delimiter at 6"}, {"a^2^3", "math-script at 3"},
        {"a^", "math-argument at 1"}, {"a & b", "math-cell at 2"}, {"\\begin{foo}\\end{foo}", "math-environment at 0"},
        {"\\begin{cases}a\\end{matrix}", "math-unpaired at 14"}, {"\\begin{cases}a", "math-unpaired at 0"}, {"\\text{a", "math-unpaired at 5"},
        {"\\sqrt[3{x}", "math-unpaired at 5"}, {"a # b", "math-character at 2"}, {"\\", "math-command at 0"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.latex);
        CHECK(mathml(row.latex) == row.what);
    }
    CHECK(mathml(std::string(5000, '{')) == "math-nesting at 64");
    CHECK(site::math::nearest_command("fracc") == "\\frac");
}

TEST_CASE("a mistake in a formula is an error with its place, and a page that explains it")
{
    const SmallSite site(Files{{"content/zh/guides/g.md", guide("显存 $a \\tims b$。\n\n> $$\n> a\n> \\frac{a}\n> $$\n")}});
    CHECK(places(site.of("math-command")) == Strings{"content/zh/guides/g.md:5:7 math-command"});
    CHECK(site.of("math-command").at(0).arguments.at(1) == "\\times");
    CHECK(places(site.of("math-argument")) == Strings{"content/zh/guides/g.md:9:10 math-argument"});
    CHECK(site.check().exit_code == 1);
}

TEST_CASE("formulas in Markdown")
{
    const auto html = [](const std::string& body) { return SmallSite(Files{{"content/zh/guides/g.md", guide(body)}}).html("content/zh/guides/g.md"); };
    const std::string x = "<math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x</annotation></semantics></math>";
    const std::string block = "<span class=\"math-block\"><math display=\"block\"><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x</annotation></semantics></math></span>";
    CHECK(html("设 $x$，\n") == "<p>设 " + x + "，</p>\n");
    CHECK(html("$$x$$\n") == "<p>" + block + "</p>\n");
    CHECK(html("| a |\n|---|\n| $x$ |\n").find("<td>" + x + "</td>") != std::string::npos);
    const std::string fence = html("$$\nx\n$$\n");
    CHECK(fence.starts_with("<p><span class=\"math-block\"><math display=\"block\"><semantics><mi>x</mi>"));
    CHECK(html("$a_{b} + c_{d} + e_{f} + g_{h} + i_{j} + k_{l}$\n").starts_with("<p><span class=\"math-wide\" tabindex=\"0\"><math>"));
}

TEST_CASE("a dollar amount is no formula")
{
    for (const std::string text : {"$3.00 a GPU-hour and $2", "US$2,190 or US$3", "$5", "$5-$6", "between $5/hour and A$", "$HOME/$USER", "$HOME and $USER.", "a $ b $ c", "（$3）和（$4）",
                                   "$2 per GPU or more ($)", "\\$x\\$"}) {
        const SmallSite site(Files{{"content/zh/guides/g.md", guide(text + "\n")}});
        CAPTURE(text);
        CHECK(count(site.html("content/zh/guides/g.md"), "<math") == 0);
        CHECK(count(site.html("content/zh/guides/g.md"), "<code") == 0);
    }
}
