#pragma once
// The part of inja's syntax that our templates use, rendered without JSON: text, `{{ name }}`,
// `{% if [not] name %} ... {% else %} ... {% endif %}`. A site has hundreds of thousands of list items, and inja takes
// longer for each than everything else that is done for it. Whatever is beyond this part is left to inja.
//
//     if (const auto flat = FlatTemplate::parse(text))
//         if (std::optional<std::string> html = flat->render(variables)) ...

#include "site/render/template.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace site {

class FlatTemplate {
public:
    /// Nothing when the text holds any other statement or expression.
    static std::optional<FlatTemplate> parse(std::string_view text);

    /// Nothing when a variable is missing that inja would complain about.
    std::optional<std::string> render(std::span<const Variable>) const;

private:
    struct Step {
        enum class Kind { text, print, jump_if_empty, jump_if_given, jump };
        Kind kind = Kind::text;
        std::string text;                ///< or the variable's name
        std::size_t target = 0;          ///< of a jump
    };
    std::vector<Step> m_steps;
};

}
