#pragma once
// Reads little-endian numbers and length-prefixed strings, never beyond the bytes it was given.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

class ByteReader {
public:
    explicit ByteReader(std::span<const unsigned char> bytes) : m_bytes(bytes) {}

    /// Once a read went beyond the end, every later one yields zeros.
    bool ok() const { return m_ok; }
    std::size_t remaining() const { return m_bytes.size() - m_at; }

    std::uint64_t u64() { return number(8); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }

    std::uint64_t number(std::size_t width)
    {
        if (!take(width))
            return 0;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i)
            value |= static_cast<std::uint64_t>(m_bytes[m_at - width + i]) << (8 * i);
        return value;
    }

    std::string_view text()
    {
        const std::uint64_t length = u64();
        if (length > remaining() || !take(static_cast<std::size_t>(length))) {
            m_ok = false;
            return {};
        }
        const auto size = static_cast<std::size_t>(length);
        return {reinterpret_cast<const char*>(m_bytes.data()) + (m_at - size), size};
    }

    void skip(std::uint64_t bytes)
    {
        if (bytes > remaining())
            m_ok = false;
        else
            m_at += static_cast<std::size_t>(bytes);
    }

private:
    bool take(std::size_t bytes)
    {
        if (!m_ok || bytes > remaining())
            return m_ok = false;
        m_at += bytes;
        return true;
    }

    std::span<const unsigned char> m_bytes;
    std::size_t m_at = 0;
    bool m_ok = true;
};

}
