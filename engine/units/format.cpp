#include "engine/units/format.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace engine {

namespace {

constexpr std::string_view no_value = "\u2013", endless = "\u221e", minus = "\u2212";
constexpr double counts_with_prefix = 1e7; ///< rule 5
constexpr double first_kilowatts = 1e4;    ///< rule 4
constexpr double plain_below = 1e15;       ///< beyond, powers of ten: doubles no longer hold every digit
constexpr double most_written = 1e300; ///< so that no factor below makes it infinite
constexpr int most_decimals = 15;

void append(Text& text, std::string_view more)
{
    for (char c : more)
        if (text.size < static_cast<int>(text.bytes.size()))
            text.bytes[static_cast<std::size_t>(text.size++)] = c;
}

double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < exponent; ++i)
        power *= 10; // exact up to 1e22
    return power;
}

/// Digits after the point that make `digits` significant ones.
int decimals_of(double value, int digits)
{
    int decimals = digits - 1;
    for (double bound = 10; value >= bound && decimals > 0; bound *= 10)
        --decimals;
    for (double bound = 1; value < bound && decimals < most_decimals; bound /= 10)
        ++decimals;
    return decimals;
}

double rounded(double value, int decimals)
{
    const double power = power_of_ten(decimals);
    return std::floor(value * power + 0.5) / power;
}

double rounded_to_digits(double value, int digits) { return value <= 0 ? 0 : rounded(value, decimals_of(value, digits)); }

void append_whole(Text& text, double whole)
{
    std::array<char, 32> reversed{};
    std::size_t used = 0, digits = 0;
    do {
        if (digits > 0 && digits % 3 == 0)
            reversed[used++] = ',';
        const double rest = std::floor(whole / 10);
        reversed[used++] = static_cast<char>('0' + static_cast<int>(whole - rest * 10));
        whole = rest;
        ++digits;
    } while (whole > 0 && used < reversed.size() - 1);
    while (used > 0)
        append(text, {&reversed[--used], 1});
}

enum class Zeros { dropped, kept };

void append_decimal(Text& text, double value, int decimals, Zeros zeros)
{
    const double power = power_of_ten(decimals);
    const double scaled = std::floor(value * power + 0.5);
    const double whole = std::floor(scaled / power);
    double fraction = scaled - whole * power;
    append_whole(text, whole);
    if (zeros == Zeros::dropped && fraction == 0)
        return;
    std::array<char, most_decimals> places{};
    for (int i = decimals; i-- > 0;) {
        const double rest = std::floor(fraction / 10);
        places[static_cast<std::size_t>(i)] = static_cast<char>('0' + static_cast<int>(fraction - rest * 10));
        fraction = rest;
    }
    auto used = static_cast<std::size_t>(decimals);
    while (zeros == Zeros::dropped && used > 0 && places[used - 1] == '0')
        --used;
    if (used > 0)
        append(text, ".");
    append(text, {places.data(), used});
}

void append_number(Text& text, double value, int digits)
{
    if (value < plain_below) {
        append_decimal(text, value, value > 0 ? decimals_of(value, digits) : 0, Zeros::dropped);
        return;
    }
    if (std::isinf(value)) // 1e308 in per cent
        return append(text, endless);
    int exponent = 0;
    for (; value >= 10; value /= 10)
        ++exponent;
    append_decimal(text, value, digits - 1, Zeros::dropped);
    append(text, "e");
    append_whole(text, exponent);
}

struct Prefix {
    double factor;
    std::string_view text; ///< with the space that goes before it
};

/// The number in the largest unit of the list in which it is at least 1 after rounding; the first for smaller ones.
void append_prefixed(Text& text, double value, std::span<const Prefix> prefixes, int digits, std::string_view unit = {})
{
    std::size_t i = 0; // The quotient of two decimal factors may be a little above 1,000.
    while (i + 1 < prefixes.size() &&
           rounded_to_digits(value / prefixes[i].factor, digits) >= prefixes[i + 1].factor / prefixes[i].factor * (1 - 1e-12))
        ++i;
    append_number(text, value / prefixes[i].factor, digits);
    append(text, prefixes[i].text);
    append(text, unit);
}

