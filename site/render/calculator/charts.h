#pragma once
// Charts of a calculator: one input varied, some outputs over it, with their numbers as a table. Drawn here for the default
// scenario; web/js/charts.js redraws them from what this leaves in attributes: data-x, data-points, data-ys, data-without.

#include "site/render/website.h"
#include "site/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

struct ChartSpec {
    std::string_view calculator, x;         ///< the input that is varied
    std::span<const double> points;         ///< its values, growing
    std::span<const std::string_view> ys;   ///< outputs, a panel each
    std::string_view without = {};          ///< an input that is left empty meanwhile: it would replace x
    bool log_x = true;
    std::string_view ideal = {};            ///< the output whose proportional growth is drawn too
};
std::span<const ChartSpec> chart_specs();

/// The section of charts of this scenario's calculator; empty where it has none.
std::string charts_html(const Edition&, const Scenario&);

}
