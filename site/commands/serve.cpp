#include "site/commands/serve.h"

#include "site/load/load_site.h"
#include "site/serve/server.h"
#include "site/serve/watcher.h"
#include "site/write/publication.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <set>
#include <thread>

namespace site {

namespace fs = std::filesystem;

namespace {

std::atomic<bool> interrupted{false};

extern "C" void interrupt(int) { interrupted = true; }

/// The project and what was built of it, kept from one change to the next.
class Session {
public:
    Session(ProjectPaths paths, const ServeRequest& request, std::string language)
        : m_paths(std::move(paths)), m_request(request), m_language(std::move(language))
    {
        open_project();
    }

    BuildReport build()
    {
        m_unfinished = false;
        return m_build->build();
    }

    BuildReport changed(const std::set<fs::path>& files)
    {
        for (const fs::path& file : files)
            if (!is_content(file)) {
                const std::unique_ptr<Project> project = std::move(m_project);
                const std::unique_ptr<SiteBuild> before = std::move(m_build);
                open_project();
                m_unfinished = false;
                return m_build->build(before.get());
            }
        m_unfinished = true;
        return m_build->update(files);
    }

    /// Whether changed() left something for later.
    bool is_unfinished() const { return m_unfinished; }
    BuildReport finish()
    {
        m_unfinished = false;
        return m_build->finish();
    }

    std::string errors(const BuildReport& report) const
    {
        Diagnostics only_errors;
        for (const Diagnostic& diagnostic : report.diagnostics)
            if (diagnostic.severity == Severity::error)
                only_errors.push_back(diagnostic);
        const auto source = [&](const std::string& file) { return read_source(m_project->paths.content, file); };
        return print(only_errors, DiagnosticFormat::text,
                     {.language = m_language, .wording = m_project->wording(m_language), .source = source});
    }

    const Words& words() const { return m_project->strings.words(m_language); }

    /// Everything that a build reads.
    std::vector<fs::path> folders() const
    {
        std::vector<fs::path> result{m_project->paths.content, m_project->paths.scripts, m_project->paths.built};
        result.insert(result.end(), m_project->asset_folders.begin(), m_project->asset_folders.end());
        return result;
    }

private:
    void open_project()
    {
        m_project = std::make_unique<Project>(m_paths);
        m_build = std::make_unique<SiteBuild>(*m_project, m_request.build);
    }

    static bool is_below(const fs::path& file, const fs::path& folder)
    {
        const fs::path relative = file.lexically_normal().lexically_relative(folder.lexically_normal());
        return !relative.empty() && relative != "." && *relative.begin() != "..";
    }

    /// Pages and their pictures; not data, settings, words, templates.
    bool is_content(const fs::path& file) const
    {
        const fs::path content = fs::path(m_project->paths.content) / "";
        const fs::path theme = fs::path(m_project->paths.content) / m_project->settings.theme;
        return is_below(file, content) && !is_below(file, content / "data") && file.lexically_normal() != (content / "data").lexically_normal() &&
               file.lexically_normal() != (content / "site.yaml").lexically_normal() &&
               (m_project->settings.theme.empty() || !is_below(file, theme));
    }

    ProjectPaths m_paths;
    const ServeRequest& m_request;
    std::string m_language;
    std::unique_ptr<Project> m_project;
    std::unique_ptr<SiteBuild> m_build;
    bool m_unfinished = false;
};

std::size_t error_count(const Diagnostics& diagnostics)
{
    std::size_t count = 0;
    for (const Diagnostic& diagnostic : diagnostics)
        count += diagnostic.severity == Severity::error;
    return count;
}

}

CommandResult serve_command(const ProjectPaths& paths, const ServeRequest& request, const std::string& language,
                            const std::function<void(std::string_view)>& log)
{
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    Session session(paths, request, language);
    if (std::optional<CommandResult> refused = refuse(request.build, session.words()))
        return *refused;
    Server server({.folder = request.build.out,
                   .port = request.port,
                   .live_reload = request.watch && !request.build.release,
                   .published_headers = request.build.release});
    if (!server.bind())
        return {.exit_code = 1, .output = {}, .errors = session.words()("serve.port_taken", {std::to_string(request.port)}) + "\n"};

    const auto report_of = [&](const auto& work) {
        try {
            const BuildReport report = work();
            const std::string errors = session.errors(report);
            server.show_errors(errors);
            if (report.published) {
                if (report.changed > 0) {
                    log(session.words()("build.done", {std::to_string(report.pages), std::to_string(report.files),
                                                       std::to_string(report.changed),
                                                       std::to_string(static_cast<long>(report.milliseconds)), request.build.out}));
                    if (!report.changed_pages.empty())
                        server.reload(report.changed_pages);
                }
            } else {
                log(errors);
                log(session.words()("serve.failed", {std::to_string(error_count(report.diagnostics))}));
            }
            if (request.build.timings)
                for (const auto& [part, milliseconds] : report.parts)
                    log(std::string(part) + ": " + std::to_string(static_cast<long>(milliseconds)) + " ms");
        } catch (const WriteError& error) {
            log(session.words()("diagnostic.write-failed", {error.what()}));
        }
    };
    std::optional<Watcher> watcher;
    if (request.watch)
        watcher.emplace(session.folders()); // Before the first build reads: no change is missed.
    report_of([&] { return session.build(); });
    std::jthread serving([&] { server.run(); });
    log(session.words()("serve.address", {"http://127.0.0.1:" + std::to_string(server.port()) + "/"}));
    while (!interrupted) {
        constexpr std::chrono::milliseconds patience{200};
        if (!watcher) {
            std::this_thread::sleep_for(patience);
            continue;
        }
        const std::set<fs::path> files = watcher->wait(patience);
        if (!files.empty())
            report_of([&] { return session.changed(files); });
        else if (session.is_unfinished())
            report_of([&] { return session.finish(); });
    }
    server.stop();
    return {};
}

}
