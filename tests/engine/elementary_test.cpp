// Our logarithms, powers and roots against the standard library's.

#include "engine/units/elementary.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace engine;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

double relative(double got, double expected)
{
    return got == expected ? 0 : std::abs(got - expected) / std::abs(expected);
}

/// The worst relative error over values spread evenly as factors.
template<class Mine, class Theirs>
double worst(double least, double most, Mine mine, Theirs theirs)
{
    constexpr int samples = 200000;
    double error = 0;
    for (int i = 0; i <= samples; ++i) {
        const double x = least * std::pow(most / least, static_cast<double>(i) / samples);
        error = std::max(error, relative(mine(x), theirs(x)));
    }
    return error;
}

TEST_CASE("logarithms and roots are exact to the last digits")
{
    const auto log = [](double x) { return std::log(x); };
    CHECK(worst(1e-300, 1, natural_log, log) < 4e-16);
    CHECK(worst(1, 1e300, natural_log, log) < 4e-16);
    CHECK(worst(0.5, 2, natural_log, log) < 4e-16);
    CHECK(worst(1e-320, 1e-300, natural_log, log) < 4e-16);
    // In long double: the library's own is an ulp off in double.
    const auto cbrt = [](double x) { return static_cast<double>(std::cbrt(static_cast<long double>(x))); };
    CHECK(worst(1e-300, 1, cube_root, cbrt) < 4e-16);
    CHECK(worst(1, 1e300, cube_root, cbrt) < 4e-16);
    CHECK(worst(1, 8, cube_root, cbrt) < 4e-16);
}

TEST_CASE("exponentials are exact to the last digits")
{
    CHECK(worst(1e-12, 709, exponential, [](double x) { return std::exp(x); }) < 4e-16);
    CHECK(worst(1e-12, 700, [](double x) { return exponential(-x); }, [](double x) { return std::exp(-x); }) < 4e-16);
    CHECK(std::abs(exponential(-740) - std::exp(-740)) <= 5e-324);
}

TEST_CASE("powers keep the digits that the exponent leaves")
{
    for (const double base : {1e-6, 0.1, 0.5, 0.97, 0.999999, 1.0, 1.0001, 2.0, 10.0, 12345.678})
        for (double exponent = 1e-3; exponent < 1e5; exponent *= 1.37) {
            const double expected = std::pow(base, exponent), size = std::abs(exponent * std::log(base));
            if (size < 700) {
                INFO(base << " to the power of " << exponent);
                CHECK(relative(power(base, exponent), expected) < 4e-16 * (1 + size));
            }
        }
}

TEST_CASE("the edges are those of the standard library")
{
    CHECK(exponential(0) == 1);
    CHECK(exponential(1000) == infinity);
    CHECK(exponential(-1000) == 0);
    CHECK(exponential(-infinity) == 0);
    CHECK(std::isnan(exponential(nan)));
    CHECK(natural_log(1) == 0);
    CHECK(natural_log(0) == -infinity);
    CHECK(natural_log(infinity) == infinity);
    CHECK(std::isnan(natural_log(-1)));
    CHECK(std::isnan(natural_log(nan)));
    CHECK(power(0, 0) == 1);
    CHECK(power(0, 3) == 0);
    CHECK(power(5, 0) == 1);
    CHECK(std::isnan(power(nan, 2)));
    CHECK(std::isnan(power(2, nan)));
    CHECK(cube_root(0) == 0);
    CHECK(cube_root(27) == 3);
    CHECK(std::isnan(cube_root(nan)));
}

TEST_CASE("the nearest power of two is nearest as a factor")
{
    CHECK(nearest_power_of_two(1) == 1);
    CHECK(nearest_power_of_two(1.41) == 1);
    CHECK(nearest_power_of_two(1.42) == 2);
    CHECK(nearest_power_of_two(64) == 64);
    CHECK(nearest_power_of_two(90) == 64);
    CHECK(nearest_power_of_two(91) == 128);
}

TEST_CASE("multiples are of whole numbers")
{
    CHECK(is_multiple(64, 8));
    CHECK(is_multiple(0, 8));
    CHECK_FALSE(is_multiple(60, 8));
    CHECK(is_multiple(9007199254740990.0, 3));
    CHECK_FALSE(is_multiple(9007199254740989.0, 9007199254740988.0));
    CHECK_FALSE(is_multiple(8, 0));
    CHECK_FALSE(is_multiple(nan, 8));
    CHECK_FALSE(is_multiple(8, nan));
}

}
