#pragma once
// Physical quantities that the compiler checks: a double and the powers of its base units.
//
//     BytesPerSecond bandwidth = 3.35 * TB / s;
//     Seconds t = 141.1 * GB / bandwidth;
//     double milliseconds = t.in(ms);
//
// A number gets in by multiplying a unit and out by naming one: there is no constructor from double and no
// conversion to it. GB is 1e9 bytes, GiB is 2^30: no third meaning exists. Counts (layers, heads, GPUs) stay plain.

#include <compare>

namespace engine {

/// Powers of the base units, in the order that compiler messages print them: Quantity<Dim{1, 0, 0, -1, 0, 0}> is
/// bytes per second.
struct Dim {
    int byte = 0, flop = 0, token = 0, second = 0, dollar = 0, joule = 0;

    friend constexpr bool operator==(Dim, Dim) = default;
    friend constexpr Dim operator+(Dim a, Dim b)
    {
        return {a.byte + b.byte, a.flop + b.flop, a.token + b.token,
                a.second + b.second, a.dollar + b.dollar, a.joule + b.joule};
    }
    friend constexpr Dim operator-(Dim a) { return {-a.byte, -a.flop, -a.token, -a.second, -a.dollar, -a.joule}; }
};

template<Dim D>
class Quantity {
public:
    constexpr Quantity() = default;

    /// For the definition of units only; everything else multiplies a unit.
    static constexpr Quantity base(double value) { return Quantity(value); }

    /// How many `unit`s this is. The only way out to a bare number.
    constexpr double in(Quantity unit) const { return m_value / unit.m_value; }

    friend constexpr auto operator<=>(Quantity, Quantity) = default;
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_value + b.m_value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_value - b.m_value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.m_value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(k * a.m_value); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.m_value / k); }
    constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
    constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }

private:
    template<Dim> friend class Quantity;
    template<Dim A, Dim B> friend constexpr auto operator*(Quantity<A>, Quantity<B>);
    template<Dim A, Dim B> friend constexpr auto operator/(Quantity<A>, Quantity<B>);
    template<Dim A> friend constexpr auto operator/(double, Quantity<A>);

    explicit constexpr Quantity(double value) : m_value(value) {}

    double m_value = 0;
};

/// Units multiply and divide with the numbers; where they cancel, a plain double is left.
template<Dim A, Dim B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b)
{
    if constexpr (A + B == Dim{})
        return a.m_value * b.m_value;
    else
        return Quantity<A + B>(a.m_value * b.m_value);
}

template<Dim A, Dim B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b)
{
    if constexpr (A == B)
        return a.m_value / b.m_value;
    else
        return Quantity<A + -B>(a.m_value / b.m_value);
}

template<Dim D>
constexpr auto operator/(double k, Quantity<D> q)
{
    return Quantity<-D>(k / q.m_value);
}

using Bytes = Quantity<Dim{.byte = 1}>;
using Flop = Quantity<Dim{.flop = 1}>;
using Tokens = Quantity<Dim{.token = 1}>;
using Seconds = Quantity<Dim{.second = 1}>;
using Dollars = Quantity<Dim{.dollar = 1}>;
using Joules = Quantity<Dim{.joule = 1}>;

using BytesPerSecond = decltype(Bytes{} / Seconds{});
using BytesPerToken = decltype(Bytes{} / Tokens{});
using FlopPerSecond = decltype(Flop{} / Seconds{});
using FlopPerByte = decltype(Flop{} / Bytes{});
using FlopPerToken = decltype(Flop{} / Tokens{});
using TokensPerSecond = decltype(Tokens{} / Seconds{});
using DollarsPerSecond = decltype(Dollars{} / Seconds{});
using DollarsPerToken = decltype(Dollars{} / Tokens{});
using Watts = decltype(Joules{} / Seconds{});

namespace units {
// Decimal (SI) and binary (IEC) prefixes have different names.
inline constexpr Bytes B = Bytes::base(1), kB = 1e3 * B, MB = 1e6 * B, GB = 1e9 * B, TB = 1e12 * B;
inline constexpr Bytes KiB = 1024 * B, MiB = 1024 * KiB, GiB = 1024 * MiB, TiB = 1024 * GiB;
inline constexpr Bytes bit = B / 8, Gbit = 1e9 * bit; // Ports are quoted in bits: 400 * Gbit / s.
inline constexpr Flop FLOP = Flop::base(1), GFLOP = 1e9 * FLOP, TFLOP = 1e12 * FLOP, PFLOP = 1e15 * FLOP;
inline constexpr Tokens token = Tokens::base(1);
inline constexpr Seconds s = Seconds::base(1), ms = 1e-3 * s, us = 1e-6 * s, hour = 3600 * s, day = 24 * hour;
inline constexpr Dollars USD = Dollars::base(1);
inline constexpr Joules J = Joules::base(1);
inline constexpr Watts W = J / s, kW = 1e3 * W;
inline constexpr Joules kWh = kW * hour;
}

}
