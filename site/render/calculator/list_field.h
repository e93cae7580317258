#pragma once
// The controls of a field that is a list of accelerators (`a,b`) or a map of them (`a:2.5,b:3`).
//
// Without JavaScript each is a checkbox `gpus_allowed` or a number `prices.<id>`. The hidden input in front holds the whole
// list as text: it is what the element reads and writes, web/js/lists.js keeps both alike.

#include "engine/calculators/field.h"
#include "site/render/website.h"

#include <string>

namespace site {

bool is_list(const engine::Field&);

/// `value` is the list as text; `attributes` of the hidden input.
std::string list_control(const Website&, const Edition&, const engine::Field&, const std::string& value,
                         const std::string& attributes);

}
