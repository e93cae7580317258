#pragma once
// The engine's answer to the settings of a picture's own expression.

#include "engine/calculators/calculator.h"
#include "site/render/pictures/picture.h"
#include "site/scenario/scenario.h"

#include <span>
#include <string_view>

namespace site {

/// The settings of the expression that the engine should read, after `more`.
class ScenarioAnswer {
public:
    /// Settings named in `skipped` are the picture's own. What the engine refuses becomes a problem of the picture.
    ScenarioAnswer(PictureInput& in, std::string_view calculator, std::span<const Setting> more = {});

    /// Absent when there is no answer.
    double output(std::string_view field) const;
    /// The input as used, defaults and derived ones filled in.
    double input(std::string_view field) const;
    /// The catalog id chosen for this field.
    std::string_view id(std::string_view field) const;
    bool sound() const { return m_sound; }

private:
    const engine::Calculator& m_calculator;
    Scenario m_scenario;
    Outcome m_outcome;
    bool m_sound = false;
};

}
