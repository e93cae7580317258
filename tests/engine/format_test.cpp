// The one rounding rule, as a table: every unit, every threshold, every special value.
#include "engine/units/format.h"

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <string>

namespace {

using engine::Language;
using engine::Unit;

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

struct Row {
    double value;
    Unit unit;
    const char* english;
    const char* chinese; ///< nullptr: the same
    int digits = 3;
};

const Row rows[] = {
    // special values carry no unit
    {nan, Unit::bytes, "–", nullptr},
    {infinity, Unit::sequences, "∞", nullptr},
    {-infinity, Unit::bytes, "−∞", nullptr},
    {0, Unit::bytes, "0 B", nullptr},
    {-0.0, Unit::bytes, "0 B", nullptr},
    {-13.7e9, Unit::bytes, "−13.7 GB", nullptr},
    // digits: significant, zeros at the end dropped, whole digits kept
    {1.0, Unit::none, "1", nullptr},
    {1.5, Unit::none, "1.5", nullptr},
    {1.25, Unit::none, "1.3", nullptr, 2}, // exact half goes away from zero
    {0.125, Unit::none, "0.13", nullptr, 2},
    {2.0 / 3, Unit::none, "0.667", nullptr},
    {2.0 / 3, Unit::none, "0.666666667", nullptr, 9},
    {2.0 / 3, Unit::none, "0.666666667", nullptr, 12}, // at most nine
    {2.0 / 3, Unit::none, "0.7", nullptr, 0},          // at least one
    {0.00012345, Unit::none, "0.000123", nullptr},
    {123456.789, Unit::none, "123,457", nullptr},
    {123456.789, Unit::none, "123,456.79", nullptr, 8},
    {999.5, Unit::none, "1,000", nullptr},
    {9.996, Unit::none, "10", nullptr},
    {1e-20, Unit::none, "0", nullptr},
    // bytes, decimal and binary; a prefix changes after rounding
    {1, Unit::bytes, "1 B", nullptr},
    {999, Unit::bytes, "999 B", nullptr},
    {1000, Unit::bytes, "1 kB", nullptr},
    {999.4e6, Unit::bytes, "999 MB", nullptr},
    {999.6e6, Unit::bytes, "1 GB", nullptr},
    {141.1e9, Unit::bytes, "141 GB", nullptr},
    {141.1e9, Unit::bytes, "141.1 GB", nullptr, 4},
    {1.34e12, Unit::bytes, "1.34 TB", nullptr},
    {2e15, Unit::bytes, "2 PB", nullptr},
    {1023, Unit::bytes_binary, "1,023 B", nullptr},
    {1024, Unit::bytes_binary, "1 KiB", nullptr},
    {85520809984, Unit::bytes_binary, "79.6 GiB", nullptr}, // H100: 81,559 MiB
    {85520809984, Unit::bytes, "85.5 GB", nullptr},
    {1125899906842624, Unit::bytes_binary, "1 PiB", nullptr},
    // rates
    {163840, Unit::bytes_per_token, "164 kB/token", nullptr},
    {3.35e12, Unit::bytes_per_second, "3.35 TB/s", nullptr},
    {400e9, Unit::bits_per_second, "400 Gbit/s", nullptr},
    {4.5, Unit::bits, "4.5 bit", nullptr},
    {12345.6, Unit::tokens_per_second, "12,346 token/s", nullptr},
    {0.25, Unit::requests_per_second, "0.25 req/s", nullptr},
    {1e15, Unit::flop, "1 PFLOP", nullptr},
    {3.1e25, Unit::flop, "31 YFLOP", nullptr},
    {989.5e12, Unit::flop_per_second, "990 TFLOP/s", nullptr},
    {989.5, Unit::tflops, "990 TFLOP/s", nullptr},
    // seconds
    {0, Unit::seconds, "0 s", nullptr},
    {5e-10, Unit::seconds, "0.5 ns", nullptr},
    {40e-6, Unit::seconds, "40 µs", nullptr},
    {0.0384, Unit::seconds, "38.4 ms", nullptr},
    {0.001, Unit::seconds, "1 ms", nullptr},
    {0.9996, Unit::seconds, "1 s", nullptr},
    {4321, Unit::seconds, "4,321 s", nullptr},
    // parameters and counts
    {494032768, Unit::parameters, "494M", "4.94 亿"},
    {70553706496, Unit::parameters, "70.6B", "706 亿"},
    {671026419200, Unit::parameters, "671B", "6,710 亿"},
    {2.8e12, Unit::parameters, "2.8T", "2.8 万亿"},
    {9999, Unit::parameters, "10k", "9,999"}, // 9.999k rounds to 10k
    {10000, Unit::parameters, "10k", "1 万"},
    {131072, Unit::tokens, "131,072", nullptr},
    {9999999, Unit::tokens, "9,999,999", nullptr},
    {1e7, Unit::tokens, "10M", "1,000 万"},
    {1.2e9, Unit::tokens, "1.2B", "12 亿"},
    {8, Unit::gpus, "8", nullptr},
    {80, Unit::layers, "80", nullptr},
    {53, Unit::sequences, "53", nullptr},
    // shares
    {0.92, Unit::fraction, "92%", nullptr},
    {0.0055, Unit::fraction, "0.55%", nullptr},
    {-0.031, Unit::fraction, "−3.1%", nullptr},
    {4.8418, Unit::ratio, "4.84×", nullptr},
    // money: cents from 1 to 1,000 unless whole
    {2.5, Unit::dollars, "US$2.50", nullptr},
    {2, Unit::dollars, "US$2", nullptr},
    {0.00123, Unit::dollars, "US$0.00123", nullptr},
    {999.99, Unit::dollars, "US$999.99", nullptr},
    {1234.56, Unit::dollars, "US$1,235", nullptr},
    {12.3e6, Unit::dollars, "US$12.3M", "US$1,230 万"},
    {2.49, Unit::dollars_per_hour, "US$2.49/h", nullptr},
    // power, energy, time of jobs
    {700, Unit::watts, "700 W", nullptr},
    {1000, Unit::watts, "1,000 W", nullptr},
    {9999, Unit::watts, "9,999 W", nullptr},
    {9999.7, Unit::watts, "10 kW", nullptr},
    {10000, Unit::watts, "10 kW", nullptr},
    {10200, Unit::watts, "10.2 kW", nullptr},
    {0.25, Unit::watts, "0.25 W", nullptr},
    {1234.5, Unit::kwh, "1,235 kWh", nullptr},
    {730, Unit::hours, "730 h", nullptr},
    {54.25, Unit::days, "54.3 d", "54.3 天"},
};

}

