#pragma once
// A serving engine's release as its users write it -> the choice of the field table that behaves like it.

#include "engine/calculators/field.h"

#include <string>

namespace site {

/// A release behaves as the newest known one that is not newer: `0.12.1` as `0.10` when nothing lies between. What is no
/// release number, or older than all, and every other field's text stay as they are written.
std::string release_of(const engine::Field& field, const std::string& text);

}
