#pragma once
// `gloss serve`: build, serve on 127.0.0.1, watch, build again, reload the browser.

#include "site/commands/build.h"
#include "site/commands/command_result.h"

#include <functional>
#include <string>
#include <string_view>

namespace site {

struct ServeRequest {
    BuildRequest build;
    int port = 8000;                     ///< 0: any free one
    bool watch = true;
};

/// Runs until SIGINT or SIGTERM. `log` is given a line for standard error as things happen.
/// Exit code 1 when the port is taken; a first build with errors is served as soon as it is mended.
CommandResult serve_command(const ProjectPaths&, const ServeRequest&, const std::string& language,
                            const std::function<void(std::string_view)>& log);

}
