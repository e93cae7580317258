// `gloss serve` brings a site up to date; the folder must be what a build from nothing makes, byte for byte.

#include "site/commands/build.h"
#include "tests/site/build_folder.h"
#include "tests/site/small_site.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

using namespace build_test;

namespace {

site::ProjectPaths paths_of(const fs::path& content) { return {.content = content.string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"}; }

/// A content folder, the site that is kept up to date from it, and a clean build beside it to compare with.
class Served {
public:
    explicit Served(const fs::path& copy_of = {}, bool release = false) : m_release(release)
    {
        if (!copy_of.empty())
            fs::copy(copy_of, content(), fs::copy_options::recursive);
    }

    fs::path content() const { return m_folder.path() / "content"; }
    void start()
    {
        m_project.emplace(paths_of(content()));
        m_build.emplace(*m_project, request("served"));
        REQUIRE(m_build->build().published);
    }
    site::BuildReport update(const std::set<fs::path>& files)
    {
        if (!m_build)
            return {};
        site::BuildReport report = m_build->update(files);
        if (report.published)
            CHECK(m_build->finish().published);
        return report;
    }
    site::BuildReport write(const std::string& file, std::string_view text)
    {
        m_folder.write("content/" + file, text);
        return update({content() / file});
    }
    site::BuildReport remove(const std::string& file)
    {
        fs::remove(content() / file);
        return update({content() / file});
    }
    std::string text(const std::string& file) const { return m_folder.text("content/" + file); }
    std::string published(const std::string& file) const { return m_folder.text("served/" + file); }
    bool has(const std::string& file) const { return fs::exists(m_folder.path() / "served" / file); }
    fs::file_time_type time(const std::string& file) const { return fs::last_write_time(m_folder.path() / "served" / file); }

    /// The paths that differ from a clean build.
    std::vector<std::string> differences()
    {
        const site::Project project(paths_of(content()));
        REQUIRE(site::build(project, request("clean")).published);
        const auto served = all_files(m_folder.path() / "served"), clean = all_files(m_folder.path() / "clean");
        std::vector<std::string> result;
        for (const auto& [path, bytes] : served)
            if (const auto found = clean.find(path); found == clean.end() || found->second != bytes)
                result.push_back(path);
        for (const auto& [path, bytes] : clean)
            if (!served.contains(path))
                result.push_back("missing: " + path);
        return result;
    }

private:
    site::BuildRequest request(const std::string& out) const
    {
        return {.out = (m_folder.path() / out).string(), .base_url = "https://test.example", .jobs = 2, .release = m_release};
    }

    Folder m_folder;
    bool m_release;
    std::optional<site::Project> m_project;
    std::optional<site::SiteBuild> m_build;
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const std::vector<std::string> none;

}

TEST_CASE("C25: every edit reaches the pages that show it, and no others")
{
    Served site;
    for (const auto& [file, text] : test::case_files("C25"))
        site.write(file.substr(std::string_view("content/").size()), text);
    site.start();
    const std::string a = "zh/guides/a/index.html", b = "zh/guides/b/index.html", tc = "zh/glossary/tc/index.html";
    REQUIRE(holds(site.published(a), "旧定义。"));
    const auto untouched = site.time(b);

    SECTION("a short text is in the tooltips of who mentions it")
    {
        const site::BuildReport report = site.write("zh/terms/tc.md", "---\nid: tc\ntitle: 张量核心\naliases: []\nshort: 新定义。\n---\n\n正文。\n");
        CHECK(holds(site.published(a), "新定义。"));
        CHECK(site.time(b) == untouched);
        CHECK(std::count(report.changed_pages.begin(), report.changed_pages.end(), "/zh/guides/b/") == 0);
        CHECK(std::count(report.changed_pages.begin(), report.changed_pages.end(), "/zh/guides/a/") == 1);
    }
    SECTION("a mention that is gone leaves the list of who links here")
    {
        REQUIRE(holds(site.published(tc), "/zh/guides/a/"));
        site.write("zh/guides/a.md", "---\ntitle: 甲\n---\n\n它很快。\n");
        CHECK_FALSE(holds(site.published(tc), "/zh/guides/a/"));
        CHECK(site.time(b) == untouched);
    }
    SECTION("a new alias is a new link")
    {
        site.write("zh/terms/tc.md", "---\nid: tc\ntitle: 张量核心\naliases: [无关]\nshort: 旧定义。\n---\n\n正文。\n");
        CHECK(holds(site.published(b), "href=\"/zh/glossary/tc/\""));
        CHECK(holds(site.published(tc), "/zh/guides/b/"));
    }
    SECTION("a page that is renamed is gone at its old address")
    {
        fs::rename(site.content() / "zh/terms/tc.md", site.content() / "zh/terms/core.md");
        site.write("zh/terms/core.md", "---\nid: core\ntitle: 张量核心\naliases: []\nshort: 旧定义。\n---\n\n正文。\n");
        CHECK_FALSE(site.has(tc));
        CHECK(site.has("zh/glossary/core/index.html"));
        CHECK(holds(site.published(a), "/zh/glossary/core/"));
    }
    SECTION("a mistake leaves the last good page, mending it publishes again")
    {
        const std::string before = site.published(a);
        const site::BuildReport bad = site.write("zh/guides/a.md", "---\ntitle: 甲\n---\n\n[[nowhere]] 张量核心很慢。\n");
        CHECK_FALSE(bad.published);
        CHECK(site::has_errors(bad.diagnostics));
        CHECK(site.published(a) == before);
        CHECK(site.write("zh/guides/a.md", "---\ntitle: 甲\n---\n\n张量核心很慢。\n").published);
        CHECK(holds(site.published(a), "很慢"));
    }
    CHECK(site.differences() == none);
}

TEST_CASE("any edits in any order end in the bytes of a clean build")
{
    const auto [seed, release] = GENERATE(table<unsigned, bool>({{1, false}, {2, false}, {3, true}}));
    CAPTURE(seed, release);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    const std::vector<std::string> words{"显存", "缓存", "带宽", "张量", "流水", "分页", "量化", "专家", "精度", "节点", "网络", "调度"};
    constexpr std::size_t terms = 10;
    const auto pick = [&] { return words[below(words.size())]; };
    // A name that markup, a line break, a link or width interrupts; where it is still one, and where not, the page tells.
    const auto written = [&](const std::string& name) {
        const std::size_t first = name.size() > 1 ? 3 : 0;
        const std::string a = name.substr(0, first), b = name.substr(first);
        switch (below(8)) {
        case 0: return a + "\n" + b;
        case 1: return "**" + a + "x**" + b;
        case 2: return a + "*" + b + "*";
        case 3: return a + "\\\n" + b;
        case 4: return "[" + name + "](https://a.example/)";
        case 5: return name == "v" ? std::string("Ｖ") : name;
        default: return name;
        }
    };
    const auto text = [&](std::size_t id, const std::string& language) {
        std::string out = "---\nid: t" + std::to_string(id) + "\ntitle: " + words[id] + (below(3) ? "" : "器") + "\nshort: " + pick() + "的一句话。\n";
        out += "category: " + std::string(below(2) ? "memory" : "billing") + "\n";
        if (below(2))
            out += "aliases: [" + words[id] + "别名" + std::to_string(below(3)) + ", \"KV" + std::to_string(id) + "\"]\n";
        if (below(2))
            out += "see: [t" + std::to_string((id + 1) % terms) + "]\n";
        if (language == "en")
            out += "source_rev: 0123456789ab\n";
        out += "updated: 2026-11-" + std::to_string(10 + below(20)) + "\n---\n\n";
        for (std::size_t i = 0; i < 4; ++i)
            out += written(pick()) + "和" + written(pick()) + "有关，K" + written("v") + std::to_string(below(terms)) + " 也是。" + (below(3) ? "" : "\n\n## " + pick() + "\n\n");
        return out + "\n";
    };
    Served site({}, release);
    const auto file = [](std::size_t id, const std::string& language) { return language + "/terms/t" + std::to_string(id) + ".md"; };
    std::set<std::string> existing;
    const auto put = [&](std::size_t id, const std::string& language) {
        fs::create_directories((site.content() / file(id, language)).parent_path());
        std::ofstream(site.content() / file(id, language)) << text(id, language);
        existing.insert(file(id, language));
    };
    for (std::size_t id = 0; id < terms; ++id)
        put(id, "zh");
    put(0, "en");
    fs::create_directories(site.content() / "zh/pages");
    std::ofstream(site.content() / "zh/pages/home.md") << "---\ntitle: 首页\n---\n\n" + words[2] + "是什么。\n";
    site.start();
    std::size_t updates = 0;
    for (int step = 0; step < 24; ++step) {
        std::set<fs::path> changed;
        for (std::size_t edits = 1 + below(2); edits > 0; --edits) {
            const std::size_t id = below(terms);
            const std::string language = below(4) ? "zh" : "en", name = file(id, language);
            const std::size_t kind = below(10);
            if (kind == 0 && existing.contains(name) && existing.size() > 5) {
                fs::remove(site.content() / name);
                existing.erase(name);
            } else if (kind < 7 && existing.contains(name)) { // Only the body.
                const std::string old = site.text(name);
                std::ofstream(site.content() / name) << old.substr(0, old.find("\n---\n") + 6) + pick() + "变了，" + pick() + "也是。\n";
            } else {
                put(id, language);
            }
            changed.insert(site.content() / name);
        }
        updates += site.update(changed).published;
        if (step % 6 == 5) {
            // A dead `see` is an error: then nothing is published, and there is nothing to compare.
            for (std::size_t id = 0; id < terms; ++id)
                if (!existing.contains(file(id, "zh"))) {
                    put(id, "zh");
                    changed.insert(site.content() / file(id, "zh"));
                }
            REQUIRE(site.update(changed).published);
            CHECK(site.differences() == none);
        }
    }
    CHECK(updates > 5);
}

TEST_CASE("an edit of the real content ends in the bytes of a clean build")
{
    Served site("content");
    site.start();
    const auto appended = [&](const std::string& file, const std::string& more) { return site.write(file, site.text(file) + more); };
    const auto untouched = site.time("zh/glossary/mig/index.html");
    const site::BuildReport body = appended("zh/terms/kv-cache.md", "\n最后再看一眼 L40S 和显存带宽。\n");
    REQUIRE(body.published);
    CHECK(body.changed < 40);
    CHECK(site.time("zh/glossary/mig/index.html") == untouched);
    CHECK(holds(site.published("zh/gpus/l40s/index.html"), "最后再看一眼"));
    CHECK(appended("en/terms/kv-cache.md", "\nOnce more: memory bandwidth.\n").published);
    std::string renamed = site.text("zh/terms/mig.md");
    const std::size_t title = renamed.find("title: ");
    renamed.replace(title, renamed.find('\n', title) - title, "title: 推理切片");
    CHECK(site.write("zh/terms/mig.md", renamed).published);
    CHECK(holds(site.published("zh/glossary/mig/index.html"), "推理切片"));
    CHECK(site.differences() == none);
}

TEST_CASE("a published folder that somebody replaced is built as a whole")
{
    Served site;
    for (const auto& [file, text] : test::case_files("C25"))
        site.write(file.substr(std::string_view("content/").size()), text);
    site.start();
    CHECK(site.differences() == none); // Makes another folder, which takes the place of the first:
    const fs::path folder = site.content().parent_path();
    fs::remove_all(folder / "served");
    fs::rename(folder / "clean", folder / "served");
    fs::remove(folder / "served/zh/guides/b/index.html");
    CHECK(site.write("zh/guides/a.md", "---\ntitle: 甲\n---\n\n张量核心变了。\n").published);
    CHECK(site.differences() == none);
}
