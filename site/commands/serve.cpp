#include "site/commands/serve.h"

#include "site/load/load_site.h"
#include "site/serve/server.h"
#include "site/serve/watcher.h"
#include "site/write/publication.h"

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

namespace site {

namespace fs = std::filesystem;

namespace {

std::atomic<bool> interrupted{false};

extern "C" void interrupt(int) { interrupted = true; }

/// What keeps its value between builds, and which changes make it stale.
class Session {
public:
    Session(ProjectPaths paths, const ServeRequest& request, std::string language)
        : m_paths(std::move(paths)), m_request(request), m_language(std::move(language))
    {
        m_project = std::make_unique<Project>(m_paths);
    }

    /// An edit of a page needs only the pages again; of data, words, settings or templates everything.
    void changed(const std::set<fs::path>& files)
    {
        for (const fs::path& file : files) {
            if (file.extension() != ".md") {
                m_project = std::make_unique<Project>(m_paths);
                return;
            }
        }
    }

    BuildReport build() { return site::build(*m_project, m_request.build); }

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
    const Project& project() const { return *m_project; }

private:
    ProjectPaths m_paths;
    const ServeRequest& m_request;
    std::string m_language;
    std::unique_ptr<Project> m_project;
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
    Server server({.folder = request.build.out,
                   .port = request.port,
                   .live_reload = request.watch && !request.build.release,
                   .published_headers = request.build.release});
    if (!server.bind())
        return {.exit_code = 1, .output = {}, .errors = session.words()("serve.port_taken", {std::to_string(request.port)}) + "\n"};

    const auto rebuild = [&] {
        try {
            const BuildReport report = session.build();
            const std::string errors = session.errors(report);
            server.show_errors(errors);
            if (report.published) {
                log(session.words()("build.done", {std::to_string(report.pages), std::to_string(report.files),
                                                   std::to_string(report.changed),
                                                   std::to_string(static_cast<long>(report.milliseconds)), request.build.out}));
                if (report.changed > 0)
                    server.reload();
            } else {
                log(errors);
                log(session.words()("serve.failed", {std::to_string(error_count(report.diagnostics))}));
            }
        } catch (const WriteError& error) {
            log(session.words()("diagnostic.write-failed", {error.what()}));
        }
    };
    rebuild();
    std::jthread serving([&] { server.run(); });
    log(session.words()("serve.address", {"http://127.0.0.1:" + std::to_string(server.port()) + "/"}));
    const ProjectPaths& all = session.project().paths;
    Watcher watcher(std::vector<fs::path>{all.content, all.assets, all.scripts, all.built});
    while (!interrupted) {
        const std::set<fs::path> files = watcher.wait(std::chrono::milliseconds(200));
        if (files.empty() || !request.watch)
            continue;
        session.changed(files);
        rebuild();
    }
    server.stop();
    return {};
}

}
