// accelerators.json: what a device is, each figure with its source.

#include "site/catalog/tables.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array<std::string_view, 2> bases{"driver", "label"};

constexpr std::array accelerator_keys{
    Key{.name = "name", .required = true, .is_fact = false},
    Key{.name = "vendor", .required = true},
    Key{.name = "architecture", .shape = Shape::choice, .required = true, .choices = engine::architecture_ids},
    Key{.name = "aliases", .shape = Shape::aliases},
    Key{.name = "memory_bytes", .shape = Shape::sourced_number, .least = 1e6, .most = 1e15},
    Key{.name = "memory_basis", .shape = Shape::choice, .choices = bases},
    Key{.name = "memory_label_gb", .shape = Shape::sourced_number, .least = 1, .most = 1e5},
    Key{.name = "memory_type", .shape = Shape::sourced_text},
    Key{.name = "memory_bandwidth", .shape = Shape::sourced_number, .least = 1e6, .most = 1e15},
    Key{.name = "tflops", .shape = Shape::group},
    Key{.name = "link", .shape = Shape::group},
    Key{.name = "bridge", .shape = Shape::group},
    Key{.name = "tdp", .shape = Shape::sourced_number, .least = 1, .most = 1e5},
    Key{.name = "mig_instances", .shape = Shape::sourced_number, .whole = true, .least = 1, .most = 64},
    Key{.name = "form_factor", .shape = Shape::sourced_text},
    Key{.name = "pcie", .shape = Shape::sourced_text},
    Key{.name = "unified_memory", .shape = Shape::flag},
    Key{.name = "sustained_bf16", .shape = Shape::sourced_number, .least = 1e9},
    Key{.name = "sustained_fp8", .shape = Shape::sourced_number, .least = 1e9},
    Key{.name = "sustained_fp4", .shape = Shape::sourced_number, .least = 1e9},
    Key{.name = "sustained_bandwidth", .shape = Shape::sourced_number, .least = 1e6, .most = 1e15},
    Key{.name = "released", .shape = Shape::sourced_text},
    Key{.name = "unverified", .shape = Shape::flag, .is_fact = false},
    Key{.name = "notes", .shape = Shape::texts},
};

constexpr std::array<std::string_view, 12> rate_formats{
    "fp64", "fp64-tensor", "fp32", "fp32-tensor", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int8", "int4"};
/// Members that stand in the file under another key: rates in `tflops`, and what memory_basis tells.
bool is_derived(std::string_view member)
{
    return member == "memory_is_label" || std::find(rate_formats.begin(), rate_formats.end(), member) != rate_formats.end();
}

std::vector<Key> keys_of_file()
{
    std::vector<Key> keys = with_members(accelerator_keys, engine::accelerator_members, Shape::sourced_number);
    std::erase_if(keys, [](const Key& key) { return is_derived(key.name); });
    return keys;
}

constexpr std::array<std::string_view, 5> rate_keys{"dense", "sparse", "source", "note", "unverified"};
constexpr std::array<std::string_view, 6> link_keys{"fabric", "one_direction", "both_directions", "source", "note", "unverified"};
constexpr std::array<std::string_view, 1> link_required{"one_direction"};

/// A value inside a group becomes a fact with the group's source, note and mark.
void read_member(const Json& group, const Key& key, const std::string& path, const std::string& source, Checker& checker, Row& row)
{
    const Json* value = group.find(key.name);
    if (!value)
        return;
    const std::size_t before = row.facts.size();
    checker.read_value(*value, key, path + "." + std::string(key.name), source, row);
    for (std::size_t i = before; i < row.facts.size(); ++i) {
        row.facts[i].note = Checker::text(group, "note");
        row.facts[i].unverified = row.unverified || Checker::flag(group, "unverified");
    }
}

void read_rates(const Json& tflops, Checker& checker, Row& row)
{
    checker.check_keys(tflops, rate_formats, {}, "tflops");
    for (std::size_t i = 0; i < tflops.values.size(); ++i) {
        const std::string path = "tflops." + tflops.keys[i];
        const Json& rate = tflops.values[i];
        if (!rate.is(Json::Kind::object)) {
            checker.read_value(rate, {.name = "rate", .shape = Shape::group}, path, "", row);
            continue;
        }
        checker.check_keys(rate, rate_keys, {}, path);
        const std::string source = checker.source_of(rate, path);
        for (const std::string_view key : {"dense", "sparse"})
            read_member(rate, {.name = key, .shape = Shape::number, .most = 1e7}, path, source, checker, row);
        const double dense = Checker::number(rate, "dense"), sparse = Checker::number(rate, "sparse");
        if (dense > sparse) // false when one is absent
            checker.error("catalog-sparse-below-dense", rate.find("sparse")->where,
                          {path, number_text(dense), number_text(sparse)});
        if (!rate.find("dense") && !rate.find("sparse"))
            checker.error("catalog-missing-key", rate.where, {path + ".dense", path});
    }
}

FabricUse read_fabric(const Json& link, const std::string& path, Checker& checker, Row& row)
{
    checker.check_keys(link, link_keys, link_required, path);
    const std::string source = checker.source_of(link, path);
    read_member(link, {.name = "fabric"}, path, source, checker, row);
    for (const std::string_view key : {"one_direction", "both_directions"})
        read_member(link, {.name = key, .shape = Shape::number, .most = 1e15}, path, source, checker, row);
    const double one = Checker::number(link, "one_direction"), both = Checker::number(link, "both_directions");
    if (one > both)
        checker.error("catalog-directions", link.find("both_directions")->where, {path, number_text(one), number_text(both)});
    const Json* fabric = link.find("fabric");
    return {.fabric = Checker::text(link, "fabric"), .one_direction = one, .where = fabric ? fabric->where : link.where};
}

/// The engine's rates are FLOP/s; a fact counts 1e12 of them.
void fill_rates(engine::Accelerator& spec, const Row& row)
{
    for (const auto& member : engine::accelerator_members) {
        const double dense = row.number("tflops." + std::string(member.id) + ".dense");
        if (engine::is_present(dense))
            spec.*member.member = dense * 1e12;
    }
}

}

void read_accelerators(const Json& tree, Checker& checker, Catalog& catalog)
{
    static const std::vector<Key> keys = keys_of_file();
    for (const Json* json : checker.rows(tree, "accelerators")) {
        AcceleratorRow row;
        checker.read(*json, keys, row);
        row.vendor = Checker::text(*json, "vendor");
        row.architecture = Checker::text(*json, "architecture");
        row.memory_basis = Checker::text(*json, "memory_basis");
        if (json->find("memory_bytes") && !json->find("memory_basis"))
            checker.error("catalog-missing-key", json->where, {"memory_basis", row.id});
        if (const Json* rates = json->find("tflops"); rates && rates->is(Json::Kind::object))
            read_rates(*rates, checker, row);
        if (const Json* link = json->find("link"); link && link->is(Json::Kind::object))
            row.link = read_fabric(*link, "link", checker, row);
        if (const Json* bridge = json->find("bridge"); bridge && bridge->is(Json::Kind::object))
            row.bridge = read_fabric(*bridge, "bridge", checker, row);
        fill(row.spec, engine::accelerator_members, row);
        row.spec.memory_is_label = row.memory_basis == "label" ? 1 : 0;
        row.spec.architecture = index_in(engine::architecture_ids, row.architecture, 0);
        fill_rates(row.spec, row);
        catalog.accelerators.add(std::move(row));
    }
}

}
