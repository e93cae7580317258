// What the source should say otherwise: markup that stayed text, Chinese typography.

#include "site/diagnostics/characters.h"
#include "site/render/markdown_writer.h"

namespace site::markdown {

namespace {

bool is_letter_or_digit(char32_t c) { return is_ascii_letter(c) || is_ascii_digit(c); }

/// Digits and these go together: 3月, 8号.
bool binds_to_digits(char32_t c) { return std::u32string_view(U"年月日天号时分秒").find(c) != std::u32string_view::npos; }

/// Full-width punctuation that brings its own space on both sides.
bool is_spaced_punctuation(char32_t c) { return std::u32string_view(U"，。；：？！、（）").find(c) != std::u32string_view::npos; }

/// A pair of half-width marks and what Chinese has for them.
struct PairRule {
    char open, close;
    std::string_view wide_open, wide_close;
    const char* code;
};

char32_t full_width(char32_t c)
{
    switch (c) {
    case ',': return U'，';
    case '.': return U'。';
    case ':': return U'：';
    case ';': return U'；';
    case '?': return U'？';
    case '!': return U'！';
    default: return 0;
    }
}

/// Up to `count` characters that end at `at`, of the kind of the last: a Latin word, or Han.
std::string_view word_before(std::string_view text, std::size_t at, std::size_t count)
{
    const bool latin = is_letter_or_digit(character_before(text, at).code);
    std::size_t begin = at;
    for (std::size_t i = 0; i < (latin ? 24 : count) && begin > 0; ++i) {
        const Character c = character_before(text, begin);
        if (latin ? !is_letter_or_digit(c.code) && c.code != '-' && c.code != '.' : !is_han(c.code))
            break;
        begin -= c.size;
    }
    return text.substr(begin, at - begin);
}

std::string_view word_after(std::string_view text, std::size_t at, std::size_t count)
{
    const bool latin = is_letter_or_digit(character_at(text, at).code);
    std::size_t end = at;
    for (std::size_t i = 0; i < (latin ? 24 : count) && end < text.size(); ++i) {
        const Character c = character_at(text, end);
        if (latin ? !is_letter_or_digit(c.code) && c.code != '-' && c.code != '.' : !is_han(c.code))
            break;
        end += c.size;
    }
    return text.substr(at, end - at);
}

}

void Writer::review(const Run& run)
{
    review_literals(run);
    if (m_options.passages)
        add_passage(run);
    if (m_options.typography && m_library.settings.typography && m_page.language.starts_with("zh"))
        review_typography(run);
}

/// `**`, `{{` and `[[` that the author meant as markup. Escaped ones are in the source with a backslash.
void Writer::review_literals(const Run& run)
{
    const std::string_view text = run.text;
    const std::string_view source = m_source.text();
    const std::size_t last_end = text.rfind("]]"); // One search for all the `[[` before it.
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const char c = text[at];
        if ((c != '*' && c != '{' && c != '[') || text[at + 1] != c)
            continue;
        const std::size_t offset = source_offset(run, m_source, at);
        const bool as_written = offset + 1 < source.size() && source[offset] == c && source[offset + 1] == c &&
                                (offset == 0 || source[offset - 1] != '\\');
        const std::size_t run_end = std::min(text.find_first_not_of(c, at), text.size());
        if (as_written && c == '*')
            report(Severity::error, "literal-emphasis", m_source.position(offset), {}, static_cast<int>(run_end - at));
        else if (as_written && c == '{')
            report(Severity::error, "open-figure", m_source.position(offset), {}, 2);
        else if (as_written && text.substr(at + 2, 1) != "[" && (last_end == std::string_view::npos || last_end < at))
            report(Severity::warning, "open-link", m_source.position(offset), {}, 2);
        at = run_end - 1;
    }
}

void Writer::review_typography(const Run& run)
{
    const std::string_view text = run.text;
    review_pairs(run);
    char32_t before = 0;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = character_at(text, i);
        const std::size_t next = i + c.size;
        if (c.code == ' ' && i > 0 && next < text.size())
            review_space(run, i);
        if (is_ascii_digit(c.code) && !is_letter_or_digit(before))
            review_large_number(run, i);
        const bool han_latin = is_han(before) && is_letter_or_digit(c.code) && !(is_ascii_digit(c.code) && binds_to_digits(before));
        const bool latin_han = is_letter_or_digit(before) && is_han(c.code) && !(is_ascii_digit(before) && binds_to_digits(c.code));
        if (han_latin || latin_han) {
            const std::size_t left = source_offset(run, m_source, i - character_before(text, i).size);
            const std::size_t right = source_offset(run, m_source, i);
            if (left + character_before(text, i).size == right) { // no markup between them
                const std::string_view first = word_before(text, i, 2), second = word_after(text, i, 2);
                const Position where = m_source.position(right);
                report(Severity::warning, "han-latin-space", where,
                       {std::string(first) + " " + std::string(second), std::string(first) + std::string(second)});
                m_out.diagnostics.back().fix = Fix{where, 0, " "};
            }
        } else if (is_han(before) && full_width(c.code) != 0) {
            const char32_t after = next < text.size() ? character_at(text, next).code : 0;
            const bool spaced = after == ' ' && next + 1 < text.size() && is_han(character_at(text, next + 1).code);
            if (after == 0 || is_han(after) || spaced) {
                const std::size_t offset = source_offset(run, m_source, i);
                if (m_source.text().substr(offset, 1) == text.substr(i, 1)) {
                    const Position where = m_source.position(offset);
                    std::string wide;
                    append_character(wide, full_width(c.code));
                    report(Severity::warning, "half-width-punctuation", where, {std::string(text.substr(i, 1)), wide});
                    m_out.diagnostics.back().fix = Fix{where, spaced && m_source.text().substr(offset + 1, 1) == " " ? 2 : 1, wide};
                }
            }
        }
        before = c.code;
        i = next;
    }
}