TEST_CASE("numbers are written by one rule")
{
    for (const Row& row : rows) {
        CAPTURE(row.value, static_cast<int>(row.unit), row.digits);
        CHECK(std::string(engine::format(row.value, row.unit, Language::en, row.digits).view()) == row.english);
        CHECK(std::string(engine::format(row.value, row.unit, Language::zh, row.digits).view()) ==
              (row.chinese ? row.chinese : row.english));
    }
}

TEST_CASE("every unit has a row above")
{
    for (std::size_t unit = 0; unit < engine::unit_ids.size(); ++unit) {
        bool found = false;
        for (const Row& row : rows)
            found = found || static_cast<std::size_t>(row.unit) == unit;
        CAPTURE(engine::unit_ids[unit]);
        CHECK(found);
    }
}

TEST_CASE("no value overflows the text")
{
    for (double value : {1e300, -1e300, 1e-300, 123456789012345678.0, std::numeric_limits<double>::max()})
        for (std::size_t unit = 0; unit < engine::unit_ids.size(); ++unit)
            for (Language language : {Language::en, Language::zh}) {
                const engine::Text text = engine::format(value, static_cast<Unit>(unit), language, 9);
                CHECK(text.size > 0);
                CHECK(text.size < static_cast<int>(text.bytes.size()));
            }
}
