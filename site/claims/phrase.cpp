#include "site/claims/phrase.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace site {

std::size_t sentence_end(std::string_view text, std::size_t from)
{
    for (std::size_t at = from; at < text.size();) {
        const Character c = character_at(text, at);
        if (c.code == U'。' || c.code == U'！' || c.code == U'？' || c.code == U'；' || c.code == '\n')
            return at + c.size;
        if ((c.code == '.' || c.code == '!' || c.code == '?' || c.code == ';') && (at + 1 == text.size() || text[at + 1] == ' '))
            return at + 1;
        at += c.size;
    }
    return text.size();
}

bool any_of(std::string_view text, std::span<const std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool joins(std::string_view between)
{
    static constexpr std::string_view joiners[]{"", " ", "、", "和", "与", "或", "到", "及", "以及", ",", "/", "and", "or", "vs", "，", "to", "the", "&"};
    for (std::size_t at = 0; at < between.size();) {
        if (between[at] == ' ') {
            ++at;
            continue;
        }
        std::size_t longest = 0;
        for (const std::string_view word : joiners)
            if (between.substr(at).starts_with(word))
                longest = std::max(longest, word.size());
        if (longest == 0)
            return false;
        at += longest;
    }
    return true;
}

bool counted(std::string_view before, std::string_view after)
{
    static constexpr std::string_view classifiers[]{"张", "块", "卡", "颗", "台", "个", "片", "只", "路", "x", "X", "×", "*", "of", "GPU"};
    static constexpr std::string_view numerals[]{"两", "二", "三", "四", "五", "六", "七", "八", "九", "十", "几", "多", "每台", "整机"};
    static constexpr std::string_view words[]{"two", "three", "four", "five", "six", "eight", "sixteen", "several", "both", "many", "all"};
    const auto trim = [](std::string_view text) {
        for (bool more = true; more;) {
            more = false;
            for (const std::string_view end : {" ", "的", "NVIDIA", "AMD", "the"})
                if (text.ends_with(end)) {
                    text.remove_suffix(end.size());
                    more = true;
                }
        }
        return text;
    };
    std::string_view rest = trim(before);
    bool classified = false;
    for (const std::string_view word : classifiers)
        if (rest.ends_with(word)) {
            rest = trim(rest.substr(0, rest.size() - word.size()));
            classified = true;
            break;
        }
    if (!rest.empty() && is_ascii_digit(static_cast<unsigned char>(rest.back()))) {
        std::size_t begin = rest.size();
        while (begin > 0 && is_ascii_digit(static_cast<unsigned char>(rest[begin - 1])))
            --begin;
        const bool in_word = begin > 0 && (is_ascii_letter(static_cast<unsigned char>(rest[begin - 1])) || rest[begin - 1] == '.' || rest[begin - 1] == '-');
        if (!in_word && rest.substr(begin) != "1")
            return true;
    }
    if (classified && std::any_of(std::begin(numerals), std::end(numerals), [&](std::string_view word) { return rest.ends_with(word); }))
        return true;
    std::string lower(rest.substr(rest.size() - std::min<std::size_t>(rest.size(), 12)));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (std::any_of(std::begin(words), std::end(words), [&](std::string_view word) { return lower.ends_with(word); }) || rest.ends_with("-GPU"))
        return true;
    while (after.starts_with(' '))
        after.remove_prefix(1);
    return (after.starts_with("×") || after.starts_with("x") || after.starts_with("*")) && after.find_first_of("0123456789") < 4;
}

bool each(std::string_view gap, std::string_view tail)
{
    static constexpr std::string_view words[]{"每张", "每块", "每卡", "单卡", "单张", "每个", "each", "per GPU", "per card"};
    return any_of(gap, words) || any_of(tail.substr(0, 16), words);
}

std::string_view tail_of(std::string_view text, std::size_t from, std::size_t end, std::span<const Quantity> quantities)
{
    std::size_t to = from;
    while (to < end && to < from + 60) {
        const Character c = character_at(text, to);
        const bool stops = c.code == U'，' || c.code == U'。' || c.code == U'；' || c.code == U'、' || c.code == U'）' || c.code == ',' || c.code == ';' ||
                           c.code == ')' || c.code == '|' || c.code == 0xFFFC || c.code == U'！' || c.code == U'？' || c.code == U'：' || c.code == ':';
        const bool full_stop = (c.code == '.' || c.code == '!' || c.code == '?') && (to + 1 >= text.size() || text[to + 1] == ' ');
        const bool next = std::any_of(quantities.begin(), quantities.end(), [&](const Quantity& q) { return q.begin == to; });
        if (stops || full_stop || next)
            break;
        to += c.size;
    }
    to = std::min(to, end);
    return text.substr(from, to - from);
}

bool in_arithmetic(std::string_view before, std::string_view after)
{
    while (before.ends_with(' '))
        before.remove_suffix(1);
    while (after.starts_with(' '))
        after.remove_prefix(1);
    for (const std::string_view sign : {"×", "÷", "+", "=", "*", "−", "/", "乘", "除以", "加", "减", "times", "plus", "minus"})
        if (before.ends_with(sign) || (after.starts_with(sign) && !after.starts_with("=")))
            return true;
    return false;
}

}
