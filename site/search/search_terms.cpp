#include "site/search/search_terms.h"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <stdexcept>

namespace site {

namespace {

bool is_han(UChar32 c)
{
    if (c < 0x3005)
        return false;
    return (c >= 0x4e00 && c <= 0x9fff) || c <= 0x3007 || (c >= 0x3041 && c <= 0x30ff && c != 0x30fb) ||
           (c >= 0x3400 && c <= 0x4dbf) || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0x20000 && c <= 0x3ffff);
}

bool is_digit(UChar32 c) { return c >= '0' && c <= '9'; }

bool is_word(UChar32 c)
{
    if (c < 0x80)
        return is_digit(c) || (c >= 'a' && c <= 'z');
    return (U_MASK(u_charType(c)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

/// Characters that the folding below turns into themselves, or into a known other one; 0 for "ask ICU".
UChar32 plain(UChar32 c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    if (c >= 0x4e00 && c <= 0x9fff)
        return c;
    if (c >= 0xff01 && c <= 0xff5e) // Full-width forms of ASCII.
        return plain(c - 0xfee0);
    switch (c) {
    case 0x3000: case 0x2120: case 0x2122: return ' '; // Ideographic space; ℠ and ™, which NFKC would spell out.
    case 0x3001: case 0x3002: case 0x3008: case 0x3009: case 0x300a: case 0x300b: case 0x300c: case 0x300d: case 0x300e:
    case 0x300f: case 0x3010: case 0x3011: // 、。〈〉《》「」『』【】
    case 0x2013: case 0x2014: case 0x2018: case 0x2019: case 0x201c: case 0x201d: case 0x2022: case 0x00b7: case 0x00d7:
        return c;
    default: return 0;
    }
}

bool fold_plain(std::string_view line, std::string& result)
{
    const std::size_t before = result.size();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(line.data());
    const auto size = static_cast<std::int32_t>(line.size());
    for (std::int32_t i = 0; i < size;) {
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(bytes, i, size, c);
        c = c == 0 ? ' ' : plain(c);
        if (c == 0) {
            result.resize(before);
            return false;
        }
        std::uint8_t encoded[4];
        std::int32_t length = 0;
        U8_APPEND_UNSAFE(encoded, length, c);
        result.append(reinterpret_cast<const char*>(encoded), static_cast<std::size_t>(length));
    }
    return true;
}

const icu::Normalizer2& normalizer(const char* name, UNormalization2Mode mode)
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* found = icu::Normalizer2::getInstance(nullptr, name, mode, status);
    if (U_FAILURE(status))
        throw std::runtime_error(std::string("ICU has no normalization data: ") + u_errorName(status));
    return *found;
}

void fold_any(std::string_view line, std::string& result)
{
    static const icu::Normalizer2& nfkc = normalizer("nfkc", UNORM2_COMPOSE);
    static const icu::Normalizer2& nfc = normalizer("nfc", UNORM2_COMPOSE);
    static const icu::Normalizer2& nfd = normalizer("nfc", UNORM2_DECOMPOSE);
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString source = icu::UnicodeString::fromUTF8({line.data(), static_cast<std::int32_t>(line.size())});
    source.findAndReplace(u"\u2120", u" ").findAndReplace(u"\u2122", u" ");
    icu::UnicodeString text = nfkc.normalize(source, status);
    text.toLower(icu::Locale::getRoot());
    const icu::UnicodeString apart = nfd.normalize(text, status);
    icu::UnicodeString bare;
    for (std::int32_t i = 0; i < apart.length(); i = apart.moveIndex32(i, 1))
        if (const UChar32 c = apart.char32At(i); u_charType(c) != U_NON_SPACING_MARK)
            bare.append(c);
    nfc.normalize(bare, status).toUTF8String(result);
}

/// Cuts one folded line.
class Scanner {
public:
    Scanner(std::string_view line, const std::function<void(std::string_view)>& sink) : m_line(line), m_sink(sink) {}

    void scan()
    {
        while (m_at < size()) {
            const std::int32_t start = m_at;
            const UChar32 c = next();
            if (is_han(c))
                han_run(start);
            else if (is_word(c))
                word_run(start, c);
        }
    }

private:
    std::int32_t size() const { return static_cast<std::int32_t>(m_line.size()); }
    UChar32 next()
    {
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(m_line.data()), m_at, size(), c);
        return c;
    }
    std::string_view between(std::int32_t begin, std::int32_t end) const
    {
        return m_line.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    }

    void han_run(std::int32_t start)
    {
        std::int32_t previous = start, begin = m_at;
        while (m_at < size()) {
            begin = m_at;
            if (!is_han(next())) {
                m_at = begin;
                break;
            }
            m_sink(between(previous, m_at));
            previous = begin;
        }
        m_sink(between(previous, m_at));
    }

    void word_run(std::int32_t start, UChar32 last)
    {
        while (m_at < size()) {
            const std::int32_t before = m_at;
            const UChar32 c = next();
            const bool point = c == '.' && is_digit(last) && m_at < size() && is_digit(m_line[static_cast<std::size_t>(m_at)]);
            if (!point && (is_han(c) || !is_word(c))) {
                m_at = before;
                break;
            }
            last = c;
        }
        m_sink(between(start, m_at));
    }

    std::string_view m_line;
    const std::function<void(std::string_view)>& m_sink;
    std::int32_t m_at = 0;
};

/// One line after the other: a character that needs ICU costs its line only.
template<class Use>
void for_each_folded_line(std::string_view text, Use use)
{
    std::string line;
    while (true) {
        const std::size_t end = text.find('\n');
        line.clear();
        if (!fold_plain(text.substr(0, end), line))
            fold_any(text.substr(0, end), line);
        use(line, end != text.npos);
        if (end == text.npos)
            return;
        text.remove_prefix(end + 1);
    }
}

}

std::string search_folded(std::string_view text)
{
    std::string result;
    for_each_folded_line(text, [&](const std::string& line, bool more) {
        result += line;
        if (more)
            result += '\n';
    });
    return result;
}

void for_each_term(std::string_view text, const std::function<void(std::string_view)>& sink)
{
    for_each_folded_line(text, [&](const std::string& line, bool) { Scanner(line, sink).scan(); });
}

std::string name_key(std::string_view name)
{
    std::string key;
    const std::string text = search_folded(name);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(text.size());) {
        const std::int32_t start = i;
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(bytes, i, static_cast<std::int32_t>(text.size()), c);
        if (is_han(c) || is_word(c))
            key.append(text, static_cast<std::size_t>(start), static_cast<std::size_t>(i - start));
    }
    return key;
}

}
