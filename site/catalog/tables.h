#pragma once
// One function a table: tree -> rows. Private to site/catalog; catalog.cpp calls them.

#include "site/catalog/catalog.h"
#include "site/catalog/checker.h"

#include <algorithm>
#include <span>
#include <vector>

namespace site {

void read_sources(const Json&, Checker&, Catalog&);
void read_accelerators(const Json&, Checker&, Catalog&);
void read_models(const Json&, Checker&, Catalog&);
void read_formats(const Json&, Checker&, Catalog&);
void read_links(const Json&, Checker&, Catalog&);
void read_provider(const Json&, Checker&, Catalog&);

/// Fills the members of an engine record from the facts of the same key: a number as it is, a choice as its index.
template<class Record, class Members>
void fill(Record& record, const Members& members, const Row& row)
{
    for (const auto& member : members)
        if (const double value = row.number(member.id); engine::is_present(value))
            record.*member.member = value;
}

/// The keys of a table: those that it describes itself, and a number for every other member of the engine's record, so
/// that a new member needs no change here.
template<class Members>
std::vector<Key> with_members(std::span<const Key> described, const Members& members, Shape shape)
{
    std::vector<Key> keys(described.begin(), described.end());
    for (const auto& member : members)
        if (std::none_of(described.begin(), described.end(), [&](const Key& key) { return key.name == member.id; }))
            keys.push_back({.name = member.id, .shape = shape});
    return keys;
}

/// The index of a choice's text, or `otherwise`.
double index_in(std::span<const std::string_view> choices, std::string_view text, double otherwise);

}
