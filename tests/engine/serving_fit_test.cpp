// The shipped constants are those of the data: a few steps of the fit from where they are must not move them.

#include "tools/serving_fit.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

TEST_CASE("a refit of the serving model finds the shipped constants")
{
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog("content/data", diagnostics);
    const auto cases = fit::read_serving_cases(catalog, "content/data/measurements");
    REQUIRE(cases.size() > 700);
    const fit::Parameters shipped = fit::shipped();
    const fit::Parameters refitted = fit::fit(cases, [](const fit::ServingCase&) { return true; }, shipped, 2);
    for (std::size_t engine = 0; engine < fit::fitted_engines; ++engine)
        for (const auto& row : engine::serving_parameter_table) {
            INFO(row.id << " of engine " << engine);
            CHECK(refitted[engine].*row.member == Catch::Approx(shipped[engine].*row.member).epsilon(.03));
        }
}

TEST_CASE("the serving model is as good as promised and does not promise too much")
{
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog("content/data", diagnostics);
    const auto cases = fit::read_serving_cases(catalog, "content/data/measurements");
    std::vector<double> tpot, ttft, signed_tpot, signed_ttft;
    for (const fit::ServingCase& c : cases) {
        if (!engine::is_present(c.tpot.value))
            continue;
        const fit::Prediction p = fit::predict(c, fit::shipped());
        signed_tpot.push_back(p.tpot / c.tpot.value - 1);
        tpot.push_back(std::abs(signed_tpot.back()));
        signed_ttft.push_back(p.ttft / c.ttft.value - 1);
        ttft.push_back(std::abs(signed_ttft.back()));
    }
    const auto median = [](std::vector<double> v) {
        std::nth_element(v.begin(), v.begin() + static_cast<long>(v.size() / 2), v.end());
        return v[v.size() / 2];
    };
    CHECK(median(tpot) < .07);
    CHECK(median(ttft) < .20);
    CHECK(std::abs(median(signed_tpot)) < .03);
    CHECK(std::abs(median(signed_ttft)) < .03);
}
