#pragma once
// A model given by its members instead of an id: `model.layers=32 model.hidden=4096 ...`, or the object of a case file.

#include "engine/specs/language_model.h"

#include <span>
#include <string>
#include <vector>

namespace site {

struct Setting;

struct InlineProblem {
    std::string member, code, value, allowed;
};

/// Sets the members named. Names are those of language_model_members; flags also as `true`/`false`; `attention` and
/// `linear_attention` by name; `layer_types` as a list (`sliding_attention,full_attention,...`), which is counted;
/// `name` is ignored. What is wrong with a member is told, the others are set all the same.
std::vector<InlineProblem> read_inline_model(std::span<const Setting> members, engine::LanguageModel& model);

}
