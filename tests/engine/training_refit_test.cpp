// The shipped constants are those that the fit gives on the measurements, and as good as promised.
#include "tests/engine/training_refit.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using Catch::Approx;
using namespace refit;

namespace {

template<class Constants>
void check_fit(std::vector<Row>& rows, const std::vector<Parameter<Constants>>& parameters)
{
    const Constants shipped{};
    set_shipped(rows, shipped);
    Constants priors = shipped;
    for (const auto& p : parameters)
        priors.*p.member = p.prior;
    const Constants again = fit<Constants>(rows, parameters, priors, [](const Row&) { return true; });
    for (const auto& p : parameters) {
        INFO(p.id);
        CHECK(shipped.*p.member == Approx(again.*p.member).epsilon(.02)); // the header holds three digits
    }
}

std::vector<Row> rows_of(const engine::Calculator& calculator, const char* path)
{
    std::vector<std::string> skipped;
    std::vector<Row> rows = read_rows(calculator, path, skipped);
    for (const std::string& why : skipped)
        UNSCOPED_INFO(why);
    CHECK(skipped.empty());
    return rows;
}

template<class Constants>
std::vector<double> errors_of(const std::vector<Row>& rows)
{
    std::vector<double> errors;
    for (const Row& row : rows)
        errors.push_back(error_of(row, Constants{}));
    return errors;
}

}

TEST_CASE("constants of training time are the fit's")
{
    std::vector<Row> rows = rows_of(engine::training_time_calculator, "content/data/measurements/training-time.json");
    REQUIRE(rows.size() >= 100);
    check_fit(rows, time_parameters);
    const Errors shipped = summary(errors_of<Time>(rows));
    CHECK(shipped.median < .035);
    CHECK(shipped.p90 < .125);
    const Errors left = summary(left_out(rows, time_parameters, Time{}, &Row::family));
    CHECK(left.median < .05);
    CHECK(left.p90 < .16);
}

TEST_CASE("constants of training memory are the fit's")
{
    std::vector<Row> rows = rows_of(engine::training_memory_calculator, "content/data/measurements/training-memory.json");
    REQUIRE(rows.size() >= 16);
    check_fit(rows, memory_parameters);
    const Errors shipped = summary(errors_of<Memory>(rows));
    CHECK(shipped.median < .031);
    CHECK(shipped.p90 < .10);
    const Errors left = summary(left_out(rows, memory_parameters, Memory{}, &Row::family));
    CHECK(left.median < .062);
    CHECK(left.p90 < .13);
}
