#pragma once
// `gloss new KIND SLUG`: a file that checks clean, to be filled in; or a small working site.
//
//     gloss new term kv-cache                     content/zh/terms/kv-cache.md
//     gloss new compare h100-sxm-vs-h200-sxm      both are GPUs or models of the catalog
//     gloss new calculator inference-memory       the text of a calculator's page
//     gloss new site handbook                     handbook/content/..., copied from assets/starter/<lang>

#include "site/commands/command_result.h"
#include "site/commands/project.h"
#include "site/render/strings.h"

#include <string>

namespace site {

struct NewRequest {
    std::string kind;                    ///< site, term, guide, page, compare, calculator
    std::string slug;                    ///< id of the page; of a site, its folder
    std::string language = "zh";         ///< of the page
    std::string today;                   ///< ISO date for `updated`
};

/// Exit code 1 when it exists already or cannot be written, 2 for a slug or kind that cannot be.
CommandResult new_command(const NewRequest&, const Project&, const Words&);

}
