#pragma once
// Numbers with a unit, as people write them in Chinese and English: 3.35 TB/s, 141GB, 700 瓦, 6,710 亿参数, 约 2 PFLOPS.
//
//     for (const Quantity& q : quantities(text, begins))    // begins: where digits begin
//         q.value, q.unit, text.substr(q.begin, q.end - q.begin)
//
// What is part of a name is none: H100, Llama-3.1-70B, NVL72, `1g.10gb`.

#include "engine/units/unit.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace site {

struct Quantity {
    std::size_t begin = 0, end = 0;      ///< bytes of the text: number and unit
    std::size_t number_end = 0;          ///< where the digits end
    double value = 0;                    ///< in the base unit of `unit`; tflops counts 1e12
    double slack = 0;                    ///< half of the last digit shown, in the same unit
    engine::Unit unit = engine::Unit::none;
    std::string_view name;               ///< the unit as written; "" for a count of 亿
    int digits = 0;                      ///< significant ones that are shown
    bool binary = false;                 ///< GiB and the like
    bool about = false;                  ///< 约, ~, nearly
    bool bound = false;                  ///< 超过, up to, at least
    bool range = false;                  ///< one end of 40-80 GB
    bool physical = true;                ///< false: a bare count (3 亿), only sometimes a figure
};

/// The quantities whose digits begin at one of `begins` (ascending bytes of `text`), in order, none overlapping.
std::vector<Quantity> quantities(std::string_view text, std::span<const std::size_t> begins);

/// Whether `fact` (in the quantity's unit) is what the text says, to the digits that it shows.
bool agrees(const Quantity&, double fact);

}
