// Figures in prose: what they print, and that every mistake says where it is and what is allowed.

#include "real_catalog.h"

#include <catch2/catch_test_macros.hpp>

using namespace site;

namespace {

Figure figure(std::string_view expression, std::string_view language = "zh")
{
    return test::real_catalog().figures.evaluate(expression, language);
}

}

TEST_CASE("a fact prints its number with unit and leads to its source")
{
    const Figure f = figure(R"(fact "h100-sxm.memory_bandwidth")");
    REQUIRE(f.problems.empty());
    CHECK(f.html == R"(<a class="figure" href="#source-aiconfigurator">3.35 TB/s</a>)");
    CHECK(f.sources == std::vector<std::string>{"aiconfigurator"});
    CHECK(figure(R"(fact "h200-sxm.memory_bytes" | GiB)").html.find(">140 GiB<") != std::string::npos);
    CHECK(figure(R"(fact "h200-sxm.memory_bytes" digits="4" | GB)").html.find(">150.8 GB<") != std::string::npos);
    CHECK(figure(R"(fact "gb300.link.both_directions" times="72" digits="4")").html.find(">129.6 TB/s<") != std::string::npos);
    CHECK(figure(R"(calc "inference-memory" model="llama-3.1-70b" weights="bf16" times="3" | model_bytes | GB)").html.find(">423 GB<") != std::string::npos);
    CHECK(figure(R"(fact "deepseek-v3.published_parameters")").html.find("6,710 亿") != std::string::npos);
    CHECK(figure(R"(fact "deepseek-v3.published_parameters")", "en").html.find("671B") != std::string::npos);
}

TEST_CASE("an estimate prints the engine's answer and opens its calculator with these inputs")
{
    const Figure f = figure(R"(calc "inference-memory" model="llama-3.1-70b" weights="bf16" | model_bytes | GB)");
    REQUIRE(f.problems.empty());
    CHECK(f.html == R"(<a class="figure computed" href="/zh/calculators/inference-memory/?model=llama-3.1-70b&amp;weights=bf16">141 GB</a>)");
}

TEST_CASE("curly quotes of a Chinese input method do as well")
{
    CHECK(figure("fact “h100-sxm.tdp”").html.find("700 W") != std::string::npos);
}

TEST_CASE("a mistake says where it is")
{
    struct Row {
        const char* expression;
        const char* code;
        int column;
    };
    const Row rows[] = {
        {R"(fct "h100-sxm.tdp")", "figure-kind", 1},
        {R"(fact h100)", "figure-syntax", 6},
        {R"(fact "h100-sxm.tdp)", "figure-syntax", 7},
        {R"(fact "h100-sxm.tdq")", "unknown-fact-key", 7},
        {R"(fact "h100-sxn.tdp")", "unknown-fact-row", 7},
        {R"(fact "h100-sxm.tdp" | GB)", "figure-unit", 23},
        {R"(fact "h100-sxm.tdp" | W | kW)", "figure-filters", 27},
        {R"(fact "h100-sxm.tdp" digits="x")", "figure-digits", 29},
        {R"(fact "h100-sxm.tdp" times="-8")", "figure-times", 28},
        {R"(fact "h100-sxm.tdp" times="8x")", "figure-times", 28},
        {R"(calc "inference-mem" | fits)", "figure-calculator", 7},
        {R"(calc "inference-memory")", "figure-no-output", 7},
        {R"(calc "inference-memory" | weight_bytes)", "figure-output", 27},
        {R"(calc "inference-memory" model="lama" | weights_bytes)", "figure-input", 32},
        {R"(calc "inference-memory" gpus="-1" | weights_bytes)", "figure-input", 31},
        {R"(calc "inference-memory" gpus= | weights_bytes)", "figure-syntax", 30},
        {R"()", "figure-syntax", 1},
    };
    for (const Row& row : rows) {
        INFO(row.expression);
        const Figure f = figure(row.expression);
        REQUIRE(f.problems.size() == 1);
        CHECK(f.problems[0].code == row.code);
        CHECK(f.problems[0].where.column == row.column);
        CHECK(f.html.empty());
    }
}

TEST_CASE("a converter starts with the author's values, as written, and its answer")
{
    const Figure f = figure(R"(converter "mig-slices" gpu_memory_bytes="141GB" mig_profile="3g")", "en");
    REQUIRE(f.problems.empty());
    CHECK(f.block);
    CHECK(f.html.find("name=\"gpu_memory_bytes\" value=\"141GB\"") != std::string::npos);
    CHECK(f.html.find("<option value=\"3g\" selected>") != std::string::npos);
    CHECK(f.html.find("<output data-field=\"instance_memory_bytes\">70.5 GB</output>") != std::string::npos);
    CHECK(figure(R"(converter "nothing")").problems.front().code == "figure-converter");
    CHECK(figure(R"(converter "mig-slices" mig_profile="5g")").problems.front().code == "figure-input");
    CHECK(figure(R"(calc "pipeline-bubble" pipeline_stages="4" micro_batches="8" | bubble_of_work)").html.find("37.5%") != std::string::npos);
}
