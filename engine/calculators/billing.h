#pragma once
// Monthly against hourly rent, traffic out, electricity, and what a million tokens cost. The arithmetic: models/cost.h.

#include "engine/calculators/calculator.h"

namespace engine {

/// Index of each field in billing_inputs.
enum class BillingInput {
    gpus,
    monthly_usd,
    hourly_usd,
    hours,
    hours_per_month,
    egress_bytes,
    egress_included_bytes,
    egress_usd_per_gb,
    tokens_per_s,
    utilization,
    power_w,
    electricity_usd_per_kwh,
    power_usage_effectiveness,
    count
};

/// monthly_usd and hourly_usd are of one GPU; 0 or absent: not offered. hours: how long the GPUs are used (a month by
/// default; each month that has begun is billed whole under the monthly price). Traffic is of that time, the included
/// part a month's. tokens_per_s is of all GPUs together, power_w of one with its share of the server.
inline constexpr std::array<Field, static_cast<std::size_t>(BillingInput::count)> billing_inputs{{
    {.id = "gpus",
     .kind = Kind::count,
     .unit = Unit::gpus,
     .initial = 1,
     .least = 1,
     .most = 100000,
     .group = Group::hardware},
    {.id = "monthly_usd", .unit = Unit::dollars, .initial = 2190, .least = 0, .most = 1e7, .group = Group::prices},
    {.id = "hourly_usd", .unit = Unit::dollars_per_hour, .least = 0, .most = 1e5, .group = Group::prices},
    {.id = "hours", .unit = Unit::hours, .initial = 730, .least = 0.01, .most = 1e6, .group = Group::load},
    {.id = "hours_per_month",
     .unit = Unit::hours,
     .initial = 730,
     .least = 1,
     .most = 744,
     .group = Group::prices,
     .advanced = true},
    {.id = "egress_bytes", .unit = Unit::bytes, .initial = 0, .least = 0, .most = 1e18, .group = Group::load},
    {.id = "egress_included_bytes",
     .unit = Unit::bytes,
     .initial = 0,
     .least = 0,
     .most = 1e18,
     .group = Group::prices},
    {.id = "egress_usd_per_gb", .unit = Unit::dollars, .initial = 0, .least = 0, .most = 1000, .group = Group::prices},
    {.id = "tokens_per_s", .unit = Unit::tokens_per_second, .least = 1e-6, .most = 1e12, .group = Group::load},
    {.id = "utilization", .unit = Unit::fraction, .initial = 1, .least = 0.001, .most = 1, .group = Group::load},
    {.id = "power_w", .unit = Unit::watts, .least = 0, .most = 1e5, .group = Group::hardware, .advanced = true},
    {.id = "electricity_usd_per_kwh",
     .unit = Unit::dollars,
     .least = 0,
     .most = 100,
     .group = Group::prices,
     .advanced = true},
    {.id = "power_usage_effectiveness",
     .unit = Unit::ratio,
     .initial = 1,
     .least = 1,
     .most = 5,
     .group = Group::prices,
     .advanced = true},
}};

/// Index of each output in billing_outputs.
enum class BillingOutput {
    gpu_hour_usd,
    gpu_hours,
    total_usd,
    cheaper,
    break_even_hours,
    break_even_utilization,
    egress_usd,
    energy_usd,
    cost_per_million_tokens_usd,
    monthly_total_usd,
    hourly_total_usd,
    useful_gpu_hour_usd,
    energy_kwh,
    count
};

enum class CheaperRent { monthly, hourly, same };
inline constexpr std::array<std::string_view, 3> cheaper_rent_ids{"monthly", "hourly", "same"};

/// gpu_hour_usd: the monthly price by the hour, else the hourly one. total_usd: the cheaper rent, egress and
/// electricity. useful_gpu_hour_usd: that rent over the hours that work. What lacks an input is absent.
inline constexpr std::array<Field, static_cast<std::size_t>(BillingOutput::count)> billing_outputs{{
    {.id = "gpu_hour_usd", .unit = Unit::dollars_per_hour},
    {.id = "gpu_hours", .unit = Unit::hours},
    {.id = "total_usd", .unit = Unit::dollars},
    {.id = "cheaper", .kind = Kind::choice, .choices = cheaper_rent_ids},
    {.id = "break_even_hours", .unit = Unit::hours},
    {.id = "break_even_utilization", .unit = Unit::fraction},
    {.id = "egress_usd", .unit = Unit::dollars},
    {.id = "energy_usd", .unit = Unit::dollars},
    {.id = "cost_per_million_tokens_usd", .unit = Unit::dollars},
    {.id = "monthly_total_usd", .unit = Unit::dollars},
    {.id = "hourly_total_usd", .unit = Unit::dollars},
    {.id = "useful_gpu_hour_usd", .unit = Unit::dollars_per_hour},
    {.id = "energy_kwh", .unit = Unit::kwh},
}};

enum class BillingWarning {
    one_price,             ///< nothing to compare with
    monthly_never_cheaper, ///< hours of the break-even, hours of a month
    idle_hours,            ///< hours paid by the month and not used
    no_effect, ///< an input's index
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(BillingWarning::count)> billing_warnings{
    "one_price", "monthly_never_cheaper", "idle_hours", "no_effect"};

enum class BillingStep {
    billing_gpu_hours,
    billing_gpu_hour,
    billing_monthly,
    billing_hourly,
    billing_break_even_hours,
    billing_break_even_share,
    billing_egress,
    billing_energy,
    billing_energy_cost,
    billing_total,
    billing_useful_hour,
    billing_million_tokens,
    count
};
inline constexpr std::array<StepInfo, static_cast<std::size_t>(BillingStep::count)> billing_steps{{
    {"billing_gpu_hours", "N = n t", "n t", Unit::hours, "gpu-hour"},
    {"billing_gpu_hour", "p_m = P / M", "P M", Unit::dollars_per_hour, "gpu-hour"},
    {"billing_monthly", "C_m = n P k", "n P k", Unit::dollars, "gpu-hour"},
    {"billing_hourly", "C_h = n p t", "n p t", Unit::dollars, "gpu-hour"},
    {"billing_break_even_hours", "H = P / p", "P p", Unit::hours, "gpu-hour"},
    {"billing_break_even_share", "u_0 = H / M", "H M", Unit::fraction, "gpu-hour"},
    {"billing_egress", "C_e = max(0, E - k E_0) c / 10^9", "E k E_0 c", Unit::dollars, "egress"},
    {"billing_energy", "W = n w t e / 1000", "n w t e", Unit::kwh, "tdp"},
    {"billing_energy_cost", "C_w = W c_w", "W c_w", Unit::dollars, "tdp"},
    {"billing_total", "C = min(C_m, C_h) + C_e + C_w", "C_m C_h C_e C_w", Unit::dollars, "gpu-hour"},
    {"billing_useful_hour", "p_u = min(C_m, C_h) / (N u)", "C_m C_h N u", Unit::dollars_per_hour, "gpu-hour"},
    {"billing_million_tokens", "c_t = 10^6 C / (3600 r t u)", "C r t u", Unit::dollars, "tokens-per-second"},
}};

Problem evaluate_billing(const Request& request, Answer& answer);
Problem derive_billing(const Request& request, Derivation& derivation);

inline constexpr Calculator billing{.id = "billing",
                                    .inputs = billing_inputs,
                                    .outputs = billing_outputs,
                                    .steps = billing_steps,
                                    .warnings = billing_warnings,
                                    .evaluate = evaluate_billing,
                                    .derive = derive_billing};

} // namespace engine
