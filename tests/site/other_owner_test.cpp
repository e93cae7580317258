// Another owner: a third language, own words, templates, styles, data and provider, and no line of C++. And the site that
// `gloss new site` makes.

#include "site/commands/build.h"
#include "site/commands/new.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace build_test;

namespace {

site::ProjectPaths paths_of(const fs::path& content) { return {.content = content.string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"}; }

site::BuildReport build_to(const site::Project& project, const fs::path& out) { return site::build(project, {.out = out.string(), .jobs = 2}); }

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// What is wrong with a content folder, "file: code" each.
std::vector<std::string> problems(const site::Project& project, const Folder& folder)
{
    std::vector<std::string> result;
    const site::BuildReport report = build_to(project, folder.path() / "checked");
    CHECK(report.published);
    for (const site::Diagnostic& diagnostic : report.diagnostics)
        result.push_back(diagnostic.file + ": " + diagnostic.code);
    return result;
}

site::CommandResult create(const std::string& kind, const std::string& slug, const fs::path& content, const std::string& language = "zh")
{
    const site::Project project(paths_of(content));
    return site::new_command({.kind = kind, .slug = slug, .language = language, .today = "2026-11-30"}, project, project.strings.words(language));
}

const std::vector<std::string> none;

}

TEST_CASE("a site of another owner needs no change of the program")
{
    const Folder folder;
    const site::Project project(paths_of("tests/site/fixtures/other_owner/content"));
    CHECK(problems(project, folder) == none);
    const std::string term = folder.text("checked/de/glossary/vram/index.html");
    CHECK(holds(term, "<html lang=\"de\""));
    CHECK(holds(term, "<title>Grafikspeicher · GPU-Lexikon</title>"));
    CHECK(holds(term, "https://lexikon.example/de/glossary/vram/"));
    CHECK(holds(term, "<h2 id=\"related\">Verwandt</h2>"));                       // their words,
    CHECK(holds(term, "<small>Erklärt von Leuten, die GPUs betreiben.</small>"));  // template and a word of their own,
    CHECK(holds(term, "die Abwärme heizt das Schwimmbad"));                        // provider,
    CHECK(holds(term, "href=\"/de/gpus/h100-sxm/\""));                             // catalog,
    CHECK(holds(term, "/de/ueber/"));                                              // navigation.
    CHECK(holds(term, "data-term=\"bandbreite\""));
    CHECK(holds(folder.text("checked/de/glossary/bandbreite/index.html"), "data-term=\"vram\">VRAM</a>"));
    CHECK(holds(folder.text("checked/de/feed.xml"), "<title>GPU-Lexikon: Neues</title>"));
    bool own_style = false;
    for (const auto& [path, bytes] : all_files(folder.path() / "checked"))
        own_style |= path.starts_with("assets/print.") && holds(bytes, ".top, .bottom { display: none; }");
    CHECK(own_style);
    CHECK_FALSE(fs::exists(folder.path() / "checked/zh"));
    CHECK_FALSE(fs::exists(folder.path() / "checked/en"));
    CHECK(holds(folder.text("checked/index.html"), "Was die Wörter heißen"));
}

TEST_CASE("a language of a theme must have every word, or say where the rest comes from")
{
    const Folder folder;
    fs::copy("tests/site/fixtures/other_owner", folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    folder.write("theme/strings/de.json", "{\"site.name\": \"Lexikon\"}");
    const site::Project project(paths_of(folder.path() / "content"));
    CHECK(std::any_of(project.diagnostics.begin(), project.diagnostics.end(), [](const site::Diagnostic& d) {
        return d.code == "missing-string" && d.arguments == std::vector<std::string>{"nav.home", "de"};
    }));
}

TEST_CASE("a provider's text is needed in each language of the site")
{
    const Folder folder;
    fs::copy("tests/site/fixtures/other_owner", folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    folder.write("content/site.yaml", "languages: [de, en]\ntheme: ../theme\n");
    const site::Project project(paths_of(folder.path() / "content"));
    CHECK(std::any_of(project.diagnostics.begin(), project.diagnostics.end(), [](const site::Diagnostic& d) {
        return d.code == "catalog-missing-key" && d.arguments == std::vector<std::string>{"text.en", "abwaerme"} && d.where.line == 2;
    }));
}

TEST_CASE("gloss new site makes a site that is clean and complete")
{
    for (const std::string language : {"zh", "en"}) {
        const Folder folder;
        const fs::path at = folder.path() / "mine";
        CHECK(create("site", at.string(), "content", language).exit_code == 0);
        const site::Project project(paths_of(at / "content"));
        CHECK(problems(project, folder) == none);
        const std::string term = folder.text("checked/" + language + "/glossary/latency/index.html");
        CHECK(holds(term, "data-term=\"throughput\""));
        CHECK(holds(term, language == "zh" ? " · 小词典</title>" : " · Small glossary</title>"));
        CHECK(holds(folder.text("checked/" + language + "/guides/first-term/index.html"), "data-term=\"latency\""));
        CHECK(create("site", at.string(), "content", language).exit_code == 1); // It exists.
    }
}

TEST_CASE("gloss new makes pages of each kind that check clean")
{
    const Folder folder;
    fs::copy("tests/site/fixtures/other_owner", folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    const fs::path content = folder.path() / "content";
    for (const auto& [kind, slug, file] : std::vector<std::array<std::string, 3>>{{"term", "neu", "terms/neu.md"},
                                                                                 {"guide", "los", "guides/los.md"},
                                                                                 {"page", "impressum", "pages/impressum.md"},
                                                                                 {"compare", "h100-sxm-vs-l4", "compare/h100-sxm-vs-l4.md"},
                                                                                 {"calculator", "billing", "calculators/billing.md"}}) {
        CAPTURE(kind);
        CHECK(create(kind, slug, content, "de").exit_code == 0);
        CHECK(fs::exists(content / "de" / file));
        CHECK(create(kind, slug, content, "de").exit_code == 1);
    }
    const site::Project project(paths_of(content));
    CHECK(problems(project, folder) == std::vector<std::string>{"content/de/terms/neu.md: orphan-term"}); // Nobody mentions it yet.
    CHECK(create("compare", "h100-sxm-vs-nothing", content).exit_code == 2);
    CHECK(create("calculator", "nothing", content).exit_code == 2);
    CHECK(create("term", "Bad Slug", content).exit_code == 2);
    CHECK(create("poem", "ode", content).exit_code == 2);
}
