#pragma once
// The lab's words: those of assets/strings whose keys the lab may ask for, in one language.

#include "engine/calculators/calculator.h"
#include "engine/units/format.h"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace lab {

class Words {
public:
    engine::Language language = engine::Language::en;

    void add(std::string key, std::string text) { m_texts.insert_or_assign(std::move(key), std::move(text)); }
    /// The text, or the key itself where there is none.
    const char* operator()(std::string_view key) const;
    /// The text with {0}, {1} ... replaced.
    std::string operator()(std::string_view key, std::initializer_list<std::string_view> arguments) const;
    bool has(std::string_view key) const { return m_texts.find(key) != m_texts.end(); }

    /// field.<id>.label
    const char* label(const engine::Field&) const;
    /// A number with its unit, as everywhere: engine/units/format.h.
    std::string number(double value, engine::Unit, int digits = engine::usual_digits) const;
    /// A value of this field: its number, or the word of a choice or flag.
    std::string value(const engine::Field&, double value) const;

private:
    mutable std::map<std::string, std::string, std::less<>> m_texts; ///< a missing word becomes its key when it is asked for
};

}
