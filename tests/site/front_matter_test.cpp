// Loading: bytes, front matter and settings; a row for each mistake that a writer can make there.

#include "small_site.h"

#include "site/load/front_matter.h"
#include "site/load/load_site.h"
#include "site/load/page_file.h"
#include "site/load/settings.h"
#include "site/load/source_revision.h"
#include "site/write/sha256.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Row {
    const char* name;
    std::string text;
    Strings expected; ///< "line:column code"
};

Strings problems(const std::string& text, site::PageKind kind = site::PageKind::term)
{
    site::Diagnostics diagnostics;
    site::parse_page({kind, "zh", "content/zh/terms/a.md"}, text, diagnostics);
    Strings out;
    for (const site::Diagnostic& d : diagnostics)
        out.push_back(std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " + d.code);
    return out;
}

std::string page(const std::string& lines) { return "---\nid: a\ntitle: 甲\nshort: 一句话定义。\n" + lines + "---\n\n正文。\n"; }

}

TEST_CASE("each mistake of a page file has its diagnostic and place")
{
    const Row rows[] = {
        {"a good page", page(""), {}},
        {"all keys", page("english: A\naliases: [乙, {text: 丙, case: exact, auto: false, except: [丙丁]}]\ncategory: memory\nsee: [b]\nnot: [c]\n"
                          "was: [d]\nnumbers: [h.x]\nprovider: [p]\ncalculators: [m]\nsources: [s]\nupdated: 2024-02-29\nsource_rev: abc\n"
                          "prefer: b\nautolink: false\ndraft: true\n"), {}},
        {"unknown key", page("aliasses: [乙]\n"), {"5:1 unknown-key"}},
        {"duplicate key", page("title: 丙\n"), {"5:1 duplicate-key"}},
        {"month 13", page("updated: 2024-13-45\n"), {"5:10 bad-date"}},
        {"no leap year", page("updated: 2023-02-29\n"), {"5:10 bad-date"}},
        {"flag as text", page("draft: \"true\"\n"), {"5:8 wrong-type"}},
        {"list as text", page("see: b\n"), {"5:6 wrong-type"}},
        {"map in a list", page("sources: [{a: b}]\n"), {"5:11 wrong-type"}},
        {"text as list", "---\nid: a\ntitle: [甲]\nshort: 一句话定义。\n---\n", {"3:8 wrong-type"}},
        {"alias of the wrong type", page("aliases: [[乙]]\n"), {"5:11 wrong-type"}},
        {"aliases as text", page("aliases: 乙\n"), {"5:10 wrong-type"}},
        {"unknown key of an alias", page("aliases: [{text: 乙, csae: exact}]\n"), {"5:21 unknown-key"}},
        {"case of an alias", page("aliases: [{text: 乙, case: 大写}]\n"), {"5:27 bad-choice"}},
        {"an alias without text", page("aliases: [{auto: false}]\n"), {"5:11 empty-value"}},
        {"an alias twice", page("aliases: [乙, 乙]\n"), {"5:14 repeated-item"}},
        {"an item twice", page("see: [b, b]\n"), {"5:10 repeated-item"}},
        {"no title, id, short", "---\ncategory: memory\n---\n", {"1:1 missing-key", "1:1 missing-key", "1:1 missing-key"}},
        {"an empty title", "---\nid: a\ntitle:\nshort: 一句话定义。\n---\n", {"3:1 empty-value"}},
        {"another id", "---\nid: b\ntitle: 甲\nshort: 一句话定义。\n---\n", {"2:5 id-mismatch"}},
        {"a key of a compare page", page("a: x\n"), {"5:1 misplaced-key"}},
        {"a full-width colon", "---\nid: a\ntitle：甲\nshort: 一句话定义。\nupdated: x\n---\n", {"3:6 full-width-colon", "5:10 bad-date"}},
        {"an unclosed bracket", page("see: [b\n"), {"6:1 yaml-syntax"}},
        {"a YAML alias", page("see: *b\n"), {"5:6 yaml-syntax"}},
        {"front matter as a list", "---\n- a\n---\n", {"2:1 wrong-type"}},
        {"empty front matter", "---\n---\n", {"1:1 missing-key"}},
        {"no closing ---", "---\nid: a\ntitle: 甲\n", {"1:1 front-matter-open"}},
        {"no front matter", "正文\n", {"1:1 no-front-matter"}},
        {"an empty file", "", {"1:1 empty-file"}},
        {"spaces only", " \n\n", {"1:1 empty-file"}},
        {"a byte order mark", "\xEF\xBB\xBF" + page(""), {"1:1 byte-order-mark"}},
        {"CRLF", "---\r\nid: a\r\ntitle: 甲\r\nshort: 一句话定义。\r\n---\r\n正文\r\n", {"1:4 carriage-return"}},
        {"not UTF-8", page("") + "甲\xB2\xE2\n", {"8:2 not-utf8"}},
        {"a NUL", page("") + std::string("甲\0", 4) + "\n", {"8:2 nul-byte"}},
        {"a long short", "---\nid: a\ntitle: 甲\nshort: " + std::string(121, 'x') + "\n---\n", {"4:8 short-too-long"}},
    };
    for (const Row& row : rows) {
        INFO(row.name);
        CHECK(problems(row.text) == row.expected);
    }
    Strings compare = problems("---\ntitle: 甲\na: x\n---\n", site::PageKind::compare);
    CHECK(compare == Strings{"1:1 missing-key"});
    CHECK(problems("---\ntitle: 甲\n---\n", site::PageKind::calculator) == Strings{"1:1 missing-key"});
}

