#pragma once
// `gloss new term SLUG`: a file that checks clean, to be filled in.

#include "site/commands/command_result.h"
#include "site/render/strings.h"

#include <string>

namespace site {

struct NewRequest {
    std::string kind;                    ///< term, guide, page
    std::string slug;
    std::string language = "zh";         ///< of the page
    std::string content = "content";
    std::string today;                   ///< ISO date for `updated`
};

/// Exit code 1 when the file exists, 2 for a slug or kind that cannot be.
CommandResult new_command(const NewRequest&, const Words&);

}
