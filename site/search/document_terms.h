#pragma once
// One document -> the keys it is found by, each once with its rank.
//
//     Pinyin pinyin(names);
//     DocumentTerms terms = document_terms(document, pinyin);
//
// Two families share the dictionary: terms of search_terms.h, and whole names, which begin with `=`:
// `=显存带宽`, its ends `=带宽` and `=daikuan` (the head of a Chinese compound stands last), `=xcdk`. A query is looked up as both, and a name beats every term.

#include "site/search/pinyin.h"
#include "site/search/search_document.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace site {

/// How much a key says about its document: 0 (least) to 7. Three bits of a posting; web/js/search_index.js knows what they
/// are worth.
enum class TermRank : std::uint8_t { body, body_often, body_most, summary, long_name, name, long_title, title };
enum class NameRank : std::uint8_t { alias_initials, tail, title_initials, alias_pinyin, title_pinyin, catalog_alias, alias, title };

struct RankedKey {
    std::string_view key;
    std::uint8_t rank = 0;
};

/// The keys of one document, each once. One block of bytes: ten thousand documents have millions of keys.
class DocumentTerms {
public:
    class Iterator {
    public:
        explicit Iterator(const char* at) : m_at(at) {}
        RankedKey operator*() const { return {{m_at + 2, length()}, static_cast<std::uint8_t>(m_at[0])}; }
        Iterator& operator++()
        {
            m_at += 2 + length();
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        std::size_t length() const { return static_cast<unsigned char>(m_at[1]); }
        const char* m_at;
    };

    void add(std::string_view key, std::uint8_t rank)
    {
        m_bytes += static_cast<char>(rank);
        m_bytes += static_cast<char>(key.size());
        m_bytes += key;
    }
    void shrink() { m_bytes.shrink_to_fit(); }
    Iterator begin() const { return Iterator(m_bytes.data()); }
    Iterator end() const { return Iterator(m_bytes.data() + m_bytes.size()); }

private:
    std::string m_bytes; ///< rank, length, key; and so on
};

DocumentTerms document_terms(const SearchDocument&, const Pinyin&);

/// No key of the dictionary is longer: what stands behind is cut off, in pages and in queries.
inline constexpr std::size_t longest_key = 48;

}
