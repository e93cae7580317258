#include "site/commands/new.h"

#include "engine/calculators/calculator.h"
#include "site/load/front_matter.h"
#include "site/load/page_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

namespace site {

namespace fs = std::filesystem;

namespace {

/// "kv-cache" -> "Kv cache": a start for the title.
std::string title_of(std::string slug)
{
    std::replace(slug.begin(), slug.end(), '-', ' ');
    if (slug.front() >= 'a' && slug.front() <= 'z')
        slug.front() = static_cast<char>(slug.front() - 'a' + 'A');
    return slug;
}

const Row* compared(const Catalog& catalog, std::string_view id)
{
    if (const AcceleratorRow* row = catalog.accelerators.find(id))
        return row;
    return catalog.models.find(id);
}

/// Writes one page, or one site. A method for each kind of refusal and each kind of page.
class Creator {
public:
    Creator(const NewRequest& request, const Project& project, const Words& words)
        : m_request(request), m_project(project), m_words(words)
    {
    }

    CommandResult run()
    {
        if (m_request.kind == "site")
            return create_site();
        const std::string folder = folder_of_kind();
        if (folder.empty())
            return refuse("new.bad_kind", {m_request.kind});
        if (!is_id(m_request.slug))
            return refuse("new.bad_slug", {m_request.slug});
        std::string middle, body;
        if (m_request.kind == "compare") {
            const auto pair = compared_pair();
            if (!pair)
                return refuse("new.bad_pair", {m_request.slug});
            middle = "title: " + m_words("new.compare_title", {pair->first->name, pair->second->name}) + "\na: " + pair->first->id +
                     "\nb: " + pair->second->id + "\n";
            body = m_words("new.compare_body");
        } else if (m_request.kind == "calculator") {
            if (!has_calculator())
                return refuse("new.unknown_calculator", {m_request.slug, calculator_list()});
            middle = "title: " + std::string(m_words("calculator." + m_request.slug + ".title")) + "\ncalculator: " + m_request.slug + "\n";
            body = m_words("new.calculator_body");
        } else {
            middle = plain_head();
            body = m_words("new.term_body");
        }
        return create_page(folder, middle, body);
    }

private:
    CommandResult refuse(std::string_view key, std::initializer_list<std::string_view> arguments, int exit_code = 2) const
    {
        return {.exit_code = exit_code, .output = {}, .errors = m_words(key, arguments) + "\n"};
    }

    std::string folder_of_kind() const
    {
        for (const PageFolder& folder : page_folders)
            if (folder.folder == (m_request.kind == "compare" ? m_request.kind : m_request.kind + "s"))
                return std::string(folder.folder);
        return {};
    }

    /// A term or a page of free text.
    std::string plain_head() const
    {
        const std::string title = title_of(m_request.slug);
        if (m_request.kind != "term")
            return "title: " + title + "\n";
        return "id: " + m_request.slug + "\ntitle: " + title + "\n" + (m_request.language == "zh" ? "english: " + title + "\n" : "") +
               "short: " + std::string(m_words("new.term_short")) + "\ncategory: hardware\nsee: []\nsources: []\n";
    }

    std::optional<std::pair<const Row*, const Row*>> compared_pair() const
    {
        constexpr std::string_view between = "-vs-";
        const std::string_view slug = m_request.slug;
        for (std::size_t at = slug.find(between); at != slug.npos; at = slug.find(between, at + 1)) {
            const Row* a = compared(m_project.catalog, slug.substr(0, at));
            const Row* b = compared(m_project.catalog, slug.substr(at + between.size()));
            if (a && b && a != b)
                return std::pair(a, b);
        }
        return std::nullopt;
    }

    bool has_calculator() const
    {
        const auto calculators = engine::calculators();
        return std::any_of(calculators.begin(), calculators.end(), [&](const engine::Calculator& one) { return one.id == m_request.slug; });
    }

    static std::string calculator_list()
    {
        std::string list;
        for (const engine::Calculator& calculator : engine::calculators())
            list.append(list.empty() ? "" : ", ").append(calculator.id);
        return list;
    }

    CommandResult create_page(const std::string& folder, const std::string& middle, const std::string& body) const
    {
        const fs::path file = fs::path(m_project.paths.content) / m_request.language / folder / (m_request.slug + ".md");
        if (fs::exists(file))
            return refuse("new.exists", {file.string()}, 1);
        std::error_code error;
        fs::create_directories(file.parent_path(), error);
        std::ofstream stream(file, std::ios::binary);
        stream << "---\n" << middle << "updated: " << m_request.today << "\n---\n\n" << body << "\n";
        if (!stream.flush())
            return refuse("diagnostic.write-failed", {file.string()}, 1);
        return {.exit_code = 0, .output = m_words("new.created", {file.string()}) + "\n", .errors = {}};
    }

    CommandResult create_site() const
    {
        const fs::path site = m_request.slug, content = site / "content";
        const fs::path starter = fs::path(m_project.paths.assets) / "starter" / m_request.language;
        std::error_code error;
        if (fs::exists(site, error) && !fs::is_empty(site, error))
            return refuse("new.exists", {site.string()}, 1);
        if (!fs::is_directory(starter, error))
            return refuse("new.no_starter", {starter.string()}, 1);
        fs::create_directories(site, error);
        if (!error)
            fs::copy(starter, content, fs::copy_options::recursive, error);
        if (error)
            return refuse("diagnostic.write-failed", {content.string() + ": " + error.message()}, 1);
        return {.exit_code = 0,
                .output = m_words("new.created", {content.string()}) + "\n" + m_words("new.site_next", {content.string()}) + "\n",
                .errors = {}};
    }

    const NewRequest& m_request;
    const Project& m_project;
    const Words& m_words;
};

}

CommandResult new_command(const NewRequest& request, const Project& project, const Words& words)
{
    return Creator(request, project, words).run();
}

}
