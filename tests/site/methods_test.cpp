// The method page is the comments of the engine's headers.

#include "site/render/methods/engine_headers.h"
#include "site/render/methods/header_docs.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

TEST_CASE("comments of a header become paragraphs and formulas")
{
    const site::HeaderDocs docs = site::header_docs("#pragma once\n// About `this` & that.\n// Same paragraph.\n\n#include <x>\n\nnamespace engine {\n\n"
                                                    "/// Least time\n/// of a step.\n///\n///     t = W / B\n///     W  weights\n///\n/// Leaves out < much.\n"
                                                    "Seconds read_time(Bytes weights,\n                  Rate b);\n\nstruct Plain {};\n/// No formula.\nstruct Other {\n"
                                                    "    double x; ///< not an entry\n};\n}\n");
    CHECK(docs.about == "<p>About <code>this</code> &amp; that. Same paragraph.</p>");
    REQUIRE(docs.entries.size() == 2);
    CHECK(docs.entries[0].name == "read_time");
    CHECK(docs.entries[0].declaration == "Seconds read_time(Bytes weights, Rate b)");
    CHECK(docs.entries[0].html == "<p>Least time of a step.</p><pre tabindex=\"0\"><code>t = W / B\nW  weights</code></pre><p>Leaves out &lt; much.</p>");
    CHECK(docs.entries[0].has_formula);
    CHECK(docs.entries[1].name == "Other");
    CHECK_FALSE(docs.entries[1].has_formula);
}

TEST_CASE("the program holds the headers of engine/models as they stand in the checkout")
{
    REQUIRE(site::engine_headers().size() > 20);
    CHECK(std::is_sorted(site::engine_headers().begin(), site::engine_headers().end(), [](const auto& a, const auto& b) { return a.path < b.path; }));
    std::size_t formulas = 0;
    for (const site::EngineHeader& header : site::engine_headers()) {
        INFO(header.path);
        std::ifstream stream{std::string(header.path), std::ios::binary};
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        CHECK(text == header.text);
        for (const site::DocEntry& entry : site::header_docs(header.text).entries)
            formulas += entry.has_formula;
    }
    CHECK(formulas > 40);
}
