#include "engine/units/format.h"
#include "site/commands/build.h"
#include "site/scenario/scenario.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace build_test;

namespace {

site::BuildReport build_to(const site::Project& project, const fs::path& out, int jobs = 2)
{
    return site::build(project, {.out = out.string(), .base_url = "https://test.example", .jobs = jobs});
}

/// The project of this checkout with the content of a folder.
site::ProjectPaths paths_of(const fs::path& content) { return {.content = content.string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"}; }

constexpr std::string_view term_a = "---\nid: alpha\ntitle: 甲术语\nenglish: Alpha\nshort: 甲的定义。\ncategory: memory\nsee: [beta]\n"
                                    "not: [beta]\nupdated: 2026-11-30\nwas: [old-alpha]\n---\n\n甲术语与乙术语有关。\n";
constexpr std::string_view term_b = "---\nid: beta\ntitle: 乙术语\nenglish: Beta\nshort: 乙的定义。\ncategory: memory\n"
                                    "updated: 2026-11-29\n---\n\n乙术语离不开甲术语。\n";

void write_small_site(const Folder& folder)
{
    folder.write("content/zh/terms/alpha.md", term_a);
    folder.write("content/zh/terms/beta.md", term_b);
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The real site, built once for all tests that only look at it.
const std::map<std::string, std::string>& real_site()
{
    static const std::map<std::string, std::string> files = [] {
        const Folder folder;
        const site::Project project(paths_of("content"));
        const site::BuildReport report = build_to(project, folder.path() / "dist");
        for (const site::Diagnostic& diagnostic : report.diagnostics)
            if (diagnostic.severity == site::Severity::error)
                UNSCOPED_INFO(diagnostic.file << ":" << diagnostic.where.line << " " << diagnostic.code);
        REQUIRE(report.published);
        return all_files(folder.path() / "dist");
    }();
    return files;
}

const std::string& page(const std::string& path)
{
    static const std::string none;
    const auto found = real_site().find(path);
    CHECK(found != real_site().end());
    return found == real_site().end() ? none : found->second;
}

}

TEST_CASE("a term page has its parts")
{
    const Folder folder;
    write_small_site(folder);
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    const std::string html = folder.text("dist/zh/glossary/alpha/index.html");
    CHECK(holds(html, "<html lang=\"zh-CN\""));
    CHECK(holds(html, "<link rel=\"canonical\" href=\"https://test.example/zh/glossary/alpha/\">"));
    CHECK(holds(html, "甲术语 <span class=\"english\" lang=\"en\">Alpha</span>"));
    CHECK(holds(html, "<p class=\"short\">甲的定义。</p>"));
    CHECK(holds(html, "<div class=\"prose\">"));
    CHECK(holds(html, "href=\"/zh/glossary/beta/\" data-term=\"beta\""));
    CHECK(holds(html, "id=\"tip-beta\" popover=\"manual\""));
    CHECK(holds(html, "乙术语离不开<mark>甲术语</mark>。")); // Linked from, with its sentence.
    CHECK(holds(html, "\"@type\":\"DefinedTerm\""));
    CHECK(holds(html, "\"@type\":\"BreadcrumbList\""));
    CHECK_FALSE(holds(html, "hreflang=\"en\"")); // There is no English page.
    CHECK_FALSE(holds(html, "style="));
}

TEST_CASE("without data there are no GPU, model or calculator pages")
{
    const Folder folder;
    write_small_site(folder);
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    CHECK_FALSE(fs::exists(folder.path() / "dist/zh/gpus"));
    CHECK_FALSE(fs::exists(folder.path() / "dist/zh/calculators"));
    CHECK_FALSE(fs::exists(folder.path() / "dist/data"));
    CHECK(folder.text("dist/index.html") == folder.text("dist/zh/index.html"));
    CHECK(fs::exists(folder.path() / "dist/404.html"));
}

TEST_CASE("a site with a handbook explains every diagnostic, for its writers only")
{
    const std::string& words = page("zh/handbook/diagnostics/wrong-figure/index.html");
    CHECK(holds(words, "<h1>wrong-figure</h1>"));
    CHECK(holds(words, "<meta name=\"robots\" content=\"noindex\">"));
    CHECK(holds(words, "{{ fact &quot;h200-sxm.memory_bandwidth&quot; }}"));
    CHECK_FALSE(holds(words, "{0}"));
    CHECK(holds(page("en/handbook/diagnostics/index.html"), "href=\"/en/handbook/diagnostics/unknown-term/\""));
    CHECK_FALSE(holds(page("sitemap.xml"), "handbook/diagnostics"));
    CHECK(holds(page("sitemap.xml"), "/zh/handbook/"));
    CHECK(site::Project(paths_of("content")).help_address("en") == "https://gloss.example/en/handbook/diagnostics/");

    const Folder folder;
    write_small_site(folder);
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    CHECK_FALSE(fs::exists(folder.path() / "dist/zh/handbook"));
    CHECK(project.help_address("en").empty());
}

TEST_CASE("an old id redirects")
{
    const Folder folder;
    write_small_site(folder);
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    CHECK(holds(folder.text("dist/_redirects"), "/zh/glossary/old-alpha/ /zh/glossary/alpha/ 301\n"));
    CHECK(holds(folder.text("dist/zh/glossary/old-alpha/index.html"), "url=/zh/glossary/alpha/"));
}

TEST_CASE("a build with an error publishes nothing and leaves the last good site")
{
    const Folder folder;
    write_small_site(folder);
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    const auto before = all_files(folder.path() / "dist");
    folder.write("content/zh/terms/beta.md", std::string(term_b) + "\n见 [[no-such-term]]。\n");
    const site::BuildReport report = build_to(project, folder.path() / "dist");
    CHECK_FALSE(report.published);
    CHECK(site::has_errors(report.diagnostics));
    CHECK(all_files(folder.path() / "dist") == before);
}

TEST_CASE("a broken template is an error that names its file")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("content/site.yaml", "theme: theme\n");
    folder.write("content/theme/templates/term.html", "{% if title %} never closed");
    const site::Project project(paths_of(folder.path() / "content"));
    const site::BuildReport report = build_to(project, folder.path() / "dist");
    CHECK_FALSE(report.published);
    bool named = false;
    for (const site::Diagnostic& diagnostic : report.diagnostics)
        named = named || (diagnostic.code == "template-syntax" && holds(diagnostic.file, "term.html"));
    CHECK(named);
}

TEST_CASE("a mistake in a template, its part or its include is told once, where its author wrote it")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("content/site.yaml", "theme: theme\n");
    folder.write("content/theme/templates/term.html", "{# A comment\nof two lines. #}\n<p>{{ t(\"page.updated\") }}</p>\n{% iff title %}\n{{ body }}\n");
    folder.write("content/theme/templates/page.html", "<main>\n  {% include \"parts/none\" %}\n</main>\n");
    folder.write("content/theme/templates/parts/sources.html", "<ol>\n{{ sources | }}\n</ol>\n");
    const site::BuildReport report = build_to(site::Project(paths_of(folder.path() / "content")), folder.path() / "dist");
    CHECK_FALSE(report.published);
    std::vector<std::pair<std::string, int>> places;
    for (const site::Diagnostic& diagnostic : report.diagnostics)
        if (diagnostic.code == "template-syntax")
            places.emplace_back(fs::path(diagnostic.file).filename().string(), diagnostic.where.line);
    std::sort(places.begin(), places.end());
    CHECK(places == std::vector<std::pair<std::string, int>>{{"page.html", 2}, {"sources.html", 2}, {"term.html", 4}});
}

TEST_CASE("a template takes in another, which a theme may replace")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("content/site.yaml", "theme: theme\n");
    folder.write("content/theme/templates/term.html", "<article>{{ body }}{% include \"parts/mine\" %}</article>");
    folder.write("content/theme/templates/parts/mine.html", "{# Mine. #}\n{% if updated %}<i>{{ updated }}</i>{% endif %}\n");
    REQUIRE(build_to(site::Project(paths_of(folder.path() / "content")), folder.path() / "dist").published);
    CHECK(holds(folder.text("dist/zh/glossary/alpha/index.html"), "<i>2026-"));
}

