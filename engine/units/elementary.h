#pragma once
// Logarithms, powers and roots of our own: the standard library's bring four kilobytes of tables into the WebAssembly
// module, and round differently in it than natively. These are + - * / alone, so every build gives the same bits.
//
//     exponential, natural_log, cube_root   relative error at most 4e-16
//     power                                 relative error at most 4e-16 (1 + |exponent * ln base|), so 1e-13 at 1e+-100
//
// tests/engine/elementary_test.cpp compares them with the standard library's. A NaN in is a NaN out.

namespace engine {

double exponential(double x);
/// -infinity of 0, NaN below.
double natural_log(double x);
/// Of a base that is not negative; power(0, 0) = 1.
double power(double base, double exponent);
/// Of what is not negative.
double cube_root(double x);
/// The power of two that is nearest as a factor to a value of at least 1.
double nearest_power_of_two(double value);
/// Of whole numbers below 2^53. False where either is absent or `of` is 0.
bool is_multiple(double number, double of);

}
