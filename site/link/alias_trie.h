#pragma once
// A trie over characters, its edges in one hash table: a step is one look-up, and texts that begin no alias cost two bits.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace site {

class AliasTrie {
public:
    static constexpr std::uint32_t none = ~0u;

    AliasTrie();

    /// The value slot of `text` (folded already); a new one is `none`. Valid until the next insertion.
    std::uint32_t& insert(std::u32string_view text);

    /// The child of `node` by `c`, or `none`. The root is 0.
    std::uint32_t child(std::uint32_t node, char32_t c) const
    {
        const std::uint64_t key = std::uint64_t{node} << 21 | c;
        for (std::size_t i = hash(key) & m_mask;; i = (i + 1) & m_mask) {
            if (m_edges[i].key == key)
                return m_edges[i].node;
            if (m_edges[i].key == empty)
                return none;
        }
    }
    std::uint32_t value(std::uint32_t node) const { return m_values[node]; }

    /// False when no text begins with these two characters (nor is the first alone one).
    bool may_begin(char32_t first, char32_t second) const
    {
        return bit(m_singles, first) || bit(m_pairs, pair(first, second));
    }
    bool may_begin(char32_t first) const { return bit(m_firsts, first); }

private:
    struct Edge {
        std::uint64_t key;
        std::uint32_t node;
    };
    using Bits = std::array<std::uint64_t, 8192>; ///< 524,288 bits, 64 kB: stays in the cache
    using Firsts = std::array<std::uint64_t, 1024>;

    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    static std::size_t hash(std::uint64_t key) { return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 20); }
    static std::size_t pair(char32_t a, char32_t b) { return (a * 0x9E3779B1u ^ b * 0x85EBCA77u) >> 13; }
    template<class B>
    static bool bit(const B& bits, std::size_t i)
    {
        return bits[(i / 64) % std::tuple_size_v<B>] >> (i % 64) & 1;
    }
    template<class B>
    static void set(B& bits, std::size_t i)
    {
        bits[(i / 64) % std::tuple_size_v<B>] |= std::uint64_t{1} << (i % 64);
    }
    void grow();

    std::vector<Edge> m_edges;
    std::size_t m_mask, m_used = 0;
    std::vector<std::uint32_t> m_values{none};
    Bits m_pairs{};
    Firsts m_firsts{}, m_singles{};
};

}
