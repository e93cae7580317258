#include "site/scenario/json_settings.h"

#include <string>

namespace site {

namespace {

/// A JSON scalar as the command line would have it.
std::string scalar_text(const Json& value)
{
    switch (value.kind) {
    case Json::Kind::boolean: return value.boolean ? "true" : "false";
    case Json::Kind::number: return exact_number(value.number);
    case Json::Kind::text: return value.text;
    default: return {};
    }
}

void add_settings(const std::string& prefix, const Json& object, std::vector<Setting>& settings)
{
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const Json& value = object.values[i];
        const std::string field = prefix + object.keys[i];
        if (value.is(Json::Kind::object)) {
            add_settings(field + ".", value, settings);
        } else if (value.is(Json::Kind::list)) {
            std::string joined;
            for (const Json& item : value.values)
                joined.append(joined.empty() ? "" : ",").append(scalar_text(item));
            settings.push_back({field, joined});
        } else if (!value.is(Json::Kind::null)) {
            settings.push_back({field, scalar_text(value)});
        }
    }
}

}

void add_settings(const Json& object, std::vector<Setting>& settings) { add_settings("", object, settings); }

}
