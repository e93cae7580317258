#include "site/render/number_text.h"

#include "engine/specs/record.h"

namespace site {

std::string number_text(double value, engine::Unit unit, const Words& words, int digits)
{
    const engine::Language language = words.language() == "zh" ? engine::Language::zh : engine::Language::en;
    std::string text(engine::format(value, unit, language, digits).view());
    if (engine::is_word_unit(unit) && engine::is_present(value))
        text.append(" ").append(words("unit." + std::string(engine::unit_ids[static_cast<std::size_t>(unit)])));
    return text;
}

}
