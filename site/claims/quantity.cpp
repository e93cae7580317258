#include "site/claims/quantity.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <charconv>
#include <cmath>

namespace site {

using engine::Unit;

namespace {

struct UnitName {
    std::string_view text;
    Unit unit;
    double factor;
    bool glued = false;                  ///< a letter that only counts right behind the digits: 70B
    bool binary = false;
};

constexpr double kibi = 1024, mebi = kibi * 1024, gibi = mebi * 1024, tebi = gibi * 1024;

// The longer of two that begin alike stands first.
constexpr std::array units{
    UnitName{"TB/s", Unit::bytes_per_second, 1e12}, UnitName{"GB/s", Unit::bytes_per_second, 1e9},
    UnitName{"MB/s", Unit::bytes_per_second, 1e6}, UnitName{"GiB/s", Unit::bytes_per_second, gibi, false, true},
    UnitName{"TiB/s", Unit::bytes_per_second, tebi, false, true},
    UnitName{"TBps", Unit::bytes_per_second, 1e12}, UnitName{"GBps", Unit::bytes_per_second, 1e9},
    UnitName{"Tbit/s", Unit::bits_per_second, 1e12}, UnitName{"Gbit/s", Unit::bits_per_second, 1e9},
    UnitName{"Mbit/s", Unit::bits_per_second, 1e6}, UnitName{"Tb/s", Unit::bits_per_second, 1e12},
    UnitName{"Gb/s", Unit::bits_per_second, 1e9}, UnitName{"Mb/s", Unit::bits_per_second, 1e6},
    UnitName{"Tbps", Unit::bits_per_second, 1e12}, UnitName{"Gbps", Unit::bits_per_second, 1e9},
    UnitName{"Mbps", Unit::bits_per_second, 1e6}, UnitName{"GT/s", Unit::none, 1e9},
    UnitName{"PB", Unit::bytes, 1e15}, UnitName{"TB", Unit::bytes, 1e12}, UnitName{"GB", Unit::bytes, 1e9},
    UnitName{"MB", Unit::bytes, 1e6}, UnitName{"kB", Unit::bytes, 1e3}, UnitName{"KB", Unit::bytes, 1e3},
    UnitName{"TiB", Unit::bytes, tebi, false, true}, UnitName{"GiB", Unit::bytes, gibi, false, true},
    UnitName{"MiB", Unit::bytes, mebi, false, true}, UnitName{"KiB", Unit::bytes, kibi, false, true},
    UnitName{"PFLOPS", Unit::tflops, 1e3}, UnitName{"TFLOPS", Unit::tflops, 1}, UnitName{"GFLOPS", Unit::tflops, 1e-3},
    UnitName{"PFLOP/s", Unit::tflops, 1e3}, UnitName{"TFLOP/s", Unit::tflops, 1}, UnitName{"GFLOP/s", Unit::tflops, 1e-3},
    UnitName{"PFLOPs", Unit::tflops, 1e3}, UnitName{"TFLOPs", Unit::tflops, 1}, UnitName{"PTOPS", Unit::tflops, 1e3},
    UnitName{"POPS", Unit::tflops, 1e3}, UnitName{"TOPS", Unit::tflops, 1},
    UnitName{"PFLOP", Unit::flop, 1e15}, UnitName{"TFLOP", Unit::flop, 1e12},
    UnitName{"kWh", Unit::kwh, 1}, UnitName{"千瓦时", Unit::kwh, 1}, UnitName{"kW", Unit::watts, 1e3}, UnitName{"MW", Unit::watts, 1e6},
    UnitName{"千瓦", Unit::watts, 1e3}, UnitName{"兆瓦", Unit::watts, 1e6}, UnitName{"瓦", Unit::watts, 1}, UnitName{"watts", Unit::watts, 1},
    UnitName{"watt", Unit::watts, 1}, UnitName{"W", Unit::watts, 1},
    UnitName{"tokens/s", Unit::tokens_per_second, 1}, UnitName{"token/s", Unit::tokens_per_second, 1},
    UnitName{"milliseconds", Unit::seconds, 1e-3}, UnitName{"millisecond", Unit::seconds, 1e-3},
    UnitName{"microseconds", Unit::seconds, 1e-6}, UnitName{"microsecond", Unit::seconds, 1e-6}, UnitName{"seconds", Unit::seconds, 1},
    UnitName{"second", Unit::seconds, 1}, UnitName{"毫秒", Unit::seconds, 1e-3}, UnitName{"微秒", Unit::seconds, 1e-6},
    UnitName{"纳秒", Unit::seconds, 1e-9}, UnitName{"秒", Unit::seconds, 1}, UnitName{"ms", Unit::seconds, 1e-3},
    UnitName{"us", Unit::seconds, 1e-6}, UnitName{"µs", Unit::seconds, 1e-6}, UnitName{"μs", Unit::seconds, 1e-6}, UnitName{"ns", Unit::seconds, 1e-9},
    UnitName{"s", Unit::seconds, 1}, UnitName{"GHz", Unit::none, 1e9}, UnitName{"MHz", Unit::none, 1e6},
    UnitName{"B", Unit::parameters, 1e9, true}, UnitName{"T", Unit::parameters, 1e12, true},
};

struct Multiplier {
    std::string_view text;
    double factor;
};
constexpr std::array multipliers{
    Multiplier{"万亿", 1e12}, Multiplier{"亿", 1e8}, Multiplier{"万", 1e4},
    Multiplier{"trillion", 1e12}, Multiplier{"billion", 1e9}, Multiplier{"million", 1e6},
};

constexpr std::string_view about_words[]{
    "约", "大约", "大概", "近", "将近", "接近", "差不多", "about ", "around ", "roughly ", "some ", "nearly ", "almost ", "approximately "};
constexpr std::string_view bound_words[]{
    "超过", "不到", "不超过", "至少", "至多", "最多", "over ", "under ", "up to ", "at least ", "at most ", "more than ", "less than ", "below "};

bool is_letter(char32_t c) { return is_ascii_letter(c); }
bool digit_at(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }

/// Bytes of spaces at `at`: none, one, or the fixed ones of good typesetting.
std::size_t space_at(std::string_view text, std::size_t at)
{
    for (const std::string_view space : {std::string_view(" "), std::string_view("\xC2\xA0"), std::string_view("\xE2\x80\xAF"), std::string_view("\xE2\x80\x89")})
        if (text.substr(at).starts_with(space))
            return space.size();
    return 0;
}

/// The end of the word that stands just before `at` is one of the list.
template<class List>
bool follows_one_of(std::string_view text, std::size_t at, const List& words)
{
    std::string_view before = text.substr(0, at);
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
        if (before.ends_with(word))
            return true;
        while (word.ends_with(' '))
            word.remove_suffix(1);
        return before.ends_with(' ') && before.substr(0, before.size() - 1).ends_with(word);
    });
}

