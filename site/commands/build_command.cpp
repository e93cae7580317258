// `gloss build` as a command: a request that can be tried, what is said of it, and the exit code.

#include "site/commands/build.h"

#include "site/load/load_site.h"
#include "site/load/settings.h"
#include "site/write/publication.h"

namespace site {

std::optional<CommandResult> refuse(const BuildRequest& request, const Words& words)
{
    if (request.base_url.empty() || is_base_url(request.base_url))
        return std::nullopt;
    return CommandResult{.exit_code = 2, .output = {}, .errors = words("build.bad_base_url", {request.base_url}) + "\n"};
}

CommandResult build_command(const ProjectPaths& paths, const BuildRequest& request, const std::string& language)
{
    const Project project(paths);
    const Words& words = project.strings.words(language);
    if (std::optional<CommandResult> refused = refuse(request, words))
        return *refused;
    CommandResult result;
    BuildReport report;
    try {
        report = build(project, request);
    } catch (const WriteError& error) {
        return {.exit_code = 1, .output = {}, .errors = words("diagnostic.write-failed", {error.what()}) + "\n"};
    }
    const auto source = [&](const std::string& file) { return read_source(project.paths.content, file); };
    result.errors = print(report.diagnostics, DiagnosticFormat::text,
                          {.language = language, .wording = project.wording(language), .source = source});
    if (!report.published) {
        result.exit_code = 1;
        result.errors.append(words("build.failed")).append("\n");
        return result;
    }
    if (!report.has_engine && project.has_data)
        result.errors.append(words("build.no_engine")).append("\n");
    if (request.timings)
        for (const auto& [part, milliseconds] : report.parts)
            result.errors += std::string(part) + ": " + std::to_string(static_cast<long>(milliseconds)) + " ms\n";
    result.errors += words("build.done", {std::to_string(report.pages), std::to_string(report.files),
                                          std::to_string(report.changed),
                                          std::to_string(static_cast<long>(report.milliseconds)), request.out}) + "\n";
    return result;
}

}