constexpr Prefix decimal[] = {{1, " "},     {1e3, " k"},  {1e6, " M"},  {1e9, " G"}, {1e12, " T"},
                              {1e15, " P"}, {1e18, " E"}, {1e21, " Z"}, {1e24, " Y"}};
constexpr Prefix binary[] = {{1, " "},
                             {1024., " Ki"},
                             {1024. * 1024, " Mi"},
                             {1024. * 1024 * 1024, " Gi"},
                             {1024. * 1024 * 1024 * 1024, " Ti"},
                             {1024. * 1024 * 1024 * 1024 * 1024, " Pi"}};
constexpr Prefix of_second[] = {{1e-9, " ns"}, {1e-6, " \u00b5s"}, {1e-3, " ms"}, {1, " s"}};
constexpr Prefix english[] = {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}};
constexpr Prefix chinese[] = {{1, ""}, {1e4, " 万"}, {1e8, " 亿"}, {1e12, " 万亿"}};

std::span<const Prefix> numerals(Language language)
{
    if (language == Language::zh)
        return chinese;
    return english;
}

void append_count(Text& text, double value, Language language, int digits)
{
    if (value < counts_with_prefix)
        append_number(text, value, digits);
    else
        append_prefixed(text, value, numerals(language), digits);
}

void append_dollars(Text& text, double value, Language language, int digits)
{
    append(text, "US$");
    const bool cents = value >= 1 && value < 1000 && rounded(value, 2) != std::floor(rounded(value, 2));
    if (cents)
        append_decimal(text, value, 2, Zeros::kept);
    else
        append_count(text, value >= 1 ? rounded(value, 0) : value, language, digits);
}

void append_quantity(Text& text, double value, Unit unit, Language language, int digits)
{
    const auto prefixed = [&](std::string_view symbol) { append_prefixed(text, value, decimal, digits, symbol); };
    const auto counted = [&](std::string_view symbol) {
        append_count(text, value, language, digits);
        append(text, symbol);
    };
    switch (unit) {
    case Unit::bytes: return prefixed("B");
    case Unit::bytes_binary: return append_prefixed(text, value, binary, digits, "B");
    case Unit::bytes_per_token: return prefixed("B/token");
    case Unit::bytes_per_second: return prefixed("B/s");
    case Unit::bits_per_second: return prefixed("bit/s");
    case Unit::bits: return counted(" bit");
    case Unit::seconds: // Nothing is no nanosecond.
        return value == 0 ? counted(" s") : append_prefixed(text, value, of_second, digits);
    case Unit::tokens_per_second: return counted(" token/s");
    case Unit::requests_per_second: return counted(" req/s");
    case Unit::parameters: return append_prefixed(text, value, numerals(language), digits);
    case Unit::fraction:
        append_number(text, value * 100, digits);
        return append(text, "%");
    case Unit::ratio: return counted("\u00d7");
    case Unit::flop: return prefixed("FLOP");
    case Unit::flop_per_second: return prefixed("FLOP/s");
    case Unit::tflops: return counted(" TFLOP/s");
    case Unit::dollars: return append_dollars(text, value, language, digits);
    case Unit::dollars_per_hour:
        append_dollars(text, value, language, digits);
        return append(text, "/h");
    case Unit::watts:
        if (rounded_to_digits(value, digits) >= first_kilowatts)
            return prefixed("W");
        append_number(text, value, digits);
        return append(text, " W");
    case Unit::hours: return counted(" h");
    case Unit::days: return counted(language == Language::zh ? " \u5929" : " d");
    case Unit::kwh: return counted(" kWh");
    case Unit::none:
    case Unit::tokens:
    case Unit::gpus:
    case Unit::layers:
    case Unit::sequences: return counted("");
    }
}

}

bool is_word_unit(Unit unit)
{
    return unit == Unit::tokens || unit == Unit::gpus || unit == Unit::layers || unit == Unit::sequences;
}

Text format(double value, Unit unit, Language language, int digits)
{
    Text text;
    if (std::isnan(value)) {
        append(text, no_value);
        return text;
    }
    // What rounds to nothing has no sign.
    if (value < 0)
        append(text, minus);
    if (std::isinf(value)) {
        append(text, endless);
        return text;
    }
    append_quantity(text, std::min(std::abs(value), most_written), unit, language, std::clamp(digits, 1, 9));
    return text;
}

}
