#pragma once
// The texts of the tables: ids, formulas, symbols. The WebAssembly module has no use for them, since fields.js holds the
// same tables, and they were an eighth of its size: there a Name keeps nothing and a list of names just its length. So
// no evaluate() or derive() may look at one. The lab draws its own forms and keeps them: GLOSS_KEEP_TEXTS (engine/CMakeLists.txt).

#include <limits>
#include <span>
#include <string_view>

namespace engine {

#if defined(__EMSCRIPTEN__) && !defined(GLOSS_KEEP_TEXTS)

struct Name {
    constexpr Name() = default;
    constexpr Name(const char*) {}
    constexpr Name(std::string_view) {}
    constexpr operator std::string_view() const { return {}; }
};

class Names {
public:
    constexpr Names() = default;
    template<class List>
    constexpr Names(const List& list) : m_size(list.size()) {}
    constexpr std::size_t size() const { return m_size; }
    constexpr bool empty() const { return m_size == 0; }

private:
    std::size_t m_size = 0;
};

/// What forms and readers look at.
template<class T>
struct Shown {
    constexpr Shown() = default;
    constexpr Shown(T) {}
    constexpr operator T() const { return {}; }
};

/// A default, of which only counts whether there is one.
struct Default {
    bool is_given = false;

    constexpr Default(double value) : is_given(value == value) {}
    constexpr operator double() const { return is_given ? 0 : std::numeric_limits<double>::quiet_NaN(); }
};

/// Rows of which evaluate() and derive() need none.
template<class Row>
struct Table {
    constexpr Table() = default;
    template<class Rows>
    constexpr Table(const Rows&) {}
    constexpr operator std::span<const Row>() const { return {}; }
};

#else

using Name = std::string_view;
using Names = std::span<const std::string_view>;
template<class T>
using Shown = T;
using Default = double;
template<class Row>
using Table = std::span<const Row>;

#endif

}
