#include "engine/units/elementary.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace engine {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int mantissa_bits = 52, bias = 1023;
constexpr std::uint64_t mantissa = (std::uint64_t{1} << mantissa_bits) - 1, bits_of_one = std::uint64_t{bias} << mantissa_bits;
/// ln 2 in two parts: products of the first with a small whole number are exact.
constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

std::uint64_t bits_of(double value) { return __builtin_bit_cast(std::uint64_t, value); }
double from_bits(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }

/// 2^exponent of a normal number.
double power_of_two(int exponent) { return from_bits(static_cast<std::uint64_t>(bias + exponent) << mantissa_bits); }

}

// The polynomials are those of fdlibm (e_exp.c, e_log.c; Copyright 1993 Sun Microsystems, free to use with this notice).

double exponential(double x)
{
    if (x > 709.7)
        return infinity;
    if (x < -745.2)
        return 0;
    if (std::isnan(x))
        return x;
    // x = k ln 2 + r with |r| <= ln 2 / 2
    const double k = std::floor(x * 1.44269504088896338700 + .5);
    const double high = x - k * ln2_high, low = k * ln2_low, r = high - low, t = r * r;
    const double c = r - t * (1.66666666666666019037e-01 +
                              t * (-2.77777777770155933842e-03 +
                                   t * (6.61375632143793436117e-05 +
                                        t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    const double y = 1 - ((low - r * c / (2 - c)) - high);
    const int whole = static_cast<int>(k), half = whole / 2; // in two steps, for what is below the normal numbers
    return y * power_of_two(half) * power_of_two(whole - half);
}

double natural_log(double x)
{
    if (!(x > 0) || x == infinity)
        return x == 0 ? -infinity : x < 0 ? std::numeric_limits<double>::quiet_NaN() : x;
    double k = 0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 18014398509481984.0; // 2^54
        k = -54;
    }
    // x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2)
    const std::uint64_t bits = bits_of(x);
    double m = from_bits((bits & mantissa) | bits_of_one);
    k += static_cast<int>(bits >> mantissa_bits) - bias;
    if (m > 1.41421356237309504880) {
        m /= 2;
        ++k;
    }
    const double f = m - 1, s = f / (2 + f), z = s * s, half = f * f / 2;
    const double r = z * (6.666666666666735130e-01 +
                          z * (3.999999999940941908e-01 +
                               z * (2.857142874366239149e-01 +
                                    z * (2.222219843214978396e-01 +
                                         z * (1.818357216161805012e-01 +
                                              z * (1.531383769920937332e-01 + z * 1.479819860511658591e-01))))));
    return k * ln2_high - ((half - (s * (half + r) + k * ln2_low)) - f);
}

double power(double base, double exponent)
{
    return exponent == 0 ? 1 : exponential(exponent * natural_log(base));
}

double cube_root(double x)
{
    if (!(x > 0) || x == infinity)
        return x;
    // A third of the exponent is right to 6 %; each of Halley's steps makes three times as many digits right.
    double root = from_bits(bits_of(x) / 3 + 3071306043645493248u);
    for (int i = 0; i < 3; ++i) {
        const double cube = root * root * root;
        root += root * ((x - cube) / (2 * cube + x));
    }
    return root;
}

double nearest_power_of_two(double value)
{
    if (!(value < infinity))
        return value;
    const std::uint64_t bits = bits_of(value);
    const double below = from_bits(bits & ~mantissa);
    return from_bits((bits & mantissa) | bits_of_one) > 1.41421356237309504880 ? 2 * below : below;
}

bool is_multiple(double number, double of) { return number == of * std::floor(number / of); }

}
