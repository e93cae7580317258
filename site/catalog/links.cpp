// links.json: fabrics, each rate one direction of one device and both directions summed.

#include "site/catalog/tables.h"

#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 2> scopes{"intra", "inter"};

constexpr Key rate(std::string_view name, bool required)
{
    return {.name = name, .shape = Shape::number, .required = required, .least = 1e6, .most = 1e15};
}

constexpr std::array link_keys{
    Key{.name = "name", .required = true, .is_fact = false},
    Key{.name = "aliases", .shape = Shape::aliases},
    Key{.name = "topology", .shape = Shape::choice, .required = true, .choices = engine::topology_ids},
    Key{.name = "scope", .shape = Shape::choice, .required = true, .choices = scopes},
    rate("one_direction", true), rate("both_directions", true),
    rate("per_link_one_direction", false), rate("per_link_both_directions", false),
    Key{.name = "domain", .shape = Shape::number, .whole = true, .least = 2, .most = 1e6},
    Key{.name = "peer_to_peer", .shape = Shape::flag},
    Key{.name = "in_switch_reduction", .shape = Shape::flag},
    Key{.name = "transport", .shape = Shape::choice, .choices = engine::transport_ids},
    Key{.name = "source", .shape = Shape::source, .required = true, .is_fact = false},
    Key{.name = "unverified", .shape = Shape::flag, .is_fact = false},
    Key{.name = "notes", .shape = Shape::texts},
};

void check_directions(const Json& json, std::string_view one_key, std::string_view both_key, Checker& checker)
{
    const double one = Checker::number(json, one_key), both = Checker::number(json, both_key);
    if (one > both) // false when one is absent
        checker.error("catalog-directions", json.find(both_key)->where,
                      {Checker::text(json, "id"), number_text(one), number_text(both)});
}

}

void read_links(const Json& tree, Checker& checker, Catalog& catalog)
{
    static const std::vector<Key> keys = with_members(link_keys, engine::link_members, Shape::number);
    for (const Json* json : checker.rows(tree, "links")) {
        LinkRow row;
        checker.read(*json, keys, row);
        row.scope = Checker::text(*json, "scope");
        check_directions(*json, "one_direction", "both_directions", checker);
        check_directions(*json, "per_link_one_direction", "per_link_both_directions", checker);
        fill(row.spec, engine::link_members, row);
        row.spec.topology = index_in(engine::topology_ids, row.text("topology"), engine::absent);
        row.spec.transport = index_in(engine::transport_ids, row.text("transport"), 0);
        catalog.links.add(std::move(row));
    }
}

engine::Link Catalog::fabric_of(const AcceleratorRow& accelerator) const
{
    if (!accelerator.link)
        return {};
    const LinkRow* row = links.find(accelerator.link->fabric);
    if (!row)
        return {};
    engine::Link link = row->spec;
    if (!engine::is_present(accelerator.link->one_direction))
        return link;
    // A card with fewer links (H800) has them all slower in sum; a mesh keeps the rate of each of its links.
    link.one_direction = accelerator.link->one_direction;
    return link;
}

std::optional<engine::Link> Catalog::fabric(std::string_view id, const AcceleratorRow* accelerator) const
{
    if (accelerator && accelerator->link && accelerator->link->fabric == id)
        return fabric_of(*accelerator);
    const LinkRow* row = links.find(id);
    if (!row)
        return std::nullopt;
    engine::Link link = row->spec;
    if (accelerator && accelerator->bridge && accelerator->bridge->fabric == id)
        link.one_direction = engine::value_or(accelerator->bridge->one_direction, link.one_direction);
    return link;
}

}
