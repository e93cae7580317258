#pragma once
// Predicted against measured, both axes logarithmic and alike, as an inline SVG without scripts or style attributes.
// Each series has a colour and a shape (classes series-0 ... of accuracy.css); what it shows stands in words beside it.

#include "site/render/website.h"

#include <span>
#include <string>
#include <vector>

namespace site {

struct ScatterSeries {
    std::string name;                    ///< plain text
    std::vector<std::pair<double, double>> points; ///< measured, predicted, both in the base unit and above 0
};

inline constexpr std::size_t most_series = 6; ///< there are so many shapes

/// `title` names the output, `text` says what one sees: the alternative.
std::string scatter(std::span<const ScatterSeries>, engine::Unit, const Edition&, std::string_view title, std::string_view text);
/// `<li class="series-0">` with the shape, the name and the count of each series.
std::string scatter_legend(std::span<const ScatterSeries>);

}
