#include "engine/calculators/billing.h"

#include "engine/calculators/blank_answer.h"
#include "engine/calculators/step_list.h"
#include "engine/models/cost.h"

#include <algorithm>

namespace engine {

namespace {

using namespace units;

struct Bill {
    double gpus = 1, utilization = 1, effectiveness = 1;
    Seconds time, month;
    double months = 1;
    Dollars monthly_price; ///< of one GPU; zero: not offered
    DollarsPerSecond hourly_price;
    Bytes traffic, included;
    DollarsPerByte traffic_price;
    double power_w = absent, kwh_usd = absent, tokens_per_s = absent;

    Dollars monthly, hourly; ///< rent of all GPUs for the time
    Dollars rent, egress, energy;
    Joules energy_used;
    bool has_monthly = false, has_hourly = false, has_power = false;

    Dollars total() const { return rent + egress + energy; }
    double gpu_hours() const { return gpus * time.in(hour); }
};

double input(const Request& request, BillingInput field) { return request.inputs[static_cast<std::size_t>(field)]; }

/// An hour for less than this is a slip: hours to break even would have no meaning.
constexpr DollarsPerSecond least_price = 1e-6 * (USD / hour);

Problem read(const Request& request, Bill& bill)
{
    if (Problem problem = check_inputs(billing, request.inputs); problem.code != ErrorCode::none)
        return problem;
    const auto in = [&](BillingInput field) { return input(request, field); };
    bill.gpus = in(BillingInput::gpus);
    bill.utilization = in(BillingInput::utilization);
    bill.effectiveness = in(BillingInput::power_usage_effectiveness);
    bill.time = in(BillingInput::hours)*hour;
    bill.month = in(BillingInput::hours_per_month)*hour;
    bill.months = months_billed(bill.time, bill.month);
    bill.monthly_price = in(BillingInput::monthly_usd)*USD;
    bill.hourly_price = value_or(in(BillingInput::hourly_usd), 0) * (USD / hour);
    if (bill.hourly_price > DollarsPerSecond{} && bill.hourly_price < least_price)
        return {.code = ErrorCode::below_least, .field = static_cast<int>(BillingInput::hourly_usd),
                .limit = least_price.in(USD / hour)};
    bill.has_monthly = bill.monthly_price > Dollars{};
    bill.has_hourly = bill.hourly_price > DollarsPerSecond{};
    if (!bill.has_monthly && !bill.has_hourly)
        return {.code = ErrorCode::missing, .field = static_cast<int>(BillingInput::monthly_usd)};
    bill.traffic = in(BillingInput::egress_bytes)*B;
    bill.included = bill.months * in(BillingInput::egress_included_bytes)*B;
    bill.traffic_price = in(BillingInput::egress_usd_per_gb) * (USD / GB);
    bill.power_w = in(BillingInput::power_w);
    bill.kwh_usd = in(BillingInput::electricity_usd_per_kwh);
    bill.tokens_per_s = in(BillingInput::tokens_per_s);
    bill.has_power = is_present(bill.power_w);

    bill.monthly = bill.gpus * bill.months * bill.monthly_price;
    bill.hourly = bill.gpus * (bill.hourly_price * bill.time);
    bill.rent = !bill.has_hourly ? bill.monthly : !bill.has_monthly ? bill.hourly : std::min(bill.monthly, bill.hourly);
    bill.egress = egress_cost(bill.traffic, bill.included, bill.traffic_price);
    if (bill.has_power) {
        const Watts power = bill.gpus * bill.power_w * W;
        bill.energy_used = bill.effectiveness * (power * bill.time);
        bill.energy = energy_cost(power, bill.time, bill.effectiveness, value_or(bill.kwh_usd, 0) * (USD / kWh));
    }
    return {};
}

struct Output {
    Answer& answer;
    [[gnu::noinline]] void operator()(BillingOutput field, double value) const
    {
        answer.outputs[static_cast<std::size_t>(field)] = value;
    }
};

void warn(Answer& answer, BillingWarning code, double first = absent, double second = absent)
{
    add_warning(answer, static_cast<int>(code), first, second);
}

CheaperRent cheaper(const Bill& bill)
{
    if (bill.monthly == bill.hourly)
        return CheaperRent::same;
    return bill.monthly < bill.hourly ? CheaperRent::monthly : CheaperRent::hourly;
}

double price_by_the_hour(const Bill& bill)
{
    return (bill.has_monthly ? hourly_equivalent(bill.monthly_price, bill.month) : bill.hourly_price).in(USD / hour);
}

double million_tokens(const Bill& bill)
{
    return token_cost(bill.total(), bill.tokens_per_s * token / s, bill.time, bill.utilization).in(USD / (1e6 * token));
}

using Steps = StepList<BillingStep>;

} // namespace

Problem evaluate_billing(const Request& request, Answer& answer)
{
    Bill bill;
    if (Problem problem = read(request, bill); problem.code != ErrorCode::none)
        return problem;
    blank(answer, request.inputs);
    const Output output{answer};
    output(BillingOutput::gpu_hour_usd, price_by_the_hour(bill));
    output(BillingOutput::gpu_hours, bill.gpu_hours());
    output(BillingOutput::total_usd, bill.total().in(USD));
    output(BillingOutput::egress_usd, bill.egress.in(USD));
    output(BillingOutput::useful_gpu_hour_usd, bill.rent.in(USD) / (bill.gpu_hours() * bill.utilization));
    if (bill.has_monthly)
        output(BillingOutput::monthly_total_usd, bill.monthly.in(USD));
    if (bill.has_hourly)
        output(BillingOutput::hourly_total_usd, bill.hourly.in(USD));
    if (bill.has_power) {
        output(BillingOutput::energy_kwh, bill.energy_used.in(kWh));
        if (is_present(bill.kwh_usd))
            output(BillingOutput::energy_usd, bill.energy.in(USD));
    }
    UnusedInputs{billing_inputs, request.inputs, answer, static_cast<int>(BillingWarning::no_effect)}.check(
        static_cast<int>(BillingInput::electricity_usd_per_kwh), !bill.has_power);
    if (is_present(bill.tokens_per_s))
        output(BillingOutput::cost_per_million_tokens_usd, million_tokens(bill));
    if (!bill.has_monthly || !bill.has_hourly) {
        warn(answer, BillingWarning::one_price);
    } else {
        const Seconds even = break_even_time(bill.monthly_price, bill.hourly_price);
        output(BillingOutput::cheaper, static_cast<double>(cheaper(bill)));
        output(BillingOutput::break_even_hours, even.in(hour));
        output(BillingOutput::break_even_utilization, even / bill.month);
        if (even > bill.month)
            warn(answer, BillingWarning::monthly_never_cheaper, even.in(hour), bill.month.in(hour));
    }
    const Seconds paid = bill.months * bill.month;
    if (bill.rent == bill.monthly && paid.in(hour)-bill.time.in(hour) > 0.5)
        warn(answer, BillingWarning::idle_hours, (paid - bill.time).in(hour));
    return {};
}

Problem derive_billing(const Request& request, Derivation& derivation)
{
    Bill bill;
    if (Problem problem = read(request, bill); problem.code != ErrorCode::none)
        return problem;
    derivation.steps_used = 0;
    const Steps add{derivation};
    const double hours = bill.time.in(hour), month = bill.month.in(hour), price = bill.monthly_price.in(USD);
    const double hourly_price = bill.hourly_price.in(USD / hour);
    const double monthly = bill.has_monthly ? bill.monthly.in(USD) : absent,
                 hourly = bill.has_hourly ? bill.hourly.in(USD) : absent;
    add(BillingStep::billing_gpu_hours, bill.gpu_hours(), bill.gpus, hours);
    if (bill.has_monthly) {
        add(BillingStep::billing_gpu_hour, price_by_the_hour(bill), price, month);
        add(BillingStep::billing_monthly, monthly, bill.gpus, price, bill.months);
    }
    if (bill.has_hourly)
        add(BillingStep::billing_hourly, hourly, bill.gpus, hourly_price, hours);
    if (bill.has_monthly && bill.has_hourly) {
        const double even = break_even_time(bill.monthly_price, bill.hourly_price).in(hour);
        add(BillingStep::billing_break_even_hours, even, price, hourly_price);
        add(BillingStep::billing_break_even_share, even / month, even, month);
    }
    if (bill.traffic > Bytes{})
        add(BillingStep::billing_egress, bill.egress.in(USD),
            bill.traffic.in(B), bill.months, bill.included.in(B) / bill.months, bill.traffic_price.in(USD / GB));
    if (bill.has_power) {
        add(BillingStep::billing_energy, bill.energy_used.in(kWh),
            bill.gpus, bill.power_w, hours, bill.effectiveness);
        if (is_present(bill.kwh_usd))
            add(BillingStep::billing_energy_cost, bill.energy.in(USD), bill.energy_used.in(kWh), bill.kwh_usd);
    }
    add(BillingStep::billing_total, bill.total().in(USD), monthly, hourly, bill.egress.in(USD), bill.energy.in(USD));
    add(BillingStep::billing_useful_hour, bill.rent.in(USD) / (bill.gpu_hours() * bill.utilization),
        monthly, hourly, bill.gpu_hours(), bill.utilization);
    if (is_present(bill.tokens_per_s))
        add(BillingStep::billing_million_tokens, million_tokens(bill),
            bill.total().in(USD), bill.tokens_per_s, hours, bill.utilization);
    return {};
}

} // namespace engine
