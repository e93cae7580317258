#include "small_site.h"

#include "site/load/load_site.h"

#include <nlohmann/json.hpp>

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <stdlib.h>

namespace test {

namespace {

const Echo echo;

std::string read(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

}

Files case_files(std::string_view id)
{
    static const nlohmann::json cases = nlohmann::json::parse(read("tests/site/fixtures/site_cases.json"));
    for (const auto& c : cases["cases"])
        if (c["id"].get<std::string>().starts_with(id))
            return c["input_files"].get<Files>();
    FAIL("no case " << id);
    return {};
}

site::Figure Echo::evaluate(std::string_view expression, std::string_view) const
{
    if (expression.starts_with("bad"))
        return {"", {}, {{site::Severity::error, "bad-figure", "", {1, 3}, {}, 1}}, false};
    return {"<b>" + std::string(expression) + "</b>", {"s"}, {}, false};
}

SmallSite::SmallSite(const Files& files, site::CheckWorld world) : m_world(std::move(world))
{
    std::string pattern = (std::filesystem::temp_directory_path() / "gloss-test-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    m_folder = pattern;
    std::filesystem::create_directories(m_folder + "/content");
    for (const auto& [path, text] : files) {
        std::filesystem::create_directories(std::filesystem::path(m_folder + "/" + path).parent_path());
        std::ofstream(m_folder + "/" + path, std::ios::binary) << text;
    }
    if (!m_world.figures)
        m_world.figures = &echo;
    site::ProseOptions options;
    options.typography = true;
    options.explain = true;
    options.wording = words("zh");
    m_site = site::render_site(content(), m_world, options, 1);
    std::vector<const site::Matcher*> matchers;
    for (const site::Matcher& matcher : m_site.matchers)
        matchers.push_back(&matcher);
    m_diagnostics = site::check_site(m_site.library, matchers, m_site.proses, m_world.known);
    m_diagnostics.insert(m_diagnostics.end(), m_site.diagnostics.begin(), m_site.diagnostics.end());
    site::sort_and_deduplicate(m_diagnostics);
}

SmallSite::~SmallSite() { std::filesystem::remove_all(m_folder); }

std::string SmallSite::file(const std::string& path) const { return read(m_folder + "/" + path); }

site::Diagnostics SmallSite::of(std::string_view code) const
{
    site::Diagnostics out;
    for (const site::Diagnostic& d : m_diagnostics)
        if (d.code == code)
            out.push_back(d);
    return out;
}

const site::Prose& SmallSite::prose(std::string_view file) const
{
    for (std::size_t i = 0; i < m_site.library.pages.size(); ++i)
        if (m_site.library.pages[i].file == file)
            return m_site.proses[i];
    FAIL("no page " << file);
    return m_site.proses.front();
}

std::vector<std::string> SmallSite::links(std::string_view file) const
{
    std::vector<std::string> out;
    for (const site::Mention& m : prose(file).mentions)
        out.push_back(m.sentence.substr(m.begin, m.end - m.begin) + " -> " + m.target);
    return out;
}

site::CommandResult SmallSite::check(site::DiagnosticFormat format, std::string language, bool fix) const
{
    site::CheckRequest request;
    request.content = content();
    request.format = format;
    request.fix = fix;
    request.print.language = language;
    request.print.wording = words(language);
    return site::check_command(request, m_world);
}

std::string term(const std::string& id, const std::string& title, const std::string& aliases, const std::string& body)
{
    return "---\nid: " + id + "\ntitle: " + title + "\naliases: " + aliases + "\nshort: 一句话定义。\n---\n\n" + body;
}

std::string guide(const std::string& body, const std::string& more) { return "---\ntitle: 甲\n" + more + "---\n\n" + body; }

std::string text_of(std::string_view html)
{
    std::string out;
    bool inside = false;
    for (std::size_t i = 0; i < html.size(); ++i) {
        if (html[i] == '<')
            inside = true;
        else if (html[i] == '>')
            inside = false;
        else if (!inside)
            out += html[i];
    }
    for (const auto& [entity, c] : {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&quot;", "\""}, std::pair{"&amp;", "&"}})
        for (std::size_t at; (at = out.find(entity)) != std::string::npos;)
            out.replace(at, std::string_view(entity).size(), c);
    while (out.ends_with('\n'))
        out.pop_back();
    return out;
}

std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++n;
    return n;
}

std::vector<std::string> places(const site::Diagnostics& diagnostics)
{
    std::vector<std::string> out;
    for (const site::Diagnostic& d : diagnostics)
        out.push_back(d.file + ":" + std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.code);
    return out;
}

site::Wording words(const std::string& language)
{
    const auto table = std::make_shared<std::map<std::string, std::string>>();
    const auto json = nlohmann::json::parse(read("assets/strings/" + language + ".json"));
    for (const auto& [key, value] : json.items())
        table->emplace(key, value.get<std::string>());
    return [table](std::string_view key) {
        const auto found = table->find(std::string(key));
        return found == table->end() ? std::string() : found->second;
    };
}

}
