#include "site/scenario/value_text.h"

#include "site/scenario/display_unit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace site {

using engine::Field;
using engine::Kind;

namespace {

constexpr std::array<std::string_view, 6> error_names{"none",         "empty",        "not_a_number",
                                                      "unknown_unit", "not_a_choice", "max_not_allowed"};

std::string_view trimmed(std::string_view text)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Shortest text that reads back as the same number.
std::string plain_number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "max" : "-max";
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

ParsedValue parse_flag(std::string_view text)
{
    for (const std::string_view yes : {"1", "true", "yes", "on"})
        if (text == yes)
            return {1};
    for (const std::string_view no : {"0", "false", "no", "off"})
        if (text == no)
            return {0};
    return {engine::absent, ValueError::not_a_choice};
}

}

std::string_view value_error_id(ValueError error) { return error_names[static_cast<std::size_t>(error)]; }

ParsedValue parse_quantity(std::string_view text, engine::Unit quantity)
{
    text = trimmed(text);
    if (text.empty())
        return {engine::absent, ValueError::empty};
    std::string digits; // Thousands separators and digit groups are for readers: 8,192 and 8_192 are 8192.
    digits.reserve(text.size());
    std::size_t used = 0;
    for (; used < text.size(); ++used) {
        const char c = text[used];
        const bool exponent = (c == 'e' || c == 'E') && used + 1 < text.size() &&
                              (std::isdigit(static_cast<unsigned char>(text[used + 1])) || text[used + 1] == '-' ||
                               text[used + 1] == '+');
        const bool sign = (c == '-' || c == '+') &&
                          (used == 0 || text[used - 1] == 'e' || text[used - 1] == 'E');
        if (c == ',' || c == '_') { // A group of three follows, else it is a decimal comma, and 2,5 is not 25.
            std::size_t group = 0;
            while (used + 1 + group < text.size() && std::isdigit(static_cast<unsigned char>(text[used + 1 + group])))
                ++group;
            if (group != 3 || digits.empty())
                return {engine::absent, ValueError::not_a_number};
            continue;
        }
        if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.' && !exponent && !sign)
            break;
        if (!(c == '+' && used == 0))
            digits.push_back(c);
    }
    double value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
        return {engine::absent, ValueError::not_a_number};
    const std::string_view unit = trimmed(text.substr(used));
    if (unit.empty())
        return {value};
    const DisplayUnit* found = find_display_unit(unit, quantity);
    if (!found)
        return {engine::absent, ValueError::unknown_unit};
    return {value * found->factor};
}

ParsedValue parse_value(const Field& field, std::string_view text)
{
    text = trimmed(text);
    if (text.empty())
        return {engine::absent, ValueError::empty};
    if (field.kind == Kind::choice) {
        const auto found = std::find(field.choices.begin(), field.choices.end(), text);
        if (found == field.choices.end())
            return {engine::absent, ValueError::not_a_choice};
        return {static_cast<double>(found - field.choices.begin())};
    }
    if (field.kind == Kind::flag)
        return parse_flag(text);
    if (text == "max")
        return field.accepts_max ? ParsedValue{engine::maximum}
                                 : ParsedValue{engine::absent, ValueError::max_not_allowed};
    return parse_quantity(text, field.unit);
}

std::string allowed_values(const Field& field)
{
    std::string text;
    if (field.kind == Kind::choice) {
        for (const std::string_view choice : field.choices)
            text.append(text.empty() ? "" : ", ").append(choice);
        return text;
    }
    if (field.kind == Kind::flag)
        return "0, 1";
    text = plain_number(field.least) + " - " + plain_number(field.most);
    if (field.accepts_max)
        text += ", max";
    std::string units;
    for (const DisplayUnit& unit : display_units())
        if (unit.unit == field.unit)
            units.append(units.empty() ? " [" : ", ").append(unit.name);
    if (!units.empty())
        text += units + "]";
    return text;
}

}