/// Digits that belong to a name, a version or a path: a letter stands in the same word before them.
bool in_name(std::string_view text, std::size_t at, bool& range)
{
    std::size_t begin = at;
    bool letter = false;
    while (begin > 0) {
        const char c = text[begin - 1];
        const auto code = static_cast<char32_t>(static_cast<unsigned char>(c));
        if (!is_ascii_word(code) && c != '.' && c != '-' && c != '/')
            break;
        letter = letter || is_letter(code) || c == '_';
        --begin;
    }
    if (letter)
        return true;
    range = range || (begin < at && text[at - 1] == '-' && digit_at(text, begin));
    return begin < at && !range; // a date, a fraction, a version
}

struct Number {
    double value = 0, slack = 0;
    int digits = 0;
    std::size_t end = 0;
};

Number number_at(std::string_view text, std::size_t at)
{
    std::string digits;
    std::size_t end = at, decimals = 0;
    bool point = false;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        if (digit_at(text, end)) {
            digits += c;
            decimals += point;
        } else if (c == ',' && !point && digit_at(text, end + 1) && digit_at(text, end + 2) && digit_at(text, end + 3) && !digit_at(text, end + 4)) {
            continue;
        } else if (c == '.' && !point && digit_at(text, end + 1)) {
            point = true;
            digits += c;
        } else {
            break;
        }
    }
    Number number;
    number.end = end;
    std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
    for (const char c : digits)
        number.digits += c != '.' && (number.digits > 0 || c != '0');
    number.slack = 0.5 * std::pow(10.0, -static_cast<double>(decimals));
    if (decimals == 0) { // Zeros at the end may only fill the place: 2,000 for 1,979. But never more than 2 %.
        double step = 1;
        for (std::size_t i = digits.size(); i > 1 && digits[i - 1] == '0'; --i)
            step *= 10;
        number.slack = std::max(0.5, std::min(step / 2, number.value * 0.02));
    }
    return number;
}