TEST_CASE("a theme replaces a template")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("content/site.yaml", "theme: theme\n");
    folder.write("content/theme/templates/items/entry.html", "<li class=\"entry\">THEMED {{ first }}</li>");
    const site::Project project(paths_of(folder.path() / "content"));
    REQUIRE(build_to(project, folder.path() / "dist").published);
    CHECK(holds(folder.text("dist/zh/glossary/index.html"), "THEMED Alpha"));
}

TEST_CASE("settings that cannot be are errors with their place, and nothing is published")
{
    struct Case {
        std::string yaml, code;
        site::Position where;
    };
    for (const Case& c : std::vector<Case>{{"languages: [xx]\n", "language-without-words", {}},
                                           {"languages: []\n", "wrong-type", {1, 12}},
                                           {"base_url: nowhere\n", "bad-base-url", {1, 11}},
                                           {"title: 甲\ntheme: no/such/folder\n", "no-theme", {2, 8}},
                                           {"nav: [glossary, nowhere]\n", "unknown-page", {1, 17}}}) {
        CAPTURE(c.yaml);
        const Folder folder;
        write_small_site(folder);
        folder.write("content/site.yaml", c.yaml);
        const site::Project project(paths_of(folder.path() / "content"));
        const site::BuildReport report = site::build(project, {.out = (folder.path() / "dist").string(), .jobs = 2});
        CHECK_FALSE(report.published);
        CHECK_FALSE(fs::exists(folder.path() / "dist"));
        const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                        [&](const site::Diagnostic& d) { return d.code == c.code; });
        REQUIRE(found != report.diagnostics.end());
        CHECK(found->where == c.where);
        CHECK(found->severity == site::Severity::error);
    }
}

