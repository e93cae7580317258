#pragma once
// The planner's findings in words: what the command line prints and the page shows.

#include "site/render/strings.h"
#include "site/scenario/plan_scenario.h"

#include <string>

namespace site {

/// "TP8 PP2 EP8 ×2": how one replica is cut, and how many there are; pipeline, expert and replicas of one are not said.
std::string layout_text(const engine::PlanLayout&);

/// Why an accelerator cannot, a sentence without its name.
std::string rejection_text(const PlanScenario&, const engine::PlanRejection&, const Words&);

/// The query of `throughput` for the scenario that an option is, every field by its id.
std::string throughput_query(const PlanScenario&, const engine::PlanOption&);

}
