#include "site/search/document_terms.h"

#include "site/search/key_table.h"
#include "site/search/search_terms.h"

#include <algorithm>
#include <vector>

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
        for_each_term(words, [&](std::string_view term) { raise(term, static_cast<std::uint8_t>(rank)); });
    }

    /// Of two names with the same word, the shorter one says more.
    void name(std::string_view words, TermRank alone, TermRank among_others)
    {
        KeyTable distinct;
        for_each_term(words, [&](std::string_view term) { distinct.number_of(term); });
        text(words, distinct.size() <= 2 ? alone : among_others); // One word; or two characters: a pair and the last one.
    }

    void key(std::string_view name, NameRank rank)
    {
        if (!name.empty())
            raise("=" + std::string(name), static_cast<std::uint8_t>(rank));
    }

    /// The ends of a name that begin with a Han character and have another behind it.
    void tails(std::string_view name)
    {
        const auto is_start = [&](std::size_t i) { return (static_cast<unsigned char>(name[i]) & 0xc0U) != 0x80U; };
        for (std::size_t i = 1; i + 3 < name.size(); ++i)
            if (is_start(i) && static_cast<unsigned char>(name[i]) >= 0xe3U)
                key(name.substr(i), NameRank::tail);
    }

    void pinyin(std::span<const PinyinKey> keys, NameRank whole, NameRank initials)
    {
        for (const PinyinKey& found : keys)
            key(found.text, found.part == PinyinKey::Part::whole  ? whole
                            : found.part == PinyinKey::Part::tail ? NameRank::tail
                                                                  : initials);
    }

    /// First of all: the ranks of the body come from how often a term stands in it.
    void body(std::string_view words)
    {
        for_each_term(words, [&](std::string_view term) { ++at(term); });
        for (std::uint8_t& count : m_ranks)
            count = static_cast<std::uint8_t>(count >= 4 ? TermRank::body_most : count >= 2 ? TermRank::body_often : TermRank::body);
    }

    DocumentTerms result() const
    {
        DocumentTerms terms;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            terms.add(m_keys.key(i), m_ranks[i]);
        terms.shrink();
        return terms;
    }

private:
    std::uint8_t& at(std::string_view key)
    {
        const std::size_t number = m_keys.number_of(cut(key));
        if (number == m_ranks.size())
            m_ranks.push_back(0);
        std::uint8_t& value = m_ranks[number];
        value = std::min<std::uint8_t>(value, 100); // A count, while the body is read: it must not run over.
        return value;
    }

    void raise(std::string_view key, std::uint8_t rank)
    {
        std::uint8_t& old = at(key);
        old = std::max(old, rank);
    }

    KeyTable m_keys;
    std::vector<std::uint8_t> m_ranks;   ///< of m_keys
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
    terms.tails(name_key(document.title));
    terms.pinyin(pinyin.keys(document.title), NameRank::title_pinyin, NameRank::title_initials);
    return terms.result();
}

}
