// Pictures: their numbers come from the catalog, the engine and the settings; every mistake says where it is.

#include "real_catalog.h"

#include "engine/units/format.h"
#include "site/render/pictures/picture.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace site;

namespace {

Figure picture(std::string_view settings, std::string_view language = "en")
{
    return test::real_catalog().figures.evaluate("picture " + std::string(settings), language);
}

std::size_t count(std::string_view text, std::string_view what)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size()))
        ++n;
    return n;
}

bool has(const Figure& figure, std::string_view text) { return figure.html.find(text) != std::string::npos; }

}

TEST_CASE("a picture is a block with a name, a text alternative and a caption")
{
    for (const std::string_view language : {"zh", "en"}) {
        const Figure f = picture(R"("rdma-path")", language);
        REQUIRE(f.problems.empty());
        CHECK(f.block);
        CHECK(f.html.starts_with("<figure class=\"picture picture-rdma-path\"><svg viewBox=\"0 0 400 "));
        CHECK(has(f, "role=\"img\" aria-label=\""));
        CHECK(has(f, "<desc>"));
        CHECK(has(f, "<figcaption>"));
        CHECK(count(f.html, "style=") == 0);
    }
    CHECK(has(picture(R"("rdma-path" caption="Mine & yours")"), "<figcaption>Mine &amp; yours</figcaption>"));
}

TEST_CASE("a bit layout draws a cell for each bit")
{
    const Figure f = picture(R"("bit-layout" formats="BF16 1-8-7, FP8 E4M3 1-4-3")");
    REQUIRE(f.problems.empty());
    CHECK(count(f.html, "<rect class=\"sign\"") == 2 + 1); // and the key
    CHECK(count(f.html, "<rect class=\"exponent\"") == 12 + 1);
    CHECK(count(f.html, "<rect class=\"mantissa\"") == 10 + 1);
}

TEST_CASE("the pipeline's idle time, counted in the simulated schedule, is the bubble's formula")
{
    for (const char* kind : {"1f1b", "gpipe"})
        for (int p = 2; p <= 8; ++p)
            for (int m = p; m <= 12; ++m) {
                const Figure f = picture("\"pipeline-schedule\" stages=\"" + std::to_string(p) + "\" micro_batches=\"" + std::to_string(m) +
                                         "\" kind=\"" + kind + "\"");
                REQUIRE(f.problems.empty());
                CHECK(count(f.html, "class=\"forward\"") == static_cast<std::size_t>(p * m + 1));
                CHECK(count(f.html, "class=\"backward\"") == static_cast<std::size_t>(p * m + 1));
                INFO(p << " stages, " << m << " micro-batches, " << kind);
                CHECK(has(f, engine::format((p - 1.0) / (m + p - 1.0), engine::Unit::fraction, engine::Language::en).view()));
            }
}

TEST_CASE("rates and sizes are the catalog's")
{
    CHECK(has(picture(R"("topology" kind="switched" gpu="h100-sxm")"), "450 GB/s"));
    const Figure mesh = picture(R"("topology" kind="mesh" gpu="mi300x" gpus="8")");
    CHECK(has(mesh, "448 GB/s"));
    CHECK(has(mesh, "64 GB/s"));
    CHECK(count(mesh.html, "class=\"wire") == 28); // pairs of 8
    CHECK(has(picture(R"("rack" gpu="gb200")"), "130 TB/s"));
    CHECK(has(picture(R"("mig-slices" gpu="h100-sxm" profiles="3g,2g,1g,1g")"), ">40 GB<"));
    CHECK(has(picture(R"("roofline" gpu="h100-sxm" model="llama-3.1-70b" batches="1,64")"), "ridge 295"));
    CHECK(picture(R"("topology" gpu="h100-sxm")").sources == std::vector<std::string>{"ml-engineering-network"});
}

TEST_CASE("memory and ZeRO pictures print what the calculators answer")
{
    const Figure memory = picture(R"("memory-parts" model="llama-3.1-8b" gpu="h100-sxm" gpus="1" weights="bf16" concurrency="16" context="8192")");
    REQUIRE(memory.problems.empty());
    CHECK(has(memory, ">15 GiB<"));
    CHECK(has(memory, ">16 GiB<")); // 16 x 8192 tokens of 128 KiB
    const Figure zero = picture(R"("zero-stages" model="llama-3.1-8b" gpu="h100-sxm" gpus="8" method="full")");
    REQUIRE(zero.problems.empty());
    CHECK(count(zero.html, "class=\"optimizer\"") == 4 + 1);
}

TEST_CASE("a ring sends 2 (n - 1) / n of the data in 2 (n - 1) steps")
{
    const Figure f = picture(R"("ring-all-reduce" gpus="4")");
    CHECK(count(f.html, "class=\"reduce\"") == 12);
    CHECK(count(f.html, "class=\"gather\"") == 12);
    CHECK(has(f, "1.5 times"));
}

TEST_CASE("a paged cache wastes only the rest of last blocks")
{
    const Figure f = picture(R"("paged-cache" sequences="70,35,50" block_tokens="16")");
    REQUIRE(f.problems.empty());
    CHECK(has(f, "Of 155 tokens only 37 places")); // 5, 3 and 4 blocks of 16
}

TEST_CASE("a wrong setting is a problem at its place, and nothing is drawn")
{
    const auto refused = [](std::string_view settings, std::string_view code, std::string_view at) {
        const Figure f = picture(settings);
        const int column = static_cast<int>(std::string("picture ").append(settings).find(at)) + 1;
        INFO(settings);
        REQUIRE(!f.problems.empty());
        CHECK(f.problems.front().code == code);
        CHECK(f.problems.front().where.column == column);
        CHECK(f.html.empty());
    };
    refused(R"("nonsense")", "figure-picture", "nonsense");
    refused(R"("rdma-path" gpu="h100-sxm")", "figure-setting", "gpu=");
    refused(R"("rdma-path" | GB)", "figure-filters", "GB");
    refused(R"("topology" gpu="h1000")", "figure-input", "h1000");
    refused(R"("topology" gpu="h100-sxm" kind="star")", "figure-input", "star");
    refused(R"("topology" gpu="h100-sxm" gpus="9")", "figure-input", "9");
    refused(R"("mig-slices" gpu="h100-sxm" profiles="4g,4g")", "figure-input", "4g,4g");
    refused(R"("bit-layout" formats="BF16 1-8")", "figure-input", "BF16 1-8");
    refused(R"("bit-layout")", "figure-input", "bit-layout");
    refused(R"("roofline" gpu="h100-sxm" model="none" batches="1")", "figure-input", "none");
    refused(R"("memory-parts" model="llama-3.1-8b" gpu="h100-sxm" context="0")", "figure-input", "0\"");
}

