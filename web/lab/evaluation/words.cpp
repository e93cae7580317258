#include "web/lab/evaluation/words.h"

namespace lab {

const char* Words::operator()(std::string_view key) const
{
    const auto found = m_texts.find(key);
    // The key is remembered as its own text, so that the pointer stays: a word that is missing shows where it is missing.
    return found != m_texts.end() ? found->second.c_str()
                                  : m_texts.emplace(key, key).first->second.c_str();
}

std::string Words::operator()(std::string_view key, std::initializer_list<std::string_view> arguments) const
{
    std::string text((*this)(key));
    std::size_t index = 0;
    for (const std::string_view argument : arguments) {
        const std::string mark = "{" + std::to_string(index++) + "}";
        for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + argument.size()))
            text.replace(at, mark.size(), argument);
    }
    return text;
}

const char* Words::label(const engine::Field& field) const { return (*this)("field." + std::string(field.id) + ".label"); }

std::string Words::number(double value, engine::Unit unit, int digits) const
{
    std::string text(engine::format(value, unit, language, digits).view());
    if (engine::is_word_unit(unit) && engine::is_present(value))
        text += std::string(" ") + (*this)("unit." + std::string(engine::unit_ids[static_cast<std::size_t>(unit)]));
    return text;
}

std::string Words::value(const engine::Field& field, double value) const
{
    const std::string key = "value." + std::string(field.id) + ".";
    if (field.kind == engine::Kind::choice && value >= 0 && value < static_cast<double>(field.choices.size())) {
        const std::string choice(field.choices[static_cast<std::size_t>(value)]);
        return has(key + choice) ? (*this)(key + choice) : choice;
    }
    if (field.kind == engine::Kind::flag && engine::is_present(value))
        if (const std::string flag = key + (value != 0 ? "true" : "false"); has(flag))
            return (*this)(flag);
    return number(value, field.unit);
}

}