TEST_CASE("a page keeps what its front matter says")
{
    site::Diagnostics diagnostics;
    const site::Page p = site::parse_page({site::PageKind::term, "zh", "content/zh/terms/a.md"},
                                          page("aliases: [乙, {text: KV, case: any, auto: false, except: [KV 值]}]\nsee: [b]\nprefer: c\n"), diagnostics);
    CHECK(p.url == "/zh/glossary/a/");
    CHECK(p.title == "甲");
    CHECK(p.title_where == site::Position{3, 8});
    REQUIRE(p.aliases.size() == 2);
    CHECK(p.aliases[1].text == "KV");
    CHECK(p.aliases[1].letter_case == site::Alias::Case::any);
    CHECK_FALSE(p.aliases[1].automatic);
    CHECK(p.aliases[1].except == Strings{"KV 值"});
    CHECK(p.see.at(0).id == "b");
    CHECK(p.see.at(0).where == site::Position{6, 7});
    CHECK(p.prefer->id == "c");
    CHECK(p.body_line == 9);
    CHECK(p.body == "\n正文。\n");
}

TEST_CASE("pages are sorted, found by id and by address, and unique over kinds")
{
    const SmallSite site(Files{
        {"content/zh/terms/b.md", term("b", "乙")}, {"content/zh/terms/a.md", term("a", "甲乙")},
        {"content/zh/pages/about.md", guide("x\n")}, {"content/zh/guides/a.md", guide("x\n")},
        {"content/zh/other/x.md", "x"}, {"content/fr/terms/x.md", term("x", "X")},
        {"content/zh/guides/Bad_Name.md", guide("x\n")}, {"content/zh/guides/i.png", ""}, {"content/data/x.json", ""}});
    const site::Library& library = site.rendered().library;
    Strings files;
    for (const site::Page& p : library.pages)
        files.push_back(p.file);
    CHECK(files == Strings{"content/zh/terms/a.md", "content/zh/terms/b.md", "content/zh/guides/Bad_Name.md", "content/zh/guides/a.md",
                           "content/zh/pages/about.md"});
    CHECK(library.find("zh", "b")->url == "/zh/glossary/b/");
    CHECK(library.find_url("/zh/about/")->id == "about");
    CHECK(library.find_or_default("en", "b") == library.find("zh", "b"));
    CHECK(library.find("en", "b") == nullptr);
    CHECK(library.files.size() == 1);
    CHECK(library.find_file("/zh/guides/i.png") != nullptr);
    CHECK(places(site.of("duplicate-id")) == Strings{"content/zh/guides/a.md:1:1 duplicate-id"});
    CHECK(site.of("stray-page").size() == 2);
    CHECK(site.of("bad-id").size() == 1);
    site::Diagnostics none;
    site::load_site("/no/such/folder", none);
    CHECK(places(none) == Strings{"folder:0:0 no-content"});
}

