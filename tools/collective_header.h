#pragma once
// What tools/fit_collective writes: engine/models/collective_constants.h.

#include "engine/models/lanes.h"
#include "tools/collective_cases.h"

#include <array>
#include <utility>
#include <vector>

/// The spread of measured / predicted where the case's source was left out, by kind of case: what the calculator shows
/// as its range. Fewer than five cases are not comparable enough.
using Spread = std::array<std::array<std::array<std::array<double, 3>, 3>, 2>, 4>;
Spread spread_of(const std::vector<std::pair<const Case*, double>>& left_out);

void write_header(const engine::CollectiveConstants&, const std::vector<Case>&, const Spread&, const char* path);
