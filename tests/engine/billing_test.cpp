// Rent, traffic and electricity: every expected value is worked out in the comment beside it.
#include "engine/calculators/billing.h"
#include "engine/models/cost.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace engine;

namespace {

struct Bill {
    Inputs inputs = default_inputs(billing);
    Answer answer;
    Problem problem;

    Bill& set(BillingInput field, double value)
    {
        inputs[static_cast<std::size_t>(field)] = value;
        return *this;
    }
    Bill& evaluate()
    {
        problem = billing.evaluate({inputs, Specifications{}}, answer);
        REQUIRE(problem.code == ErrorCode::none);
        return *this;
    }
    double operator[](BillingOutput field) const { return answer.outputs[static_cast<std::size_t>(field)]; }
    bool warns(BillingWarning code) const
    {
        for (int i = 0; i < answer.warnings_used; ++i)
            if (answer.warnings[static_cast<std::size_t>(i)].code == static_cast<int>(code))
                return true;
        return false;
    }
};

bool close(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

} // namespace

TEST_CASE("US$2,190 a month is US$3.00 a GPU-hour")
{
    const Bill bill = Bill{}.evaluate();
    CHECK(bill[BillingOutput::gpu_hour_usd] == 3.0); // 2190 / 730
    CHECK(bill[BillingOutput::total_usd] == 2190);
    CHECK(bill[BillingOutput::gpu_hours] == 730);
    CHECK(bill.warns(BillingWarning::one_price));
    CHECK_FALSE(is_present(bill[BillingOutput::cheaper]));
    CHECK_FALSE(is_present(bill[BillingOutput::cost_per_million_tokens_usd]));
}

TEST_CASE("the month breaks even at monthly / hourly hours")
{
    Bill bill;
    bill.set(BillingInput::hourly_usd, 4).set(BillingInput::hours, 500).evaluate();
    CHECK(bill[BillingOutput::break_even_hours] == 547.5);      // 2190 / 4
    CHECK(bill[BillingOutput::break_even_utilization] == 0.75); // 547.5 / 730
    CHECK(bill[BillingOutput::hourly_total_usd] == 2000);       // 500 x 4
    CHECK(bill[BillingOutput::cheaper] == static_cast<double>(CheaperRent::hourly));
    CHECK(bill[BillingOutput::total_usd] == 2000);
    bill.set(BillingInput::hours, 547.5).evaluate();
    CHECK(bill[BillingOutput::cheaper] == static_cast<double>(CheaperRent::same));
    bill.set(BillingInput::hours, 600).evaluate();
    CHECK(bill[BillingOutput::cheaper] == static_cast<double>(CheaperRent::monthly));
    CHECK(bill[BillingOutput::total_usd] == 2190);
    CHECK(close(bill[BillingOutput::useful_gpu_hour_usd], 3.65)); // 2190 / 600
    CHECK(bill.warns(BillingWarning::idle_hours));                // 130 hours paid and not used
}

TEST_CASE("an hour cheaper than a month's hour never breaks even, and it says so")
{
    Bill bill;
    bill.set(BillingInput::hourly_usd, 2.5).evaluate();
    CHECK(bill[BillingOutput::break_even_hours] == 876); // 2190 / 2.5, of 730
    CHECK(bill[BillingOutput::break_even_utilization] == 1.2);
    CHECK(bill.warns(BillingWarning::monthly_never_cheaper));
    CHECK(bill[BillingOutput::cheaper] == static_cast<double>(CheaperRent::hourly));
}

TEST_CASE("months that have begun are billed whole")
{
    using namespace units;
    CHECK(months_billed(730 * hour, 730 * hour) == 1);
    CHECK(months_billed(731 * hour, 730 * hour) == 2);
    CHECK(months_billed(1 * hour, 730 * hour) == 1);
    Bill bill;
    bill.set(BillingInput::gpus, 8).set(BillingInput::hours, 1000).evaluate();
    CHECK(bill[BillingOutput::total_usd] == 35040); // 8 x 2 x 2190
}

TEST_CASE("traffic within the plan costs nothing, beyond it by the GB of 1e9")
{
    Bill bill;
    bill.set(BillingInput::egress_bytes, 25e12).set(BillingInput::egress_included_bytes, 20e12);
    bill.set(BillingInput::egress_usd_per_gb, 0.05).evaluate();
    CHECK(close(bill[BillingOutput::egress_usd], 250)); // 5,000 GB x 0.05
    CHECK(close(bill[BillingOutput::total_usd], 2440));
    bill.set(BillingInput::egress_bytes, 20e12).evaluate();
    CHECK(bill[BillingOutput::egress_usd] == 0);
}

TEST_CASE("electricity counts the whole site")
{
    Bill bill;
    bill.set(BillingInput::power_w, 1000).set(BillingInput::electricity_usd_per_kwh, 0.1);
    bill.set(BillingInput::power_usage_effectiveness, 1.3).set(BillingInput::gpus, 2).evaluate();
    CHECK(close(bill[BillingOutput::energy_kwh], 1898)); // 2 x 1 kW x 730 h x 1.3
    CHECK(close(bill[BillingOutput::energy_usd], 189.8));
    CHECK(close(bill[BillingOutput::total_usd], 4569.8)); // 2 x 2190 + 189.8
}

TEST_CASE("a million tokens cost more where hours idle")
{
    Bill bill;
    bill.set(BillingInput::tokens_per_s, 1000).evaluate();
    CHECK(close(bill[BillingOutput::cost_per_million_tokens_usd], 3.0 / 3.6)); // 3.6 million an hour for 3 dollars
    bill.set(BillingInput::utilization, 0.5).evaluate();
    CHECK(close(bill[BillingOutput::cost_per_million_tokens_usd], 3.0 / 1.8));
    CHECK(close(bill[BillingOutput::useful_gpu_hour_usd], 6)); // 3.00 / 0.5
}

TEST_CASE("a monthly price of 0 is none: the hourly one counts")
{
    Bill bill;
    bill.set(BillingInput::monthly_usd, 0).set(BillingInput::hourly_usd, 2).set(BillingInput::hours, 100).evaluate();
    CHECK(bill[BillingOutput::gpu_hour_usd] == 2);
    CHECK(bill[BillingOutput::total_usd] == 200);
    CHECK_FALSE(is_present(bill[BillingOutput::monthly_total_usd]));
    bill.set(BillingInput::hourly_usd, absent);
    CHECK(billing.evaluate({bill.inputs, Specifications{}}, bill.answer).code == ErrorCode::missing);
}

TEST_CASE("billing: the derivation gives the answer's numbers")
{
    Bill bill;
    bill.set(BillingInput::hourly_usd, 4).set(BillingInput::tokens_per_s, 1000).set(BillingInput::egress_bytes, 1e12);
    bill.set(BillingInput::power_w, 900).set(BillingInput::electricity_usd_per_kwh, 0.1).evaluate();
    Derivation derivation;
    REQUIRE(billing.derive({bill.inputs, Specifications{}}, derivation).code == ErrorCode::none);
    CHECK(derivation.steps_used == static_cast<int>(BillingStep::count));
    for (int i = 0; i < derivation.steps_used; ++i) {
        const Step& step = derivation.steps[static_cast<std::size_t>(i)];
        CHECK(is_present(step.result));
        if (step.info == static_cast<int>(BillingStep::billing_total))
            CHECK(step.result == bill[BillingOutput::total_usd]);
        if (step.info == static_cast<int>(BillingStep::billing_million_tokens))
            CHECK(step.result == bill[BillingOutput::cost_per_million_tokens_usd]);
    }
}
