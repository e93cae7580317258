#include "site/render/order.h"

#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/unistr.h>

namespace site {

struct Order::Rules {
    std::unique_ptr<icu::Collator> collator;
    std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> letters;
};

Order::Order(const std::string& language) : m_rules(std::make_unique<Rules>())
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale locale = language == "zh" ? icu::Locale("zh", "CN", nullptr, "collation=pinyin")
                                                : icu::Locale(language.c_str());
    m_rules->collator.reset(icu::Collator::createInstance(locale, status));
    if (U_SUCCESS(status))
        m_rules->collator->setAttribute(UCOL_NUMERIC_COLLATION, UCOL_ON, status); // PCIe 4 before PCIe 10
    status = U_ZERO_ERROR;
    icu::AlphabeticIndex index(locale, status);
    index.addLabels(icu::Locale::getEnglish(), status);
    m_rules->letters.reset(U_SUCCESS(status) ? index.buildImmutableIndex(status) : nullptr);
}

Order::~Order() = default;
Order::Order(Order&&) noexcept = default;

std::string Order::sort_key(std::string_view text) const
{
    if (!m_rules->collator) // ICU without its data: code points are better than nothing.
        return std::string(text);
    const auto unicode = icu::UnicodeString::fromUTF8(text);
    std::string key(static_cast<std::size_t>(unicode.length()) * 4 + 16, '\0');
    auto* bytes = reinterpret_cast<std::uint8_t*>(key.data());
    const std::int32_t size = m_rules->collator->getSortKey(unicode, bytes, static_cast<std::int32_t>(key.size()));
    if (size > static_cast<std::int32_t>(key.size())) {
        key.resize(static_cast<std::size_t>(size));
        m_rules->collator->getSortKey(unicode, reinterpret_cast<std::uint8_t*>(key.data()), size);
    }
    key.resize(static_cast<std::size_t>(size));
    return key.append(text); // Equal to the rules is not equal to a reader: keep one order.
}

std::string Order::letter(std::string_view text) const
{
    std::string letter;
    if (m_rules->letters) {
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t bucket = m_rules->letters->getBucketIndex(icu::UnicodeString::fromUTF8(text), status);
        if (const auto* found = U_SUCCESS(status) ? m_rules->letters->getBucket(bucket) : nullptr)
            found->getLabel().toUTF8String(letter);
    }
    return letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z' ? letter : "#";
}

}
