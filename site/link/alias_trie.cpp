#include "site/link/alias_trie.h"

namespace site {

AliasTrie::AliasTrie() : m_edges(1024, Edge{empty, none}), m_mask(1023) {}

void AliasTrie::grow()
{
    std::vector<Edge> old = std::move(m_edges);
    m_edges.assign(old.size() * 2, Edge{empty, none});
    m_mask = m_edges.size() - 1;
    for (const Edge& edge : old) {
        if (edge.key == empty)
            continue;
        std::size_t i = hash(edge.key) & m_mask;
        while (m_edges[i].key != empty)
            i = (i + 1) & m_mask;
        m_edges[i] = edge;
    }
}

std::uint32_t& AliasTrie::insert(std::u32string_view text)
{
    std::uint32_t node = 0;
    for (const char32_t c : text) {
        std::uint32_t next = child(node, c);
        if (next == none) {
            if (2 * ++m_used > m_edges.size())
                grow();
            next = static_cast<std::uint32_t>(m_values.size());
            m_values.push_back(none);
            const std::uint64_t key = std::uint64_t{node} << 21 | c;
            std::size_t i = hash(key) & m_mask;
            while (m_edges[i].key != empty)
                i = (i + 1) & m_mask;
            m_edges[i] = {key, next};
        }
        node = next;
    }
    if (!text.empty())
        set(m_firsts, text[0]);
    if (text.size() == 1)
        set(m_singles, text[0]);
    else if (text.size() > 1)
        set(m_pairs, pair(text[0], text[1]));
    return m_values[node];
}

}