const UnitName* unit_at(std::string_view rest, bool glued)
{
    for (const UnitName& unit : units) {
        if ((unit.glued && !glued) || !rest.starts_with(unit.text))
            continue;
        const std::size_t end = unit.text.size();
        if (unit.text == "s" && glued)
            continue; // the 1990s
        const bool latin = is_letter(static_cast<unsigned char>(unit.text.back()));
        if (latin && end < rest.size() && (is_ascii_word(static_cast<unsigned char>(rest[end])) || rest[end] == '-'))
            continue;
        return &unit;
    }
    return nullptr;
}

/// Behind a number of parameters that is meant as one: 671B 参数, 37 亿个激活参数, 37B active.
bool counts_parameters(std::string_view rest)
{
    for (const std::string_view word : {" ", "个", "的"})
        if (rest.starts_with(word))
            rest.remove_prefix(word.size());
    for (const std::string_view word : {"参数", "激活", "总参数", "parameter", "active", "total"})
        if (rest.starts_with(word))
            return true;
    return false;
}

/// Behind a unit: a rate of something else (GB/月, GB per month), which is no figure of a device.
bool per_time_or_money(std::string_view rest)
{
    for (const std::string_view mark : {"/月", "/小时", "/h", "/day", "/month", " a month", " per month", " per hour", " an hour", " a day"})
        if (rest.starts_with(mark))
            return true;
    return false;
}

}

std::vector<Quantity> quantities(std::string_view text, std::span<const std::size_t> begins)
{
    std::vector<Quantity> out;
    for (const std::size_t begin : begins) {
        if (!out.empty() && begin < out.back().end)
            continue;
        if (!out.empty() && begin < out.back().number_end)
            continue;
        Quantity q;
        if (begin > 0 && (digit_at(text, begin - 1) || (text[begin - 1] == '.' && begin > 1 && digit_at(text, begin - 2)) ||
                          (text[begin - 1] == ',' && begin > 1 && digit_at(text, begin - 2))))
            continue; // inside a number that was read, or none of ours
        if (in_name(text, begin, q.range))
            continue;
        const Number number = number_at(text, begin);
        std::size_t at = number.end;
        double factor = 1;
        for (const std::string_view more : {"多", "余", "来"})
            if (text.substr(at).starts_with(more)) {
                at += more.size();
                q.bound = true;
            }
        const std::size_t space = space_at(text, at);
        const bool glued = space == 0 && at == number.end;
        std::size_t after = at + space;
        bool multiplied = false;
        for (const Multiplier& m : multipliers)
            if (text.substr(after).starts_with(m.text) && !multiplied) {
                multiplied = true;
                factor = m.factor;
                after += m.text.size();
                at = after;
                after += space_at(text, after);
            }
        q.begin = begin;
        q.number_end = number.end;
        q.digits = number.digits;
        if (const UnitName* unit = unit_at(text.substr(after), glued)) {
            if (multiplied && unit->unit == Unit::parameters)
                continue;
            q.unit = unit->unit;
            q.binary = unit->binary;
            q.name = text.substr(after, unit->text.size());
            factor *= unit->factor;
            q.end = after + unit->text.size();
            q.physical = !unit->glued || counts_parameters(text.substr(q.end)); // else 70B is what a model is called
            if (per_time_or_money(text.substr(q.end)))
                q.unit = Unit::none;
        } else if (multiplied && factor >= 1e6) {
            q.unit = Unit::parameters;
            q.physical = counts_parameters(text.substr(after));
            q.end = at;
        } else {
            continue;
        }
        q.value = number.value * factor;
        q.slack = number.slack * factor;
        q.about = follows_one_of(text, begin, about_words) || (begin > 0 && text[begin - 1] == '~') ||
                  text.substr(0, begin).ends_with("≈") || text.substr(0, begin).ends_with("≈ ");
        for (const std::string_view word : {"左右", "上下", " 左右", " 上下", " or so"})
            q.about = q.about || text.substr(q.end).starts_with(word);
        q.bound = q.bound || follows_one_of(text, begin, bound_words);
        const std::string_view rest = text.substr(q.end);
        for (const std::string_view dash : {"-", "–", "~", "～", " - ", " – ", " ~ ", "到", " 到 ", " to ", "至"})
            if (rest.starts_with(dash) && digit_at(rest, dash.size()))
                q.range = true;
        if (!out.empty() && out.back().range && out.back().end <= begin && begin - out.back().end <= 8)
            q.range = true;
        out.push_back(q);
    }
    return out;
}

bool agrees(const Quantity& q, double fact)
{
    const double slack = std::max(q.slack * 1.0001, q.about ? 0.05 * std::abs(q.value) : 0);
    return std::abs(q.value - fact) <= slack;
}

}
