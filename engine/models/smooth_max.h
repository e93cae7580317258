#pragma once
// Two activities that overlap in part: the longer one counts, the shorter one still costs a little where they are close.
// Written without pow(): native and WebAssembly must agree to the last digits, and the module must stay small.

#include "engine/units/elementary.h"
#include "engine/units/quantity.h"

#include <cmath>

namespace engine {

/// (a^2 + b^2)^(1/2)
inline Seconds square_sum(Seconds a, Seconds b)
{
    using units::s;
    return std::sqrt(a.in(s) * a.in(s) + b.in(s) * b.in(s)) * s;
}

/// (a^3 + b^3)^(1/3)
inline Seconds cube_sum(Seconds a, Seconds b)
{
    using units::s;
    const double x = a.in(s), y = b.in(s);
    return cube_root(x * x * x + y * y * y) * s;
}

/// (a^4 + b^4)^(1/4)
inline Seconds fourth_sum(Seconds a, Seconds b)
{
    using units::s;
    const double x = a.in(s) * a.in(s), y = b.in(s) * b.in(s);
    return std::sqrt(std::sqrt(x * x + y * y)) * s;
}

}
