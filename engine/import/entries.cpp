#include "engine/import/entries.h"

#include "engine/specs/record.h"


namespace engine {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether `key` is `list` followed by a dot and an index.
bool is_item(std::string_view key, std::string_view list)
{
    if (key.size() < list.size() + 2 || key.substr(0, list.size()) != list || key[list.size()] != '.')
        return false;
    for (const char c : key.substr(list.size() + 1))
        if (!is_digit(c))
            return false;
    return true;
}

}

double to_number(std::string_view text)
{
    if (text == "true")
        return 1;
    if (text == "false")
        return 0;
    // Digits by hand: strtod and from_chars of double cost the WebAssembly module more than all the rest of the import.
    std::size_t at = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (negative)
        ++at;
    double value = 0;
    int decimals = 0, digits = 0, exponent = 0;
    bool point = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (is_digit(c)) {
            value = value * 10 + (c - '0');
            ++digits;
            decimals += point;
        } else if (c == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (digits == 0)
        return absent;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool down = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+'))
            ++at;
        int power = 0, power_digits = 0;
        for (; at < text.size() && is_digit(text[at]); ++at, ++power_digits)
            if (power < 1000)
                power = power * 10 + (text[at] - '0');
        if (power_digits == 0)
            return absent;
        exponent = down ? -power : power;
    }
    if (at != text.size())
        return absent;
    exponent -= decimals;
    if (exponent > 400 || exponent < -400)
        return absent;
    for (; exponent > 0; --exponent)
        value *= 10;
    for (; exponent < 0; ++exponent)
        value /= 10;
    return negative ? -value : value;
}

std::string_view Entries::text(std::string_view key) const
{
    for (const Entry& entry : m_entries)
        if (entry.key == key)
            return entry.value;
    return {};
}

double Entries::number(std::string_view key) const
{
    const std::string_view value = text(key);
    return value.empty() ? absent : to_number(value);
}

double Entries::count(std::string_view list, std::string_view value) const
{
    double found = 0;
    for (const Entry& entry : m_entries)
        if (entry.value == value && is_item(entry.key, list))
            ++found;
    return found;
}

double Entries::sum(std::string_view list) const
{
    double total = absent;
    for (const Entry& entry : m_entries)
        if (is_item(entry.key, list))
            if (const double number = to_number(entry.value); is_present(number))
                total = value_or(total, 0) + number;
    return total;
}

double Entries::length(std::string_view list) const
{
    double found = 0;
    for (const Entry& entry : m_entries)
        found += is_item(entry.key, list);
    return found;
}

}
