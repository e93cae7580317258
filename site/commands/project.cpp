#include "site/commands/project.h"

#include "site/render/pages/handbook_page.h"

#include "engine/calculators/calculator.h"
#include "site/diagnostics/characters.h"
#include "site/diagnostics/suggestion.h"
#include "site/load/load_site.h"
#include "site/load/settings.h"
#include "site/render/calculator/calculator_page.h"
#include "site/render/compare/comparison.h"

#include <algorithm>
#include <fstream>

namespace site {

namespace fs = std::filesystem;

namespace {

fs::path executable_folder()
{
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

/// `assets` beside the content, else that of the checkout this program was built in.
std::string find_assets(const std::string& content)
{
    for (const fs::path& candidate : {fs::path(content) / ".." / "assets", executable_folder() / ".." / ".." / ".." / "assets",
                                      fs::path(GLOSS_SOURCE_FOLDER) / "assets"})
        if (fs::is_directory(candidate / "templates"))
            return candidate.lexically_normal().string();
    return "assets";
}

void complete(ProjectPaths& paths)
{
    if (paths.assets.empty())
        paths.assets = find_assets(paths.content);
    if (paths.scripts.empty())
        paths.scripts = (fs::path(paths.assets) / ".." / "web" / "js").lexically_normal().string();
    if (paths.built.empty())
        paths.built = (executable_folder() / ".." / "web").lexically_normal().string();
}

Settings read_settings(const std::string& content, Diagnostics& diagnostics)
{
    std::ifstream stream(fs::path(content) / "site.yaml", std::ios::binary);
    if (!stream)
        return {};
    return parse_settings({std::istreambuf_iterator<char>(stream), {}}, "content/site.yaml", diagnostics);
}

template<class RowType>
void add_ids(const Table<RowType>& table, std::vector<std::string>& ids)
{
    for (const RowType& row : table.rows())
        ids.push_back(row.id);
}

template<class RowType>
void add_targets(const Table<RowType>& table, const std::string& folder, std::vector<CatalogTarget>& targets)
{
    for (const RowType& row : table.rows())
        targets.push_back({row.id, row.name, folder + row.id + "/", row.automatic_aliases(), {}});
}

/// A model that the catalog lacks would leave its column out, silently.
void check_reference_models(Project& project)
{
    std::vector<std::string> models;
    add_ids(project.catalog.models, models);
    const Settings& settings = project.settings;
    for (std::size_t i = 0; i < settings.reference_models_where.size(); ++i) {
        const std::string& id = settings.reference_models[i];
        if (project.catalog.models.find(id))
            continue;
        std::string known(nearest(id, models));
        if (known.empty())
            for (const std::string& model : models)
                known.append(known.empty() ? "" : ", ").append(model);
        project.diagnostics.push_back({Severity::error, "bad-choice", settings.file, settings.reference_models_where[i],
                                       {"reference_models", id, known}, static_cast<int>(character_count(id))});
    }
}

KnownIds known_ids(const Catalog& catalog, const Settings& settings)
{
    KnownIds known;
    known.sources.emplace();
    add_ids(catalog.sources, *known.sources);
    known.provider.emplace();
    for (const ProviderNote& note : catalog.provider.notes)
        known.provider->push_back(note.id);
    known.calculators.emplace();
    for (const engine::Calculator& calculator : engine::calculators())
        known.calculators->emplace_back(calculator.id);
    known.compared.emplace();
    add_ids(catalog.accelerators, *known.compared);
    add_ids(catalog.models, *known.compared);
    add_ids(catalog.links, *known.compared);
    add_ids(catalog.formats, *known.compared);
    known.urls.emplace();
    for (const std::string& language : settings.languages) {
        const std::string root = "/" + language + "/";
        for (const std::string_view tail : {"", "glossary/", "glossary/pinyin/", "gpus/", "models/", "calculators/", "compare/", "methods/", "accuracy/", "feed.xml"})
            known.urls->push_back(root + std::string(tail));
        for (const AcceleratorRow& row : catalog.accelerators.rows()) {
            known.urls->push_back(root + "gpus/" + row.id + "/");
            for (const AcceleratorRow& other : catalog.accelerators.rows())
                if (row.id < other.id) // Generated, or a redirect to what an author wrote.
                    known.urls->push_back(root + "compare/" + pair_id(row, other) + "/");
        }
        for (const ModelRow& row : catalog.models.rows())
            known.urls->push_back(root + "models/" + row.id + "/");
        for (const engine::Calculator& calculator : engine::calculators())
            if (has_calculator_page(calculator.id))
                known.urls->push_back(root + "calculators/" + std::string(calculator.id) + "/");
    }
    for (const std::string_view path : {"/", "/data/index.json", "/data/accelerators.json", "/data/models.json",
                                        "/data/formats.json", "/data/links.json", "/data/sources.json", "/llms.txt", "/sitemap.xml"})
        known.urls->emplace_back(path);
    for (const std::string& language : settings.languages) // known, though made only where the site has a handbook
        known.urls->push_back("/" + language + "/" + std::string(diagnostics_tail));
    known.fact_problem = [&catalog](std::string_view path) -> std::optional<std::string> {
        const FactLookup found = catalog.fact(path);
        if (found)
            return std::nullopt;
        return found.arguments.empty() ? std::string() : found.arguments.back();
    };
    return known;
}

}

Project::Project(ProjectPaths given) : paths(std::move(given))
{
    complete(paths);
    settings = read_settings(paths.content, diagnostics);
    diagnostics.clear(); // load_site() reads it again and reports.
    asset_folders = {paths.assets};
    if (!settings.theme.empty()) {
        const fs::path theme = fs::path(paths.content) / settings.theme;
        if (!fs::is_directory(theme))
            diagnostics.push_back({Severity::error, "no-theme", settings.file, settings.theme_where, {settings.theme, theme.lexically_normal().string()},
                                   static_cast<int>(character_count(settings.theme))});
        asset_folders.push_back(theme);
    }
    const std::vector<std::string> message_languages{"zh", "en"}; // `--lang` speaks these on any site.
    strings = load_strings(asset_folders, settings.languages, message_languages, diagnostics);
    for (const std::string& language : settings.languages) {
        const auto title = settings.titles.find(language);
        strings.name_site(language, title == settings.titles.end() ? settings.title : title->second);
    }
    const fs::path data = fs::path(paths.content) / "data";
    has_data = fs::is_directory(data);
    if (has_data)
        catalog = load_catalog(data, diagnostics);
    if (has_data)
        check_reference_models(*this);
    for (const ProviderNote& note : catalog.provider.notes)
        for (const std::string& language : settings.languages)
            if (!note.text.contains(language))
                diagnostics.push_back({Severity::error, "catalog-missing-key", catalog.provider.row.file, note.where, {"text." + language, note.id}, 1});
    m_figures = std::make_unique<CatalogFigures>(catalog, strings, [this](std::string_view language, std::string_view calculator) {
        return has_data && has_calculator_page(calculator)
                   ? "/" + std::string(language) + "/calculators/" + std::string(calculator) + "/"
                   : std::string();
    });
    if (has_data)
        world.known = known_ids(catalog, settings);
    world.figures = m_figures.get();
    if (has_data)
        world.check_figures = [this](const Library& library, std::span<const Prose> proses, const PageFilter& wanted) {
            return check_figures(library, proses, catalog, *m_figures, wanted);
        };
    world.diagnostics = diagnostics;
    world.targets = [this](const std::string&) {
        std::vector<CatalogTarget> targets;
        add_targets(catalog.accelerators, "gpus/", targets);
        add_targets(catalog.models, "models/", targets);
        return targets;
    };
}

std::string Project::help_address(std::string_view language) const
{
    const std::string page = "/pages/" + std::string(handbook_page_id) + ".md";
    const bool here = fs::exists(fs::path(paths.content) / (std::string(language) + page));
    if (!here && !fs::exists(fs::path(paths.content) / (settings.languages.front() + page)))
        return {};
    const std::string base = settings.base_url == Settings().base_url ? std::string() : settings.base_url;
    return base + "/" + (here ? std::string(language) : settings.languages.front()) + "/" + std::string(diagnostics_tail);
}

std::vector<std::string> Project::codes(std::string_view language) const { return explained_codes(strings.words(language)); }

Wording Project::wording(std::string_view language) const
{
    const Words& words = strings.words(language);
    return [&words](std::string_view key) { return words.has(key) ? std::string(words(key)) : std::string(); };
}

ProseOptions prose_options(const Project& project)
{
    return {.wordings = [&project](std::string_view language) { return project.wording(language); }};
}

}