TEST_CASE("a site without search has no box, page or index for it")
{
    const Folder folder;
    write_small_site(folder);
    const fs::path out = folder.path() / "dist";
    const auto mentions = [&] {
        std::size_t count = 0;
        for (const auto& [path, bytes] : all_files(out))
            count += path.find("search/") != std::string::npos || holds(bytes, "/zh/search/");
        return count;
    };
    REQUIRE(build_to(site::Project(paths_of(folder.path() / "content")), out).published);
    CHECK(mentions() > 3);
    folder.write("content/site.yaml", "languages: [zh]\nsearch: false\n");
    REQUIRE(build_to(site::Project(paths_of(folder.path() / "content")), out).published);
    CHECK(mentions() == 0);
}

TEST_CASE("a request that cannot be is refused before anything is done")
{
    const Folder folder;
    write_small_site(folder);
    const site::CommandResult result =
        site::build_command(paths_of(folder.path() / "content"), {.out = (folder.path() / "dist").string(), .base_url = "example.com/sub"}, "en");
    CHECK(result.exit_code == 2);
    CHECK(holds(result.errors, "example.com/sub"));
    CHECK_FALSE(fs::exists(folder.path() / "dist"));
}

TEST_CASE("a folder that cannot be written to is named, and the exit code says so")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("file", "no folder");
    const site::CommandResult result =
        site::build_command(paths_of(folder.path() / "content"), {.out = (folder.path() / "file/dist").string()}, "en");
    CHECK(result.exit_code == 1);
    CHECK(holds(result.errors, "file"));
}

TEST_CASE("the same bytes for any number of threads, and with a site there before")
{
    const Folder folder;
    const site::Project project(paths_of("content"));
    REQUIRE(build_to(project, folder.path() / "one", 1).published);
    REQUIRE(build_to(project, folder.path() / "four", 4).published);
    CHECK(all_files(folder.path() / "one") == all_files(folder.path() / "four"));
    const site::BuildReport again = build_to(project, folder.path() / "one", 3);
    CHECK(again.changed == 0);
    CHECK(all_files(folder.path() / "one") == all_files(folder.path() / "four"));
}

TEST_CASE("the answer on the page without JavaScript is the engine's")
{
    const site::Project project(paths_of("content"));
    const engine::Calculator& calculator = *engine::find_calculator("inference-memory");
    const site::Scenario scenario = site::make_scenario(calculator, project.catalog, {});
    const site::Outcome outcome = site::run(scenario);
    REQUIRE(outcome.problems.empty());
    const std::string& html = page("zh/calculators/inference-memory/index.html");
    for (const std::string_view field : {"weights_bytes", "kv_cache_bytes", "total_bytes", "usable_bytes", "activation_bytes"}) {
        const int index = engine::field_index(calculator.outputs, field);
        const double value = outcome.answer.outputs[static_cast<std::size_t>(index)];
        const std::string text(engine::format(value, engine::Unit::bytes, engine::Language::zh).view());
        CHECK(holds(html, "<output data-field=\"" + std::string(field) + "\">" + text + "</output>"));
    }
    const bool fits = outcome.answer.outputs[static_cast<std::size_t>(engine::field_index(calculator.outputs, "fits"))] == 1;
    CHECK(holds(html, fits ? "data-verdict=\"fits\"" : "data-verdict=\"misses\""));
}

TEST_CASE("the form has a control for every input, with label and help")
{
    const engine::Calculator& calculator = *engine::find_calculator("inference-memory");
    const std::string& html = page("zh/calculators/inference-memory/index.html");
    for (const engine::Field& field : calculator.inputs) {
        CHECK(holds(html, "name=\"" + std::string(field.id) + "\""));
        CHECK(holds(html, "for=\"" + std::string(field.id) + "\""));
        CHECK(holds(html, "id=\"" + std::string(field.id) + "-help\""));
    }
    for (const engine::Field& field : calculator.outputs)
        if (field.id != "fits")
            CHECK(holds(html, "data-steps=\"" + std::string(field.id) + "\""));
}

