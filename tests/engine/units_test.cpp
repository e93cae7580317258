// The unit system: what it computes, and what must not compile.
#include "engine/units/quantity.h"

#include <catch2/catch_test_macros.hpp>

#include <concepts>
#include <type_traits>

namespace {

using namespace engine;
using namespace engine::units;

template<class A, class X> concept addable = requires(A a, X x) { a + x; };
template<class A, class X> concept subtractable = requires(A a, X x) { a - x; };
template<class A, class X> concept comparable = requires(A a, X x) { a < x; };
template<class A, class X> concept assignable = requires(A a, X x) { a = x; };
template<class A, class X> concept readable_in = requires(A a, X x) { a.in(x); };

// Different dimensions neither add nor compare, and no bare number joins them.
static_assert(addable<Bytes, Bytes> && !addable<Bytes, Seconds> && !addable<Bytes, double> && !addable<double, Bytes>);
static_assert(!subtractable<TokensPerSecond, BytesPerSecond> && !comparable<Bytes, Flop> && !comparable<Bytes, double>);
static_assert(!assignable<Bytes, double> && !assignable<double, Bytes> && !std::is_convertible_v<double, Bytes>);
static_assert(!std::is_convertible_v<Bytes, double> && !std::is_constructible_v<Bytes, double>);
static_assert(readable_in<Bytes, Bytes> && !readable_in<Bytes, Seconds> && !readable_in<Bytes, double>);

// Units multiply and cancel.
static_assert(std::same_as<decltype(DollarsPerSecond{} / TokensPerSecond{}), DollarsPerToken>);
static_assert(std::same_as<decltype(Flop{} / FlopPerSecond{}), Seconds>);
static_assert(std::same_as<decltype(Bytes{} / Bytes{}), double>);
static_assert(std::same_as<decltype(BytesPerSecond{} * (1 / BytesPerSecond{})), double>);

// A record of quantities is a record of doubles.
static_assert(sizeof(Bytes) == sizeof(double) && std::is_trivially_copyable_v<Bytes>);

}

TEST_CASE("decimal and binary prefixes are different units")
{
    CHECK(GB.in(B) == 1e9);
    CHECK(GiB.in(B) == 1073741824);
    CHECK((80 * GiB).in(GB) == 85.89934592);
    CHECK((80 * GB).in(GiB) < 80);
    CHECK(TB.in(GB) == 1000);
    CHECK(TiB.in(GiB) == 1024);
}

TEST_CASE("ports are quoted in bits")
{
    CHECK((400 * Gbit / s).in(GB / s) == 50); // 400 / 8
    CHECK((16.0 * 1000 * bit).in(B) == 2000);
}

TEST_CASE("a transfer takes its bytes over its rate")
{
    const Seconds t = 141.1 * GB / (3.35 * TB / s);
    CHECK(t.in(ms) > 42.11); // 141.1e9 / 3.35e12 = 42.119 ms
    CHECK(t.in(ms) < 42.12);
}

TEST_CASE("a price per hour becomes a price per token")
{
    const DollarsPerToken cost = 3.6 * USD / hour / (1000 * token / s); // 0.001 $/s over 1000 tokens/s
    CHECK(cost.in(USD / (1e6 * token)) > 0.99999);
    CHECK(cost.in(USD / (1e6 * token)) < 1.00001);
}
