#pragma once
// Distinct keys, numbered in the order they first come: the inner loop of making an index, so an open-addressing table
// over one block of bytes instead of a node a key.
//
//     KeyTable keys;
//     std::size_t number = keys.number_of("带宽");   // 0; a key that is there keeps its number

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

class KeyTable {
public:
    std::size_t size() const { return m_ends.size(); }
    std::string_view key(std::size_t number) const
    {
        const std::size_t begin = number == 0 ? 0 : m_ends[number - 1];
        return std::string_view(m_bytes).substr(begin, m_ends[number] - begin);
    }

    std::size_t number_of(std::string_view key)
    {
        if (m_ends.size() * 2 >= m_slots.size())
            grow();
        std::uint32_t& slot = find(key);
        if (slot == 0) {
            m_bytes += key;
            m_ends.push_back(static_cast<std::uint32_t>(m_bytes.size()));
            slot = static_cast<std::uint32_t>(m_ends.size());
        }
        return slot - 1;
    }

private:
    std::uint32_t& find(std::string_view wanted)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = std::hash<std::string_view>{}(wanted) & mask;
        while (m_slots[at] != 0 && key(m_slots[at] - 1) != wanted)
            at = (at + 1) & mask;
        return m_slots[at];
    }

    void grow()
    {
        m_slots.assign(m_slots.size() * 2, 0);
        for (std::size_t i = 0; i < m_ends.size(); ++i)
            find(key(i)) = static_cast<std::uint32_t>(i + 1);
    }

    std::string m_bytes;                 ///< all keys, one behind the other
    std::vector<std::uint32_t> m_ends;   ///< of each key in m_bytes
    std::vector<std::uint32_t> m_slots = std::vector<std::uint32_t>(1024); ///< number + 1, or 0; a power of two of them
};

}
