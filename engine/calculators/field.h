#pragma once
// The field table: the one description of a calculator's inputs and outputs. Forms, command line, WebAssembly record,
// documentation and tests are made from it. It holds no words: those are field.<id>.label and field.<id>.help in
// assets/strings/<lang>.json, and value.<field>.<value> for choices.

#include "engine/calculators/name.h"
#include "engine/specs/record.h"
#include "engine/units/unit.h"

#include <limits>
#include <span>
#include <string_view>

namespace engine {

enum class Kind : unsigned char {
    number,      ///< any real number in [least, most]
    count,       ///< a whole number in [least, most]
    flag,        ///< 0 or 1
    choice,      ///< the index of one of `choices`
    model,       ///< the catalog id of a language model (or an inline one); its record is in the Specifications
    accelerator, ///< likewise: a device,
    format,      ///< a number format,
    link,        ///< a fabric
    accelerators, ///< a list of accelerators' ids; their records go to the planner
    prices,      ///< a map of such ids to numbers, likewise
};

/// Where the form shows a field. The groups come in this order.
enum class Group : unsigned char { model, hardware, load, parallelism, engine, prices, result };

/// `max`: as many as fit. Written as the word on the command line and in URLs.
inline constexpr double maximum = std::numeric_limits<double>::infinity();

struct Field {
    Name id;
    Kind kind = Kind::number;
    Shown<Unit> unit = Unit::none;
    Default initial = absent;       ///< default in base units; absent: derived from other fields (the help says how)
    double least = 0, most = 1e18;
    Shown<Group> group = Group::result;
    Shown<bool> advanced = false;   ///< folded away in forms
    bool accepts_max = false;       ///< +infinity is allowed
    Names choices{}; ///< of a choice
    Name initial_id{};  ///< default of a model, accelerator, format or link; empty: derived or none
};

}
