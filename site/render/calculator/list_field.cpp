#include "site/render/calculator/list_field.h"

#include "site/render/html.h"
#include "site/scenario/scenario.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace site {

namespace {

std::string value_of(std::span<const ListItem> chosen, const std::string& id)
{
    const auto found = std::find_if(chosen.begin(), chosen.end(), [&](const ListItem& item) { return item.id == id; });
    return found == chosen.end() ? std::string() : found->value;
}

bool holds(std::span<const ListItem> chosen, const std::string& id)
{
    return std::any_of(chosen.begin(), chosen.end(), [&](const ListItem& item) { return item.id == id; });
}

}

bool is_list(const engine::Field& field)
{
    return field.kind == engine::Kind::accelerators || field.kind == engine::Kind::prices;
}

std::string list_control(const Website& website, const Edition& edition, const engine::Field& field, const std::string& value,
                         const std::string& attributes)
{
    const bool prices = field.kind == engine::Kind::prices;
    const std::string name(field.id);
    const std::vector<ListItem> chosen = list_items(value);
    std::map<std::string, std::vector<const AcceleratorRow*>> vendors;
    for (const AcceleratorRow& row : website.catalog->accelerators.rows())
        vendors[row.vendor].push_back(&row);
    std::vector<std::pair<std::string, std::vector<const AcceleratorRow*>>> order(vendors.begin(), vendors.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    std::string groups;
    for (const auto& [vendor, rows] : order) {
        std::string items;
        for (const AcceleratorRow* row : rows)
            items += edition.templates.render(prices ? "items/list_price" : "items/list_choice",
                                              {{"field", name},
                                               {"id", row->id},
                                               {"name", escaped(row->name)},
                                               {"value", escaped(value_of(chosen, row->id))},
                                               {"checked", holds(chosen, row->id) ? "true" : ""}});
        groups += edition.templates.render("items/list_group", {{"name", escaped(vendor)}, {"items", std::move(items)}});
    }
    const std::string none(edition("list." + name + ".none"));
    return edition.templates.render(
        "items/list", {{"field", name},
                       {"attributes", attributes},
                       {"value", escaped(value)},
                       {"none", escaped(none)},
                       {"some", escaped(edition("list." + name + ".some"))},
                       {"count", chosen.empty() ? escaped(none) : escaped(edition("list." + name + ".some", {std::to_string(chosen.size())}))},
                       {"groups", std::move(groups)}});
}

}
