#pragma once
// The text of a field's value -> its number in base units: `8k`, `80GB`, `0.9`, `90%`, `max`, `true`, `MLA`.

#include "engine/calculators/field.h"

#include <string>
#include <string_view>

namespace site {

/// What is wrong with a text; the words are error.<id> in assets/strings.
enum class ValueError { none, empty, not_a_number, unknown_unit, not_a_choice, max_not_allowed };
std::string_view value_error_id(ValueError);

struct ParsedValue {
    double value = engine::absent;
    ValueError error = ValueError::none;
};

/// Reads `text` as a value of `field`. Catalog fields (model, accelerator, format, link) are not read here.
/// Limits are the engine's to check (check_inputs).
ParsedValue parse_value(const engine::Field& field, std::string_view text);

/// Reads a number with an optional unit of this quantity: the shared half of fields and case files.
ParsedValue parse_quantity(std::string_view text, engine::Unit quantity);

/// What the field accepts, for an error message: "1 - 4096", "vllm, sglang, ...", "MHA, GQA, MQA, MLA", "8k, 8192".
std::string allowed_values(const engine::Field& field);

}
