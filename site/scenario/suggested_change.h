#pragma once
// The engine's suggestions with a value each. It knows no catalog, so that a narrower format is a field without a value
// there; here it becomes the widest format of the catalog that helps.

#include "site/scenario/scenario.h"

#include <string>
#include <vector>

namespace site {

/// One --set that would help.
struct SuggestedChange {
    std::string field, value;
    bool is_number = true;     ///< in base units; else a catalog id
    double number = engine::absent;
};

/// Those of an evaluated scenario; formats for which the catalog has nothing that helps are left out.
std::vector<SuggestedChange> suggested_changes(const Scenario&, const Outcome&, const Catalog&);

}
