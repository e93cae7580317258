#include "site/search/document_terms.h"

#include "site/search/search_terms.h"

#include <algorithm>
#include <tuple>

namespace site {

namespace {

/// Cut between characters.
std::string_view cut(std::string_view key)
{
    if (key.size() <= longest_key)
        return key;
    std::size_t end = longest_key;
    while ((static_cast<unsigned char>(key[end]) & 0xc0U) == 0x80U)
        --end;
    return key.substr(0, end);
}

class Collector {
public:
    void text(std::string_view words, TermRank rank)
    {
        for_each_term(words, [&](std::string_view term) { m_found.push_back({std::string(cut(term)), static_cast<std::uint8_t>(rank)}); });
    }

    /// Of two names with the same word, the shorter one says more.
    void name(std::string_view words, TermRank alone, TermRank among_others)
    {
        const std::size_t before = m_found.size();
        text(words, among_others);
        std::size_t distinct = 0;
        for (std::size_t i = before; i < m_found.size(); ++i)
            distinct += std::none_of(m_found.begin() + static_cast<std::ptrdiff_t>(before), m_found.begin() + static_cast<std::ptrdiff_t>(i),
                                     [&](const RankedKey& other) { return other.key == m_found[i].key; });
        if (distinct <= 2) // One word; or two characters, which are a pair and the last one.
            for (std::size_t i = before; i < m_found.size(); ++i)
                m_found[i].rank = static_cast<std::uint8_t>(alone);
    }

    void key(std::string_view name, NameRank rank)
    {
        if (!name.empty())
            m_found.push_back({std::string(cut("=" + std::string(name))), static_cast<std::uint8_t>(rank)});
    }

    void pinyin(std::span<const PinyinKey> keys, NameRank whole, NameRank initials)
    {
        for (const PinyinKey& found : keys)
            key(found.text, found.part == PinyinKey::Part::whole  ? whole
                            : found.part == PinyinKey::Part::tail ? NameRank::pinyin_tail
                                                                  : initials);
    }

    void body(std::string_view words)
    {
        const std::size_t before = m_found.size();
        text(words, TermRank::body);
        const auto begin = m_found.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(begin, m_found.end(), [](const RankedKey& a, const RankedKey& b) { return a.key < b.key; });
        for (auto at = begin; at != m_found.end();) {
            auto end = at;
            while (end != m_found.end() && end->key == at->key)
                ++end;
            const auto count = end - at;
            at->rank = static_cast<std::uint8_t>(count >= 4 ? TermRank::body_most : count >= 2 ? TermRank::body_often : TermRank::body);
            at = end;
        }
    }

    DocumentTerms result()
    {
        std::sort(m_found.begin(), m_found.end(), [](const RankedKey& a, const RankedKey& b) {
            return std::tie(a.key, b.rank) < std::tie(b.key, a.rank); // The highest rank first.
        });
        m_found.erase(std::unique(m_found.begin(), m_found.end(), [](const RankedKey& a, const RankedKey& b) { return a.key == b.key; }),
                      m_found.end());
        return std::move(m_found);
    }

private:
    DocumentTerms m_found;
};

}

DocumentTerms document_terms(const SearchDocument& document, const Pinyin& pinyin)
{
    Collector terms;
    terms.body(document.body);
    terms.text(document.short_text, TermRank::summary);
    for (const std::string& heading : document.headings)
        terms.text(heading, TermRank::summary);
    const bool catalog = document.kind == "gpu" || document.kind == "model";
    for (const std::string& alias : document.aliases) {
        terms.name(alias, TermRank::name, TermRank::long_name);
        terms.key(name_key(alias), catalog ? NameRank::catalog_alias : NameRank::alias);
        terms.pinyin(pinyin.keys(alias), NameRank::alias_pinyin, NameRank::alias_initials);
    }
    terms.name(document.english, TermRank::name, TermRank::long_name);
    terms.key(name_key(document.english), NameRank::alias);
    terms.name(document.title, TermRank::title, TermRank::long_title);
    terms.key(name_key(document.title), NameRank::title);
    terms.pinyin(pinyin.keys(document.title), NameRank::title_pinyin, NameRank::title_initials);
    return terms.result();
}

}