TEST_CASE("settings are read, and what they cannot be is said")
{
    site::Diagnostics good;
    const site::Settings s = site::parse_settings("title: 甲\nlanguages: [zh, en, ja]\nbase_url: https://x.test/\nlinking: {scope: page}\n"
                                                  "theme: my\nnav: [a, b]\ntypography: false\n", "content/site.yaml", good);
    CHECK(good.empty());
    CHECK(s.languages == Strings{"zh", "en", "ja"});
    CHECK(s.base_url == "https://x.test");
    CHECK(s.link_scope == site::LinkScope::page);
    CHECK_FALSE(s.typography);
    site::Diagnostics bad;
    site::parse_settings("languages: zh\nlinking: {scope: some}\ntitel: x\n", "content/site.yaml", bad);
    CHECK(places(bad) == Strings{"content/site.yaml:1:12 wrong-type", "content/site.yaml:2:18 bad-choice", "content/site.yaml:3:1 unknown-key"});
}

TEST_CASE("each mistake of the settings is an error with its place and, where one is near, the key that was meant")
{
    struct Mistake {
        std::string text, expected, means;
    };
    for (const Mistake& m : std::vector<Mistake>{
             {"titel: x\n", "1:1 unknown-key", "title"},
             {"title: 甲\nbase-url: https://x.test\n", "2:1 unknown-key", "base_url"},
             {"markdown_twin: false\n", "1:1 unknown-key", "markdown_twins"},
             {"colour: red\n", "1:1 unknown-key", ""},
             {"linking: {scopes: page}\n", "1:11 unknown-key", "scope"},
             {"title: {zh: 甲, eng: One}\n", "1:16 unknown-key", "zh, en"},
             {"search: true\nsearch: false\n", "2:1 duplicate-key", "1:1"},
             {"title: {zh: 甲, zh: 乙}\n", "1:16 duplicate-key", "1:9"},
             {"search: \"false\"\n", "1:9 wrong-type", "search: false"},
             {"markdown_twins: no\n", "1:17 wrong-type", "markdown_twins: false"},
             {"title: [甲]\n", "1:8 wrong-type", "title: …"},
             {"theme:\n", "1:7 wrong-type", "theme: …"},
             {"nav: glossary\n", "1:6 wrong-type", "nav: [glossary, about]"},
             {"nav: [[a]]\n", "1:7 wrong-type", "nav: [glossary, about]"},
             {"nav: [a, a]\n", "1:10 repeated-item", "a"},
             {"languages: [zh, 中文]\n", "1:17 bad-choice", "zh, en, ja"},
             {"reference_models: llama\n", "1:19 wrong-type", "reference_models: [llama-3.1-8b]"},
             {"frame_ancestors: docs.example.com\n", "1:18 bad-frame-ancestor", "docs.example.com"},
             {"frame_ancestors: [https://a.example, https://b.example/path]\n", "1:38 bad-frame-ancestor", "https://b.example/path"},
             {"frame_ancestors: [\"*\", https://a.example]\n", "1:19 bad-frame-ancestor", "*"},
             {"frame_ancestors: [self]\n", "1:19 bad-frame-ancestor", "self"},
             {"frame_ancestors: \"https://a.example; script-src *\"\n", "1:18 bad-frame-ancestor", "https://a.example; script-src *"},
             {"frame_ancestors: {a: b}\n", "1:18 wrong-type", "frame_ancestors: [\"'self'\", https://example.com]"},
             {"frame_ancestors: []\n", "1:18 wrong-type", "frame_ancestors: [\"'self'\", https://example.com]"},
         }) {
        CAPTURE(m.text);
        site::Diagnostics found;
        site::parse_settings(m.text, "content/site.yaml", found);
        REQUIRE(found.size() == 1);
        CHECK(places(found) == Strings{"content/site.yaml:" + m.expected});
        CHECK(found[0].arguments.back() == m.means);
        CHECK(found[0].severity == (found[0].code == "repeated-item" ? site::Severity::warning : site::Severity::error));
    }
}

