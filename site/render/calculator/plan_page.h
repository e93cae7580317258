#pragma once
// The planner's answer: the best option with its layout drawn, the table of all, and why each other accelerator cannot.
// The element redraws it with web/js/plan_view.js, from the same templates.

#include "site/render/calculator/answer.h"

namespace site {

/// Of the default request, with as many options as the WebAssembly module holds.
AnswerParts plan_parts(const Website&, const Edition&);

}
