#pragma once
// The slider beside a number field: where dragging helps, and at which values it stops. The stops make the scale: those of
// a field that spans decades grow by factors. The text field stays the control that is sent; web/js/sliders.js keeps the
// two in step. Without JavaScript style sheets hide it.

#include "engine/calculators/field.h"
#include "site/render/website.h"

#include <span>
#include <string>
#include <string_view>

namespace site {

struct Slider {
    std::string_view calculator; ///< empty: of any
    std::string_view field;
    std::string_view stops;      ///< as a reader would type them, ascending
};

std::span<const Slider> sliders();

/// The stops of a field's slider, nothing where it has none.
std::string_view slider_stops(std::string_view calculator, std::string_view field);

/// The <input type="range"> for a field whose control has this id. `value`: its default, absent where it is derived or
/// means what `empty` says.
std::string slider_html(const Edition&, const engine::Field&, std::string_view stops, const std::string& id, double value,
                        std::string_view empty);

}
