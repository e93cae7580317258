#pragma once
// How long the parts of a build took: `gloss build --timings`.

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// Milliseconds since the one before, by name.
class Stopwatch {
public:
    void lap(std::string_view part)
    {
        const auto now = std::chrono::steady_clock::now();
        m_parts.emplace_back(part, std::chrono::duration<double, std::milli>(now - m_last).count());
        m_last = now;
    }
    double total() const { return std::chrono::duration<double, std::milli>(m_last - m_start).count(); }
    std::vector<std::pair<std::string_view, double>> parts() const { return m_parts; }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now(), m_last = m_start;
    std::vector<std::pair<std::string_view, double>> m_parts;
};

}
