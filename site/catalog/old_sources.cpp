#include "site/catalog/old_sources.h"

#include <charconv>
#include <chrono>
#include <optional>

namespace site {

namespace {

std::optional<std::chrono::sys_days> day_of(std::string_view date)
{
    const auto number = [&](std::size_t at, std::size_t size) {
        int value = -1;
        if (date.size() == 10)
            std::from_chars(date.data() + at, date.data() + at + size, value);
        return value;
    };
    const int month = number(5, 2), day = number(8, 2);
    if (month < 0 || day < 0)
        return std::nullopt;
    const std::chrono::year_month_day whole{std::chrono::year(number(0, 4)), std::chrono::month(static_cast<unsigned>(month)),
                                            std::chrono::day(static_cast<unsigned>(day))};
    return whole.ok() ? std::optional<std::chrono::sys_days>(whole) : std::nullopt;
}

}

void report_old_sources(const Catalog& catalog, std::string_view today, Diagnostics& diagnostics, const std::string& shown_folder)
{
    const auto now = day_of(today);
    for (const Source& source : catalog.sources.rows())
        if (const auto read = day_of(source.read); now && read && (*now - *read).count() > old_source_days)
            diagnostics.push_back({.severity = Severity::warning,
                                   .code = "old-source",
                                   .file = shown_folder + "/sources.json",
                                   .where = source.where,
                                   .arguments = {source.id, source.read}});
}

}
