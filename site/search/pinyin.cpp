#include "site/search/pinyin.h"

#include "site/search/search_terms.h"

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace site {

namespace {

struct Exception {
    std::u32string_view word;
    std::array<std::string_view, 2> readings; ///< of its characters; empty: the usual one
};

constexpr std::array<Exception, 18> exceptions{{
    {U"增长", {"", "zhang"}}, {U"成长", {"", "zhang"}}, {U"生长", {"", "zhang"}}, {U"长", {"chang", ""}}, {U"重算", {"chong", ""}}, {U"重复", {"chong", ""}},
    {U"重新", {"chong", ""}}, {U"重叠", {"chong", ""}}, {U"重建", {"chong", ""}}, {U"重启", {"chong", ""}},
    {U"重试", {"chong", ""}}, {U"重排", {"chong", ""}}, {U"重放", {"chong", ""}}, {U"行业", {"hang", ""}},
    {U"银行", {"", "hang"}}, {U"弹性", {"tan", ""}}, {U"相似", {"", "si"}}, {U"近似", {"", "si"}},
}};

bool is_ideograph(UChar32 c)
{
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(c, &status) == USCRIPT_HAN && u_isalpha(c);
}

std::u32string code_points(std::string_view text)
{
    const auto unicode = icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
    std::u32string result;
    for (std::int32_t i = 0; i < unicode.length(); i = unicode.moveIndex32(i, 1))
        result += static_cast<char32_t>(unicode.char32At(i));
    return result;
}

/// "lǜ" -> "lv"
std::string without_tone(const icu::UnicodeString& syllable)
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString apart = icu::Normalizer2::getNFDInstance(status)->normalize(syllable, status);
    std::string result;
    for (std::int32_t i = 0; i < apart.length(); ++i) {
        const char16_t c = apart[i];
        if (c == 0x0308 && result.ends_with('u'))
            result.back() = 'v';
        else if (c >= 'a' && c <= 'z')
            result += static_cast<char>(c);
    }
    return result;
}

/// One syllable, or one run of letters and digits of another script.
struct Piece {
    std::string text;
    bool han = false;
};

/// The exception that applies to character `i`, or an empty text. The longest words stand first in the table.
std::string_view exceptional_reading(std::u32string_view text, std::size_t i)
{
    for (const Exception& exception : exceptions)
        for (std::size_t k = 0; k < exception.word.size() && k <= i; ++k)
            if (!exception.readings[k].empty() && text.substr(i - k).starts_with(exception.word))
                return exception.readings[k];
    return {};
}

std::vector<Piece> cut(std::u32string_view text, const std::unordered_map<char32_t, std::string>& readings)
{
    std::vector<Piece> pieces;
    bool open = false; // The last piece is a word that may go on.
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (const auto reading = readings.find(text[i]); reading != readings.end()) {
            const std::string_view other = exceptional_reading(text, i);
            pieces.push_back({other.empty() ? reading->second : std::string(other), true});
            open = false;
            continue;
        }
        std::string character;
        icu::UnicodeString(static_cast<UChar32>(text[i])).toUTF8String(character);
        const std::string key = name_key(character);
        if (!key.empty() && open)
            pieces.back().text += key;
        else if (!key.empty())
            pieces.push_back({key, false});
        open = !key.empty();
    }
    return pieces;
}

std::string joined(std::span<const Piece> pieces)
{
    std::string text;
    for (const Piece& piece : pieces)
        text += piece.text;
    return text;
}

}

Pinyin::Pinyin(std::span<const std::string_view> texts)
{
    std::u32string characters;
    for (const std::string_view text : texts)
        for (const char32_t c : code_points(search_folded(text)))
            if (is_ideograph(static_cast<UChar32>(c)))
                characters += c;
    std::sort(characters.begin(), characters.end());
    characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
    if (characters.empty())
        return;
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::Transliterator> latin(icu::Transliterator::createInstance("Han-Latin", UTRANS_FORWARD, status));
    if (!latin)
        throw std::runtime_error(std::string("ICU cannot transliterate Han to Latin: ") + u_errorName(status));
    icu::UnicodeString lines; // A line each, so that no character changes another's reading; all in one call.
    for (const char32_t c : characters)
        lines.append(static_cast<UChar32>(c)).append(u'\n');
    latin->transliterate(lines);
    std::int32_t start = 0;
    for (const char32_t c : characters) {
        const std::int32_t end = lines.indexOf(u'\n', start);
        if (std::string reading = without_tone(lines.tempSubStringBetween(start, end)); !reading.empty())
            m_readings.emplace(c, std::move(reading));
        start = end + 1;
    }
}

std::vector<PinyinKey> Pinyin::keys(std::string_view name) const
{
    const std::vector<Piece> pieces = cut(code_points(search_folded(name)), m_readings);
    std::vector<PinyinKey> result;
    if (std::none_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.han; }))
        return result;
    const auto add = [&](std::string key, PinyinKey::Part part) {
        std::string other = key;
        std::replace(other.begin(), other.end(), 'v', 'u');
        const bool both = other != key && std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
            return piece.han && piece.text.find('v') != std::string::npos;
        });
        result.push_back({std::move(key), part});
        if (both)
            result.push_back({std::move(other), part});
    };
    add(joined(pieces), PinyinKey::Part::whole);
    for (std::size_t i = 1; i < pieces.size(); ++i)
        if (pieces[i].han)
            add(joined(std::span(pieces).subspan(i)), PinyinKey::Part::tail);
    std::string initials;
    for (const Piece& piece : pieces)
        initials += piece.han ? piece.text.substr(0, 1) : piece.text;
    if (initials.size() > 1)
        result.push_back({std::move(initials), PinyinKey::Part::initials});
    return result;
}

}
