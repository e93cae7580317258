#pragma once
// `gloss build`: content -> site.
//
// 1. Project: words and data.  2. render_site(): load, link, Markdown.  3. check_site().  4. Website, plan_pages().
// 5. Render and write on `jobs` threads.  6. Publish.  With an error anywhere nothing is published.

#include "site/commands/command_result.h"
#include "site/commands/project.h"
#include "site/diagnostics/diagnostic.h"

#include <cstddef>
#include <string>

namespace site {

struct BuildRequest {
    std::string out = "dist";
    std::string base_url;                ///< empty: the one of site.yaml
    int jobs = 1;
    bool drafts = false;
    bool release = false;                ///< add the compressed twins
};

struct BuildReport {
    Diagnostics diagnostics;             ///< sorted; with an error nothing was published
    std::size_t pages = 0, files = 0, changed = 0;
    double milliseconds = 0;
    bool published = false;
    bool has_engine = false;             ///< calculators.wasm was found
};

/// Throws WriteError when the file system refuses.
BuildReport build(const Project&, const BuildRequest&);

/// The same as a command: exit code 0 or 1, the diagnostics and a line of summary in `errors`.
CommandResult build_command(const ProjectPaths&, const BuildRequest&, const std::string& language);

}
