#include "site/scenario/display_unit.h"

#include <algorithm>
#include <array>

namespace site {

using engine::Unit;

namespace {

constexpr double kibi = 1024, mebi = kibi * 1024, gibi = mebi * 1024, tebi = gibi * 1024;

constexpr std::array table{
    DisplayUnit{"B", Unit::bytes, 1},
    DisplayUnit{"kB", Unit::bytes, 1e3},
    DisplayUnit{"MB", Unit::bytes, 1e6},
    DisplayUnit{"GB", Unit::bytes, 1e9},
    DisplayUnit{"TB", Unit::bytes, 1e12},
    DisplayUnit{"KiB", Unit::bytes, kibi},
    DisplayUnit{"MiB", Unit::bytes, mebi},
    DisplayUnit{"GiB", Unit::bytes, gibi},
    DisplayUnit{"TiB", Unit::bytes, tebi},
    DisplayUnit{"B", Unit::bytes_per_token, 1},
    DisplayUnit{"kB", Unit::bytes_per_token, 1e3},
    DisplayUnit{"KiB", Unit::bytes_per_token, kibi},
    DisplayUnit{"MB", Unit::bytes_per_token, 1e6},
    DisplayUnit{"MiB", Unit::bytes_per_token, mebi},
    DisplayUnit{"B/s", Unit::bytes_per_second, 1},
    DisplayUnit{"MB/s", Unit::bytes_per_second, 1e6},
    DisplayUnit{"GB/s", Unit::bytes_per_second, 1e9},
    DisplayUnit{"TB/s", Unit::bytes_per_second, 1e12},
    DisplayUnit{"GiB/s", Unit::bytes_per_second, gibi},
    DisplayUnit{"Mbit/s", Unit::bytes_per_second, 1e6 / 8},
    DisplayUnit{"Gbit/s", Unit::bytes_per_second, 1e9 / 8},
    DisplayUnit{"Tbit/s", Unit::bytes_per_second, 1e12 / 8},
    DisplayUnit{"Gbit/s", Unit::bits_per_second, 1e9},
    DisplayUnit{"Tbit/s", Unit::bits_per_second, 1e12},
    DisplayUnit{"us", Unit::seconds, 1e-6},
    DisplayUnit{"ms", Unit::seconds, 1e-3},
    DisplayUnit{"s", Unit::seconds, 1},
    DisplayUnit{"min", Unit::seconds, 60},
    DisplayUnit{"h", Unit::seconds, 3600},
    DisplayUnit{"h", Unit::hours, 1},
    DisplayUnit{"d", Unit::days, 1},
    DisplayUnit{"tokens", Unit::tokens, 1},
    DisplayUnit{"k", Unit::tokens, kibi},
    DisplayUnit{"M", Unit::tokens, mebi},
    DisplayUnit{"tokens/s", Unit::tokens_per_second, 1},
    DisplayUnit{"k", Unit::parameters, 1e3},
    DisplayUnit{"M", Unit::parameters, 1e6},
    DisplayUnit{"B", Unit::parameters, 1e9},
    DisplayUnit{"T", Unit::parameters, 1e12},
    DisplayUnit{"%", Unit::fraction, 0.01},
    DisplayUnit{"x", Unit::ratio, 1},
    DisplayUnit{"GFLOP/s", Unit::flop_per_second, 1e9},
    DisplayUnit{"TFLOP/s", Unit::flop_per_second, 1e12},
    DisplayUnit{"PFLOP/s", Unit::flop_per_second, 1e15},
    DisplayUnit{"TFLOPS", Unit::tflops, 1},
    DisplayUnit{"PFLOPS", Unit::tflops, 1e3},
    DisplayUnit{"W", Unit::watts, 1},
    DisplayUnit{"kW", Unit::watts, 1e3},
    DisplayUnit{"kWh", Unit::kwh, 1},
    DisplayUnit{"MWh", Unit::kwh, 1e3},
    DisplayUnit{"USD", Unit::dollars, 1},
    DisplayUnit{"USD/h", Unit::dollars_per_hour, 1},
    DisplayUnit{"k", Unit::none, 1e3},
    DisplayUnit{"M", Unit::none, 1e6},
    DisplayUnit{"bit", Unit::bits, 1},
};

}

std::span<const DisplayUnit> display_units() { return table; }

const DisplayUnit* find_display_unit(std::string_view name, Unit quantity)
{
    const auto found = std::find_if(table.begin(), table.end(), [&](const DisplayUnit& unit) {
        return unit.name == name && unit.unit == quantity;
    });
    return found == table.end() ? nullptr : &*found;
}

}
