// The manifest of a published folder and the plan of an upload.

#include "site/commands/build.h"
#include "site/commands/deploy.h"
#include "site/write/sha256.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace build_test;
using Step = site::ManifestFile::Step;

namespace {

site::ManifestFile file(std::string path, char hash, Step step = Step::pages)
{
    return {.step = step, .path = std::move(path), .bytes = 1, .sha256 = std::string(64, hash), .type = "text/html", .cache = "public", .encoding = {}};
}

/// A site of a few pages that uses the catalog: assets, data, pages, twins, feeds.
struct Site {
    Site()
    {
        folder.write("content/site.yaml", "languages: [zh]\n");
        term("alpha", "正文。");
        term("beta", "和术语alpha有关。");
    }
    void term(const std::string& id, const std::string& body) const
    {
        folder.write("content/zh/terms/" + id + ".md", "---\nid: " + id + "\ntitle: 术语" + id + "\nshort: 定义。\nupdated: 2026-11-30\n---\n\n" + body + "\n");
    }
    fs::path build(const std::string& out, int jobs) const
    {
        const site::Project project({.content = (folder.path() / "content").string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
        REQUIRE(site::build(project, {.out = (folder.path() / out).string(), .base_url = "https://test.example", .jobs = jobs, .release = true}).published);
        return folder.path() / out;
    }
    std::vector<site::ManifestFile> manifest(const std::string& out) const
    {
        auto read = site::read_manifest(folder.text(out + "/" + std::string(site::manifest_path)));
        REQUIRE(std::holds_alternative<std::vector<site::ManifestFile>>(read));
        return std::get<std::vector<site::ManifestFile>>(read);
    }
    Folder folder;
};

}

TEST_CASE("two builds are the same bytes, with one thread or two, from nothing or over another site: pages, twins, manifest")
{
    const Site site;
    const auto first = all_files(site.build("first", 1));
    site.build("second", 2);
    site.term("beta", "别的正文。");
    site.build("second", 2);
    site.term("beta", "和术语alpha有关。");
    CHECK(all_files(site.build("second", 2)) == first);
    for (const char* path : {"zh/glossary/alpha/index.html", "zh/glossary/alpha/index.html.md", "zh/glossary/alpha/index.html.br", "zh/glossary/alpha/index.html.md.br",
                             "sitemap.xml.gz", ".gloss/manifest.tsv", ".gloss/nginx.conf"}) {
        CAPTURE(path);
        CHECK(first.contains(path));
    }
}

TEST_CASE("the manifest says of every file what it is")
{
    const Site site;
    const fs::path out = site.build("dist", 2);
    const auto files = all_files(out);
    const std::vector<site::ManifestFile> manifest = site.manifest("dist");
    for (const site::ManifestFile& entry : manifest) {
        CAPTURE(entry.path);
        REQUIRE(files.contains(entry.path));
        CHECK(entry.bytes == files.at(entry.path).size());
        CHECK(entry.sha256 == site::sha256(files.at(entry.path)));
    }
    const auto outside = std::count_if(files.begin(), files.end(), [](const auto& one) { return one.first.starts_with(".gloss/"); });
    CHECK(manifest.size() + static_cast<std::size_t>(outside) == files.size());
    const auto entry_of = [&](std::string_view path) {
        const auto found = std::find_if(manifest.begin(), manifest.end(), [&](const site::ManifestFile& f) { return f.path == path; });
        REQUIRE(found != manifest.end());
        return *found;
    };
    const site::ManifestFile page = entry_of("zh/glossary/alpha/index.html"), twin = entry_of("zh/glossary/alpha/index.html.br");
    CHECK(page.type == "text/html; charset=utf-8");
    CHECK(page.cache == "public, max-age=300");
    CHECK(page.encoding.empty());
    CHECK(twin.type == page.type);
    CHECK(twin.encoding == "br");
    CHECK(entry_of("zh/glossary/alpha/index.html.gz").encoding == "gzip");
    CHECK(entry_of("zh/glossary/alpha/index.html.md").type == "text/markdown; charset=utf-8");
    CHECK(entry_of("index.html").cache == "public, max-age=300");
    for (const site::ManifestFile& entry : manifest)
        if (entry.path.starts_with("assets/")) {
            CHECK(entry.step == Step::assets);
            CHECK(entry.cache == "public, max-age=31536000, immutable");
        }
    CHECK(std::is_sorted(manifest.begin(), manifest.end(), [](const auto& a, const auto& b) { return a.step < b.step; }));
}

TEST_CASE("a plan: what is new or differs in order, what is gone last, what is the same not at all")
{
    const std::vector<site::ManifestFile> now{file("assets/b.css", '2', Step::assets), file("zh/a/index.html", '3'), file("zh/new/index.html", '4'), file("zh/same/index.html", '5')};
    const std::vector<site::ManifestFile> live{file("assets/a.css", '1', Step::assets), file("zh/a/index.html", '1'), file("zh/gone/index.html", '6'), file("zh/same/index.html", '5')};
    const site::DeployPlan plan = site::deploy_plan(now, live);
    const auto paths = [](const std::vector<site::ManifestFile>& files) {
        std::vector<std::string> result;
        for (const site::ManifestFile& one : files)
            result.push_back(one.path);
        return result;
    };
    CHECK(paths(plan.put) == std::vector<std::string>{"assets/b.css", "zh/a/index.html", "zh/new/index.html"});
    CHECK(paths(plan.remove) == std::vector<std::string>{"zh/gone/index.html", "assets/a.css"});
    CHECK(plan.same == 1);
    std::vector<site::ManifestFile> other_header = now;
    other_header[3].cache = "no-store"; // The bytes are the same, what is sent with them is not.
    CHECK(site::deploy_plan(other_header, live).same == 0);
}

TEST_CASE("a manifest is read as it was written; a line that is none is named")
{
    std::vector<site::ManifestFile> files{file("assets/b.css", '2', Step::assets), file("zh/a/index.html", '3')};
    files[1].encoding = "br";
    const std::string text = site::manifest_text(files);
    CHECK(std::get<std::vector<site::ManifestFile>>(site::read_manifest(text)) == files);
    const auto bad_line = [](const std::string& changed) {
        const auto read = site::read_manifest(changed);
        return std::holds_alternative<int>(read) ? std::get<int>(read) : 0;
    };
    CHECK(bad_line("") == 1);
    CHECK(bad_line("<html>") == 1);
    CHECK(bad_line(text.substr(0, text.size() - 1)) == 3);
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string changed = text;
        return changed.replace(changed.find(from), from.size(), to);
    };
    CHECK(bad_line(with("zh/a", "../a")) == 3);
    CHECK(bad_line(with("zh/a", "/etc")) == 3);
    CHECK(bad_line(with("assets\t", "things\t")) == 2);
    CHECK(bad_line(with("\t1\t", "\tone\t")) == 2);
    CHECK(bad_line(with("2222", "222z")) == 2);
}

TEST_CASE("gloss deploy says what it lacks")
{
    const Site site;
    const site::Project project({.content = "content", .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
    const site::Words& words = project.strings.words("en");
    const std::string out = (site.folder.path() / "dist").string();
    const site::CommandResult none = site::deploy_command({.out = out, .against = {}}, words);
    CHECK(none.exit_code == 1);
    CHECK(none.errors.find("--release") != std::string::npos);
    site.build("dist", 2);
    const site::CommandResult all = site::deploy_command({.out = out, .against = {}, .format = site::DeployRequest::Format::json}, words);
    CHECK(all.exit_code == 0);
    CHECK(all.output.starts_with("{\"unchanged\": 0, \"plan\": [\n{\"step\": \"assets\", \"action\": \"put\""));
    CHECK(site::deploy_command({.out = out, .against = out + "/.gloss/manifest.tsv"}, words).output.empty());
    site.folder.write("broken.tsv", "step\tpath\n");
    const site::CommandResult broken = site::deploy_command({.out = out, .against = (site.folder.path() / "broken.tsv").string()}, words);
    CHECK(broken.exit_code == 1);
    CHECK(broken.errors.find("broken.tsv:1") != std::string::npos);
    CHECK(site::deploy_command({.out = out, .against = "/no/such/file"}, words).exit_code == 1);
}
