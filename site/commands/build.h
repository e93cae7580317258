#pragma once
// `gloss build`: content -> site.
//
// 1. Project: words and data.  2. render_site(): load, link, Markdown.  3. check_site().  4. Website, plan_pages().
// 5. Render and write on `jobs` threads.  6. Publish.  With an error anywhere nothing is published.
//
// `gloss serve` keeps what it built (SiteBuild) and brings it up to date by what changed; the published bytes are those
// of a build from nothing.

#include "site/commands/command_result.h"
#include "site/commands/project.h"
#include "site/diagnostics/diagnostic.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

struct BuildRequest {
    std::string out = "dist";
    std::string base_url{};                ///< empty: the one of site.yaml
    int jobs = 1;
    bool drafts = false;
    bool release = false;                ///< add the compressed twins
    bool offline = true;                 ///< false: no service worker, whatever the settings say
    bool timings = false;                ///< print how long each part took
};

struct BuildReport {
    Diagnostics diagnostics;             ///< sorted; with an error nothing was published
    std::size_t pages = 0, files = 0, changed = 0;
    std::vector<std::string> changed_pages; ///< of an update: "/zh/", "/zh/glossary/kv-cache/" ...
    double milliseconds = 0;
    std::vector<std::pair<std::string_view, double>> parts; ///< milliseconds of each part, in order
    bool published = false;
    bool has_engine = false;             ///< calculators.wasm was found
};

/// Throws WriteError when the file system refuses.
BuildReport build(const Project&, const BuildRequest&);

/// A site that is built again and again. The project must outlive it.
class SiteBuild {
public:
    enum class Again { no, yes };        ///< no: nothing is kept for another build
    SiteBuild(const Project&, const BuildRequest&, Again = Again::yes);
    ~SiteBuild();
    SiteBuild(const SiteBuild&) = delete;
    SiteBuild& operator=(const SiteBuild&) = delete;

    /// Everything. What `before` published is only brought up to date.
    BuildReport build(const SiteBuild* before = nullptr);
    /// After these files of the content folder changed. The search index, which needs every page, stays as it was ...
    BuildReport update(const std::set<std::filesystem::path>& changed);
    /// ... until this is called: when the author pauses. Nothing to do is reported as published with no change.
    BuildReport finish();

private:
    class State;
    std::unique_ptr<State> m_state;
};

/// What is wrong with the request itself, exit code 2; nothing when it can be tried.
std::optional<CommandResult> refuse(const BuildRequest&, const Words&);

/// The same as a command: exit code 0 or 1, the diagnostics and a line of summary in `errors`.
CommandResult build_command(const ProjectPaths&, const BuildRequest&, const std::string& language);

}
