#include "site/render/feeds/data_files.h"

#include "site/render/html.h"

#include <array>
#include <charconv>

namespace site {

namespace {

std::string number_json(double value)
{
    if (!engine::is_present(value))
        return "null";
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr; // Shortest exact text.
    return {buffer.data(), end};
}

template<class Record, class Members>
std::string spec_json(const Record& record, const Members& members)
{
    std::string json = "[";
    for (const auto& member : members)
        json.append(json.size() == 1 ? "" : ",").append(number_json(record.*member.member));
    return json + "]";
}

template<class Members>
std::string members_json(const Members& members)
{
    std::string json = "[";
    for (const auto& member : members)
        json.append(json.size() == 1 ? "" : ",").append(json_string(member.id));
    return json + "]";
}

using Pairs = std::initializer_list<std::pair<std::string_view, std::string>>;

enum class Aliases { no, yes };

std::string row_json(const Row& row, Aliases aliases, const Pairs& more, const std::string& spec)
{
    std::string json = "{\"id\":" + json_string(row.id) + ",\"name\":" + json_string(row.name), list;
    for (const RowAlias& alias : row.aliases)
        if (alias.text != row.name)
            list.append(list.empty() ? "" : ",").append(json_string(alias.text));
    if (aliases == Aliases::yes)
        json.append(",\"aliases\":[").append(list).append("]");
    for (const auto& [key, text] : more)
        if (!text.empty())
            json.append(",\"").append(key).append("\":").append(json_string(text));
    return json + ",\"spec\":" + spec + "}";
}

template<class RowType, class ToJson>
std::string table_json(const Table<RowType>& table, ToJson to_json)
{
    std::string json = "[\n";
    for (const RowType& row : table.rows())
        json.append(json.size() == 2 ? "" : ",\n").append(to_json(row));
    return json + "\n]\n";
}

std::string accelerators_json(const Catalog& catalog, Aliases aliases)
{
    return table_json(catalog.accelerators, [&](const AcceleratorRow& row) {
        std::string json = row_json(row, aliases, {{"vendor", row.vendor}, {"fabric", row.link ? row.link->fabric : ""}},
                                    spec_json(row.spec, engine::accelerator_members));
        json.pop_back(); // Its own rate of the fabric, ready to be passed on.
        return json + ",\"link\":" + spec_json(catalog.fabric_of(row), engine::link_members) + "}";
    });
}

std::string models_json(const Catalog& catalog, Aliases aliases)
{
    return table_json(catalog.models, [&](const ModelRow& row) {
        return row_json(row, aliases, {{"family", row.family}, {"native_format", row.native_format}},
                        spec_json(row.spec, engine::language_model_members));
    });
}

std::string formats_json(const Catalog& catalog, Aliases aliases)
{
    return table_json(catalog.formats, [&](const FormatRow& row) {
        return row_json(row, aliases, {{"kind", row.kind}}, spec_json(row.spec, engine::number_format_members));
    });
}

std::string links_json(const Catalog& catalog, Aliases aliases)
{
    return table_json(catalog.links, [&](const LinkRow& row) {
        return row_json(row, aliases, {{"scope", row.scope}}, spec_json(row.spec, engine::link_members));
    });
}

}

std::string catalog_json(const Catalog& catalog)
{
    return "{\"accelerator\":" + accelerators_json(catalog, Aliases::no) + ",\"model\":" + models_json(catalog, Aliases::no) +
           ",\"format\":" + formats_json(catalog, Aliases::no) + ",\"link\":" + links_json(catalog, Aliases::no) + "}\n";
}

std::map<std::string, std::string> data_files(const Catalog& catalog)
{
    std::map<std::string, std::string> files;
    files["data/accelerators.json"] = accelerators_json(catalog, Aliases::yes);
    files["data/models.json"] = models_json(catalog, Aliases::yes);
    files["data/formats.json"] = formats_json(catalog, Aliases::yes);
    files["data/links.json"] = links_json(catalog, Aliases::yes);
    std::string sources = "[\n";
    for (const Source& source : catalog.sources.rows())
        sources.append(sources.size() == 2 ? "" : ",\n").append("{\"id\":").append(json_string(source.id)).append(",\"title\":")
            .append(json_string(source.title)).append(",\"url\":").append(json_string(source.url)).append(",\"read\":")
            .append(json_string(source.read)).append("}");
    files["data/sources.json"] = sources + "\n]\n";
    files["data/index.json"] = "{\"accelerators\":" + members_json(engine::accelerator_members) +
                               ",\n\"models\":" + members_json(engine::language_model_members) +
                               ",\n\"formats\":" + members_json(engine::number_format_members) +
                               ",\n\"links\":" + members_json(engine::link_members) + ",\n\"sources\":[]}\n";
    return files;
}

}
