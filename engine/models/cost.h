#pragma once
// What GPUs cost: rent by the month against rent by the hour, traffic out, electricity, and the price of a token.
// Prices are of ONE GPU; totals are of all. A month is 8,760 / 12 = 730 hours unless the contract says otherwise.
//
//     hourly_equivalent(2190 * USD, 730 * hour).in(USD / hour) == 3

#include "engine/units/quantity.h"

namespace engine {

using DollarsPerByte = decltype(Dollars{} / Bytes{});
using DollarsPerJoule = decltype(Dollars{} / Joules{});

/// What a month's rent is by the hour, used or not.
///
///     p = P / M
constexpr DollarsPerSecond hourly_equivalent(Dollars monthly, Seconds month) { return monthly / month; }

/// Hours of use in a month above which the monthly rent is cheaper.
///
///     H = P / p
constexpr Seconds break_even_time(Dollars monthly, DollarsPerSecond hourly) { return monthly / hourly; }

/// Months that have begun: what a monthly contract bills for this long.
double months_billed(Seconds time, Seconds month);

/// What traffic out costs beyond what the plan includes.
///
///     C = max(0, E - E_0) c
Dollars egress_cost(Bytes traffic, Bytes included, DollarsPerByte price);

/// Electricity of a data centre for what its devices draw.
///
///     C = P t u c
///
///     u  power usage effectiveness  power of the whole site / power of the computers
constexpr Dollars energy_cost(Watts power, Seconds time, double power_usage_effectiveness, DollarsPerJoule price)
{
    return power * time * power_usage_effectiveness * price;
}

/// Money over tokens made in the share of the time that works.
///
///     c = C / (r t u)
constexpr DollarsPerToken token_cost(Dollars total, TokensPerSecond rate, Seconds time, double utilization)
{
    return total / (rate * time * utilization);
}

} // namespace engine
