#pragma once
// A quantity as text: the one rounding rule of page, element, laboratory and command line. No locale, no allocation.
//
//     format(141.1e9, Unit::bytes, Language::en)          "141 GB"
//     format(141.1e9, Unit::bytes_binary, Language::en)   "131 GiB"
//     format(70553706496, Unit::parameters, Language::en) "70.6B"        zh: "706 亿"
//     format(131072, Unit::tokens, Language::zh)          "131,072"      word units: the caller adds unit.<id>
//     format(0.0384, Unit::seconds, Language::en)         "38.4 ms"
//     format(2.5, Unit::dollars_per_hour, Language::en)   "US$2.50/h"
//
// Rules:
// 1. `digits` significant digits (1 to 9), halves away from zero; digits of the whole part are never rounded away.
// 2. Zeros at the end of the fraction are dropped, but dollars from 1 to 1,000 have both cents or none.
// 3. Whole parts are grouped by commas in threes. The minus is U+2212.
// 4. Prefixes change at 1,000 (1,024 for binary ones) after rounding: 999.96 MB is 1 GB. Watts change at 10,000.
// 5. Counts from ten million on take M, B, T; in Chinese 万, 亿, 万亿. Parameters take them from 1,000 (10,000) on.
// 6. NaN is an en dash, infinity U+221E, both without a unit.

#include "engine/units/unit.h"

#include <array>
#include <string_view>

namespace engine {

enum class Language { en, zh };
inline constexpr std::array<std::string_view, 2> language_ids{"en", "zh"};

/// UTF-8 in place.
struct Text {
    std::array<char, 64> bytes{};
    int size = 0;

    constexpr std::string_view view() const { return {bytes.data(), static_cast<std::size_t>(size)}; }
};

inline constexpr int usual_digits = 3;

Text format(double value, Unit unit, Language language, int digits = usual_digits);

/// Whether the reader needs the word unit.<id> behind the number: tokens, GPUs, layers, sequences.
bool is_word_unit(Unit unit);

}