TEST_CASE("who may frame the calculators")
{
    const auto frames = [](const std::string& line) {
        site::Diagnostics diagnostics;
        const site::Settings settings = site::parse_settings(line, "content/site.yaml", diagnostics);
        CHECK(diagnostics.empty());
        return settings.frame_ancestors;
    };
    CHECK(frames("search: true\n") == "*");
    CHECK(frames("frame_ancestors: \"*\"\n") == "*");
    CHECK(frames("frame_ancestors: \"'none'\"\n") == "'none'");
    CHECK(frames("frame_ancestors: https://a.example\n") == "https://a.example");
    CHECK(frames("frame_ancestors: [\"'self'\", https://*.b.example:*, \"http://[::1]:8080\", \"https:\"]\n") ==
          "'self' https://*.b.example:* http://[::1]:8080 https:");
}

TEST_CASE("a site's address is a scheme and a host")
{
    for (const char* good : {"https://gloss.example", "http://localhost:8000", "https://[::1]:8443", "https://xn--fiqs8s.example"}) {
        CAPTURE(good);
        CHECK(site::is_base_url(good));
    }
    for (const char* bad : {"", "gloss.example", "//gloss.example", "ftp://gloss.example", "https://", "https://gloss.example/sub", "https://a b.example",
                            "https://gloss.example?x", "https://user@gloss.example", "https://gloss.example:port", "https://gloss.example:", "javascript:alert(1)"}) {
        CAPTURE(bad);
        CHECK_FALSE(site::is_base_url(bad));
    }
    site::Diagnostics diagnostics;
    site::parse_settings("title: 甲\nbase_url: gloss.example/sub\n", "content/site.yaml", diagnostics);
    REQUIRE(diagnostics.size() == 1);
    CHECK(diagnostics[0].code == "bad-base-url");
    CHECK(diagnostics[0].where == site::Position{2, 11});
}

TEST_CASE("a title may be given by language")
{
    site::Diagnostics diagnostics;
    const site::Settings s = site::parse_settings("title: {zh: 甲, en: One}\nnav: [glossary, about]\n", "content/site.yaml", diagnostics);
    CHECK(diagnostics.empty());
    CHECK(s.titles.at("zh") == "甲");
    CHECK(s.titles.at("en") == "One");
    REQUIRE(s.nav_where.size() == 2);
    CHECK(s.nav_where[1] == site::Position{2, 17});
}

TEST_CASE("a translation is stale when its original has changed otherwise than by its date")
{
    CHECK(site::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(site::sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const std::string original = term("a", "甲");
    const std::string rev = site::source_revision(original);
    CHECK(site::source_revision("updated: 2026-01-01\n" + original) == rev);
    const auto english = [&](const std::string& r) {
        return "---\nid: a\ntitle: A\nshort: Some words.\nsource_rev: " + r + "\n---\n\nText.\n";
    };
    CHECK(SmallSite(Files{{"content/zh/terms/a.md", original}, {"content/en/terms/a.md", english(rev)}}).of("stale-translation").empty());
    const SmallSite stale(Files{{"content/zh/terms/a.md", original}, {"content/en/terms/a.md", english("000000000000")}});
    REQUIRE(stale.of("stale-translation").size() == 1);
    CHECK(stale.of("stale-translation")[0].arguments[1] == rev);
}
