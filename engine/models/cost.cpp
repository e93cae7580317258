#include "engine/models/cost.h"

#include <algorithm>
#include <cmath>

namespace engine {

double months_billed(Seconds time, Seconds month)
{
    // A contract of 730.000000001 hours is one month, not two.
    constexpr double rounding = 1e-9;
    return std::max(1.0, std::ceil(time / month - rounding));
}

Dollars egress_cost(Bytes traffic, Bytes included, DollarsPerByte price)
{
    return std::max(traffic - included, Bytes{}) * price;
}

} // namespace engine
