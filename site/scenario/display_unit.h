#pragma once
// Units as people write them after a number: `80GB`, `400Gbit/s`, `2.5ms`, `8k`. The command line reads them, figures
// in prose (`| GB`) print in them.

#include "engine/units/unit.h"

#include <span>
#include <string_view>

namespace site {

struct DisplayUnit {
    std::string_view name;      ///< as written, case matters: GB, GiB, Gbit/s
    engine::Unit unit;          ///< the quantity it belongs to
    double factor;              ///< base units in one of it
};

std::span<const DisplayUnit> display_units();

/// The unit of this name for a field of this quantity, or null. `k` and `M` of tokens are 1,024 and 1,024 squared
/// (`8k` context is 8,192 tokens); of anything else they are powers of a thousand.
const DisplayUnit* find_display_unit(std::string_view name, engine::Unit quantity);

}