/// A round number of 10,000 or more that counts something in Chinese: 100,000 张 is 10 万张. What is not round (16,384), a
/// price, a range or a name stays.
void Writer::review_large_number(const Run& run, std::size_t at)
{
    const std::string_view text = run.text;
    const char32_t before = at > 0 ? character_before(text, at).code : U' ';
    if (std::u32string_view(U"_$¥￥€.,-–~/").find(before) != std::u32string_view::npos)
        return;
    if (before == ' ' && at > 1 && is_letter_or_digit(character_before(text, at - 1).code))
        return; // RTX 60000
    const std::size_t end = std::min(text.find_first_not_of("0123456789,", at), text.size());
    std::string digits;
    for (std::size_t i = at; i < end; ++i) {
        if (text[i] != ',')
            digits += text[i];
        else if (i == at || (end - i) % 4 != 0)
            return; // no thousands
    }
    const std::size_t han = std::min(text.find_first_not_of(' ', end), text.size());
    const char32_t counted = han < text.size() && han <= end + 1 ? character_at(text, han).code : 0;
    const bool round = digits.size() >= 5 && digits.size() <= 15 && digits[0] != '0' && digits.ends_with("000");
    if (!round || !is_han(counted) || std::u32string_view(U"万亿千百十年").find(counted) != std::u32string_view::npos)
        return;
    const std::size_t first = source_offset(run, m_source, at), last = source_offset(run, m_source, han);
    if (last - first != han - at || m_source.text().substr(first, han - at) != text.substr(at, han - at))
        return; // markup between
    const bool hundreds_of_millions = digits.size() >= 9 && digits.ends_with("0000000");
    const std::size_t places = hundreds_of_millions ? 8 : 4;
    std::string better = digits.substr(0, digits.size() - places);
    if (const char tenth = digits[digits.size() - places]; tenth != '0')
        better.append(".").append(1, tenth);
    better += hundreds_of_millions ? " 亿" : " 万";
    const Position where = m_source.position(first);
    report(Severity::warning, "large-number", where, {std::string(text.substr(at, end - at)), better}, static_cast<int>(end - at));
    m_out.diagnostics.back().fix = Fix{where, static_cast<int>(han - at), better};
}

/// A space beside `，` or `（`, unless it parts the cells of a table or is the break of a line.
void Writer::review_space(const Run& run, std::size_t at)
{
    const std::string_view text = run.text;
    const char32_t before = character_before(text, at).code, after = character_at(text, at + 1).code;
    if (before == '|' || after == '|' || before == ' ' || after == ' ')
        return;
    const bool left = is_spaced_punctuation(before), right = is_spaced_punctuation(after);
    const std::size_t offset = source_offset(run, m_source, at);
    if ((!left && !right) || m_source.text().substr(offset, 1) != " ")
        return;
    // No markup between: `**重点，** 然后` would lose its end.
    const std::size_t neighbour = left ? source_offset(run, m_source, at - character_before(text, at).size) + character_before(text, at).size
                                       : source_offset(run, m_source, at + 1) - 1;
    if (neighbour != offset)
        return;
    const Position where = m_source.position(offset);
    std::string mark;
    append_character(mark, left ? before : after);
    report(Severity::warning, "space-by-punctuation", where, {mark});
    m_out.diagnostics.back().fix = Fix{where, 1, ""};
}

/// Brackets and quotes with Chinese on both inner sides.
void Writer::review_pairs(const Run& run)
{
    const std::string_view text = run.text;
    for (const auto& [open, close, wide_open, wide_close, code] :
         {PairRule{'(', ')', "（", "）", "half-width-brackets"}, PairRule{'"', '"', "“", "”", "straight-quotes"}}) {
        for (std::size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at + 1)) {
            const std::size_t end = text.find(close, at + 1);
            if (end == std::string_view::npos)
                break;
            const bool chinese = end > at + 1 && is_han(character_at(text, at + 1).code) && is_han(character_before(text, end).code) &&
                                 text.substr(at + 1, end - at - 1).find(open) == std::string_view::npos;
            const std::size_t first = source_offset(run, m_source, at), last = source_offset(run, m_source, end);
            const std::string_view source = m_source.text();
            if (chinese && source.substr(first, 1) == text.substr(at, 1) && source.substr(last, 1) == text.substr(end, 1) && last - first == end - at) {
                const Position where = m_source.position(first);
                const std::string_view inside = text.substr(at + 1, end - at - 1);
                const std::string mended = std::string(wide_open) + std::string(inside) + std::string(wide_close);
                const bool quotes = open == '"';
                report(Severity::warning, code, where, quotes ? std::vector<std::string>{mended} : std::vector<std::string>{"()", "（）"},
                       static_cast<int>(character_count(inside)) + 2);
                m_out.diagnostics.back().fix = Fix{where, static_cast<int>(character_count(inside)) + 2, mended};
            }
            if (chinese)
                at = end;
        }
    }
}

}
