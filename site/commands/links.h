#pragma once
// `gloss links`: what was linked and why, so that a new alias can be reviewed like code.

#include "site/commands/check.h"

#include <string>

namespace site {

struct LinksRequest {
    enum class View { explain, report, diff };
    View view = View::report;
    std::string content = "content";
    std::string file;                    ///< explain: the page's file; diff: the other output folder
    int jobs = 1;
    Wording wording;                     ///< links.<key> in the reader's language
};

/// Exit code 1 when there is no such file or folder.
CommandResult links_command(const LinksRequest&, const CheckWorld&);

/// The automatic links of a build as text, a line each (`from TAB to TAB text`), for `--diff`; the build writes it as
/// `.gloss/links.tsv` beside the site's files.
std::string link_table(const Library&, std::span<const Prose>);

}
