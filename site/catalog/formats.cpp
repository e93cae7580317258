// formats.json: true bits a weight, and what a format's usual checkpoints leave wider.

#include "site/catalog/tables.h"

#include <array>
#include <charconv>

namespace site {

namespace {

constexpr std::array<std::string_view, 7> kinds{"float", "integer", "grouped", "block-scaled", "normal-float", "exl2", "gguf"};

constexpr Key bits(std::string_view name, bool required = false)
{
    return {.name = name, .shape = Shape::number, .required = required, .least = 0.5, .most = 64};
}

constexpr std::array format_keys{
    Key{.name = "name", .required = true, .is_fact = false},
    Key{.name = "aliases", .shape = Shape::aliases},
    Key{.name = "kind", .shape = Shape::choice, .required = true, .choices = kinds},
    bits("bits_per_weight", true),
    Key{.name = "arithmetic", .shape = Shape::choice, .required = true, .choices = engine::arithmetic_ids},
    Key{.name = "block_scaled", .shape = Shape::flag},
    bits("expert_bits"), bits("mlp_bits"), bits("attention_bits"), bits("moe_attention_bits"), bits("embedding_bits"),
    bits("head_bits"),
    Key{.name = "gguf", .shape = Shape::flag},
    Key{.name = "source", .shape = Shape::source, .required = true, .is_fact = false},
    Key{.name = "unverified", .shape = Shape::flag, .is_fact = false},
    Key{.name = "notes", .shape = Shape::texts},
};

}

void read_formats(const Json& tree, Checker& checker, Catalog& catalog)
{
    static const std::vector<Key> keys = with_members(format_keys, engine::number_format_members, Shape::number);
    for (const Json* json : checker.rows(tree, "formats")) {
        FormatRow row;
        checker.read(*json, keys, row);
        row.kind = Checker::text(*json, "kind");
        fill(row.spec, engine::number_format_members, row);
        constexpr double bf16 = 1;
        row.spec.arithmetic = index_in(engine::arithmetic_ids, row.text("arithmetic"), bf16);
        catalog.formats.add(std::move(row));
    }
}

std::optional<engine::NumberFormat> Catalog::format(std::string_view id) const
{
    if (const FormatRow* row = formats.find(id))
        return row->spec;
    // "exl2-4.2bpw": a layer average that the author chose; head and embedding as in the rows of formats.json.
    constexpr std::string_view before = "exl2-", after = "bpw";
    if (id.size() <= before.size() + after.size() || !id.starts_with(before) || !id.ends_with(after))
        return std::nullopt;
    const std::string_view digits = id.substr(before.size(), id.size() - before.size() - after.size());
    double average = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), average);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || !(average >= 1 && average <= 16))
        return std::nullopt;
    constexpr double wide_head_from = 6;
    return engine::NumberFormat{.bits_per_weight = average,
                                .expert_bits = average,
                                .mlp_bits = average,
                                .attention_bits = average,
                                .moe_attention_bits = average,
                                .embedding_bits = 16,
                                .head_bits = average < wide_head_from ? 6.0 : 8.0};
}

}