TEST_CASE("every page is whole: one h1, one main, nothing inline, no words missing")
{
    int pages = 0;
    for (const auto& [path, html] : real_site()) {
        if (!path.ends_with(".html"))
            continue;
        ++pages;
        INFO(path);
        const auto count = [&](std::string_view part) {
            int n = 0;
            for (std::size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1))
                ++n;
            return n;
        };
        CHECK(count("<h1") == 1);
        CHECK(count("<main") == 1);
        CHECK(count(" style=\"") == 0);
        CHECK(count("<style") == 0);
        CHECK(count(" onclick=") == 0);
        if (path.find("/handbook/") == std::string::npos) // which shows expressions
            CHECK(count("{{") == 0);
        CHECK(count("<title>") == 1);
        CHECK(count("rel=\"canonical\"") == 1);
    }
    CHECK(pages > 100);
}

TEST_CASE("GPU pages keep dense and sparse, GB and GiB, one direction and both apart")
{
    const std::string& html = page("zh/gpus/h100-sxm/index.html");
    CHECK(holds(html, "GiB"));
    CHECK(holds(html, "稠密"));
    CHECK(holds(html, "稀疏"));
    CHECK(holds(html, "单向"));
    CHECK(holds(html, "双向之和"));
    CHECK(holds(html, "data-fit=\"1\""));
    CHECK(holds(html, "id=\"source-"));
}

TEST_CASE("a model page counts parameters and cache and says which GPUs fit")
{
    const std::string& html = page("zh/models/llama-3.3-70b/index.html");
    CHECK(holds(html, "KV 缓存 / token"));
    CHECK(holds(html, "/zh/gpus/h100-sxm/"));
    CHECK(holds(html, "data-fit="));
}

TEST_CASE("feeds, sitemap and data are there and list only what exists")
{
    CHECK(holds(page("sitemap.xml"), "https://test.example/zh/glossary/kv-cache/"));
    CHECK_FALSE(holds(page("sitemap.xml"), "404"));
    CHECK(holds(page("zh/feed.xml"), "<feed xmlns=\"http://www.w3.org/2005/Atom\""));
    CHECK(holds(page("robots.txt"), "Sitemap: https://test.example/sitemap.xml"));
    CHECK(holds(page("_headers"), "Content-Security-Policy: default-src 'none'"));
    CHECK(holds(page("data/accelerators.json"), "\"id\":\"h100-sxm\""));
    CHECK(holds(page("llms.txt"), "# 算典"));
}

TEST_CASE("a figure that the catalog contradicts is not published, by a build or by an edit")
{
    const Folder folder;
    write_small_site(folder);
    folder.write("content/site.yaml", "languages: [zh]\n");
    fs::create_directory_symlink(fs::absolute("content/data"), folder.path() / "content/data");
    const auto write = [&](std::string_view figure) {
        folder.write("content/zh/guides/g.md", "---\ntitle: 指南\nupdated: 2026-11-30\n---\n\nH200 的显存带宽是 " + std::string(figure) + "。\n");
    };
    write("9.9 TB/s");
    const site::Project project(paths_of(folder.path() / "content"));
    const fs::path out = folder.path() / "dist", page = folder.path() / "content/zh/guides/g.md";
    site::SiteBuild build(project, {.out = out.string(), .base_url = "https://test.example", .jobs = 2});
    const site::BuildReport refused = build.build();
    CHECK_FALSE(refused.published);
    CHECK_FALSE(fs::exists(out));
    const auto found = std::find_if(refused.diagnostics.begin(), refused.diagnostics.end(), [](const site::Diagnostic& d) { return d.code == "wrong-figure"; });
    REQUIRE(found != refused.diagnostics.end());
    CHECK(found->file == "content/zh/guides/g.md");
    CHECK(found->where == site::Position{6, 13});
    write("{{ fact \"h200-sxm.memory_bandwidth\" }}");
    REQUIRE(build.update({page}).published);
    const std::string good = folder.text("dist/zh/guides/g/index.html");
    CHECK(holds(good, "4.8 TB/s"));
    write("8.4 TB/s");
    CHECK_FALSE(build.update({page}).published);
    CHECK(folder.text("dist/zh/guides/g/index.html") == good);
    write("4.8 TB/s"); // Typed but right: `gloss check` says so, a build does not mind.
    CHECK(build.update({page}).published);
}
