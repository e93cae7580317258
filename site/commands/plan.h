#pragma once
// `gloss size plan`: the options as a table, the accelerators that cannot with their reasons.

#include "site/catalog/catalog.h"
#include "site/commands/command_result.h"
#include "site/render/strings.h"
#include "site/scenario/plan_scenario.h"

#include <string>
#include <vector>

namespace site {

/// What was found, in words: the first ten options (`*`: on the Pareto front), warnings, rejections; with `json` all.
CommandResult plan_command(const PlanScenario&, const PlanOutcome&, bool json, const Words&);

} // namespace site
