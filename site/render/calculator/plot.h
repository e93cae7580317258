#pragma once
// A small chart of lines and marks as SVG. Places are per cent of its box, so that text keeps its size on every screen; no
// style inside. web/js/plot.js draws the same from the same numbers (tests/web/charts.test.mjs compares the two).

#include "site/render/website.h"

#include <string>
#include <vector>

namespace site {

struct PlotPoint {
    double x = 0, y = 0;
    std::string kind;               ///< of a mark: its class
};

struct Plot {
    engine::Unit x_unit = engine::Unit::none, y_unit = engine::Unit::none;
    bool log_x = true;
    std::vector<PlotPoint> line;    ///< by growing x; points without a number are left out by the caller
    bool ideal = false;             ///< a dashed line through the first point, in proportion to x
    std::vector<PlotPoint> marks;
};

/// Empty where there is nothing to draw. `label` says in words what it shows.
std::string plot_svg(const Edition&, const Plot&, const std::string& label);

}
