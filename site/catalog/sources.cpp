// sources.json: where figures come from, and when it was read.

#include "site/catalog/tables.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

constexpr std::array source_keys{
    Key{.name = "title", .required = true}, Key{.name = "url"},
    Key{.name = "read", .required = true},  Key{.name = "vendor", .shape = Shape::flag, .required = true},
    Key{.name = "note"},
};

/// "2026-11-30", of a month and a day that can be.
bool is_date(std::string_view text)
{
    const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    constexpr std::string_view pattern = "dddd-dd-dd";
    if (text.size() != pattern.size())
        return false;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] == 'd' ? !digit(i) : text[i] != '-')
            return false;
    const int month = (text[5] - '0') * 10 + (text[6] - '0'), day = (text[8] - '0') * 10 + (text[9] - '0');
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool is_web_address(std::string_view url)
{
    return (url.starts_with("https://") || url.starts_with("http://")) && url.find_first_of(" \"<>") == std::string_view::npos;
}

}

void read_sources(const Json& tree, Checker& checker, Catalog& catalog)
{
    for (const Json* json : checker.rows(tree, "sources")) {
        Row row;
        checker.read(*json, source_keys, row);
        const Json* url = json->find("url");
        if (url && url->is(Json::Kind::text) && !is_web_address(url->text))
            checker.error("catalog-bad-url", url->where, {url->text});
        // What has no address has to say what it is.
        if (!url && !json->find("note"))
            checker.error("catalog-missing-key", json->where, {"url", row.id});
        const Json* read = json->find("read");
        if (read && read->is(Json::Kind::text) && !is_date(read->text))
            checker.error("catalog-bad-date", read->where, {read->text});
        catalog.sources.add({.id = row.id,
                             .title = Checker::text(*json, "title"),
                             .url = Checker::text(*json, "url"),
                             .read = Checker::text(*json, "read"),
                             .note = Checker::text(*json, "note"),
                             .vendor = Checker::flag(*json, "vendor"),
                             .where = json->where});
    }
}

void report_unused_sources(const Catalog& catalog, std::span<const std::string> used_elsewhere, Diagnostics& diagnostics,
                           const std::string& shown_folder)
{
    for (const Source& source : catalog.sources.rows())
        if (!catalog.used_sources.contains(source.id) &&
            std::find(used_elsewhere.begin(), used_elsewhere.end(), source.id) == used_elsewhere.end())
            diagnostics.push_back({.severity = Severity::warning,
                                   .code = "unused-source",
                                   .file = shown_folder + "/sources.json",
                                   .where = source.where,
                                   .arguments = {source.id}});
}

}
