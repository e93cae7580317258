#pragma once
// A specification is a struct of doubles with a table of its members' names. The table is the only description of the
// record: the catalog loader reads JSON keys by it, JavaScript writes the array in its order, the docs print it.
// A double because JavaScript has no other number; absent is NaN; a flag is 0 or 1; an enumeration is its index.

#include <cmath>
#include <limits>
#include <string_view>

namespace engine {

inline constexpr double absent = std::numeric_limits<double>::quiet_NaN();

inline bool is_present(double value) { return !std::isnan(value); }
inline double value_or(double value, double otherwise) { return is_present(value) ? value : otherwise; }

template<class Record>
struct Member {
    std::string_view id;
    double Record::* member;
};

/// True when `members` names every double of `Record` in the order of its layout, so that it is an array of them.
template<class Record, class Members>
constexpr bool describes(const Members& members)
{
    if (sizeof(Record) != members.size() * sizeof(double))
        return false;
    Record record{};
    double mark = 1;
    for (const auto& m : members)
        record.*m.member = mark++;
    double expected = 1;
    for (const auto& m : members)
        if (record.*m.member != expected++) // A member named twice leaves another unnamed; both show here.
            return false;
    return true;
}

}
