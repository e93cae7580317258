#pragma once
// A JSON object as flat text entries: `hidden_size` = `4096`, `text_config.layers` = `32`, `layer_types.0` =
// `full_attention`. The caller flattens (nlohmann_json on the command line, JSON.parse in the browser), so that the
// engine needs no JSON. A null is an entry with an empty value.

#include <span>
#include <string_view>

namespace engine {

struct Entry {
    std::string_view key, value;
};

class Entries {
public:
    explicit Entries(std::span<const Entry> entries) : m_entries(entries) {}

    /// Value of the key, or an empty view.
    std::string_view text(std::string_view key) const;
    /// Number of the key (true is 1, false 0), or absent.
    double number(std::string_view key) const;
    /// The first of several names that a figure goes by.
    template<class... Keys>
    double first(Keys... keys) const
    {
        double found = number("");
        for (const std::string_view key : {std::string_view(keys)...})
            if (found = number(key); found == found)
                break;
        return found;
    }
    bool has(std::string_view key) const { return !text(key).empty(); }
    /// How many of `list.0`, `list.1` ... have this value.
    double count(std::string_view list, std::string_view value) const;
    /// The sum over `list.0`, `list.1` ... of entries that are numbers; absent if there is none.
    double sum(std::string_view list) const;
    double length(std::string_view list) const;

    std::span<const Entry> all() const { return m_entries; }

private:
    std::span<const Entry> m_entries;
};

/// The number that `text` is, whole; true is 1, false 0; anything else is absent.
double to_number(std::string_view text);

}
