// The search index: texts are cut as the browser cuts them, names are found as people type them, and the files hold what
// was put in. How a query reads the files is tested in tests/web/search.test.mjs, on sites built by `gloss`.

#include "site/commands/build.h"
#include "site/search/document_terms.h"
#include "site/search/search_files.h"
#include "site/search/search_terms.h"
#include "tests/site/build_folder.h"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <thread>

namespace {

using build_test::Folder;

std::vector<std::string> terms_of(std::string_view text)
{
    std::vector<std::string> terms;
    site::for_each_term(text, [&](std::string_view term) { terms.emplace_back(term); });
    return terms;
}

std::set<std::string> pinyin_keys(std::string_view name)
{
    const std::vector<std::string_view> names{name};
    std::set<std::string> keys;
    for (const site::PinyinKey& key : site::Pinyin(names).keys(name))
        keys.insert(key.text);
    return keys;
}

int rank(const site::DocumentTerms& terms, std::string_view key)
{
    for (const site::RankedKey term : terms)
        if (term.key == key)
            return term.rank;
    return -1;
}

void one_thread(std::size_t count, const std::function<void(std::size_t)>& work)
{
    for (std::size_t i = 0; i < count; ++i)
        work(i);
}

void backwards_on_threads(std::size_t count, const std::function<void(std::size_t)>& work)
{
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = count; i-- > 0;)
                if (i % 3 == t)
                    work(i);
        });
    for (std::thread& thread : threads)
        thread.join();
}

std::vector<site::SearchDocument> many_documents()
{
    std::vector<site::SearchDocument> documents;
    for (int i = 0; i < 700; ++i) {
        const std::string number = std::to_string(i);
        documents.push_back({.url = "/zh/glossary/t" + number + "/", .kind = "term", .title = "第" + number + "号显存术语", .english = "Term " + number,
                             .aliases = {"别名" + number}, .short_text = "一句话。", .headings = {"为什么要紧"},
                             .body = "第一段说带宽和编号 x" + number + "。\n第二段说瓶颈，page" + std::to_string(i % 7) + "。"});
    }
    return documents;
}

/// A dictionary file read back: key -> documents.
std::map<std::string, std::vector<std::size_t>> read_dictionary(const std::string& bytes)
{
    std::size_t at = 0;
    const auto number = [&] {
        std::size_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.at(at++));
            value |= std::size_t{byte & 0x7fU} << shift;
            if (byte < 0x80)
                return value;
        }
    };
    struct Entry {
        std::string key;
        std::size_t count = 0, size = 0;
    };
    std::vector<Entry> entries(number());
    std::string key;
    for (Entry& entry : entries) {
        key.resize(number());
        const std::size_t length = number();
        key += bytes.substr(at, length);
        at += length;
        entry.key = key;
        entry.count = number();
        entry.size = number();
    }
    std::map<std::string, std::vector<std::size_t>> result;
    for (const Entry& entry : entries) {
        const std::size_t start = at;
        std::size_t document = 0;
        for (std::size_t i = 0; i < entry.count; ++i)
            result[entry.key].push_back(document += number() >> 3U);
        CHECK(at - start == entry.size);
    }
    CHECK(at == bytes.size());
    return result;
}

}

TEST_CASE("a text is cut into the terms of the table that the browser's side is tested on")
{
    const auto table = nlohmann::json::parse(std::ifstream("tests/site/fixtures/search_terms.json"));
    REQUIRE(table.size() > 40);
    for (const auto& row : table) {
        const auto text = row["text"].get<std::string>();
        CAPTURE(text);
        CHECK(terms_of(text) == row["terms"].get<std::vector<std::string>>());
        CHECK(site::name_key(text) == row["key"].get<std::string>());
    }
}

TEST_CASE("Chinese names are found by pinyin and initials")
{
    CHECK(pinyin_keys("显存带宽") == std::set<std::string>{"xiancundaikuan", "cundaikuan", "daikuan", "kuan", "xcdk"});
    CHECK(pinyin_keys("KV 缓存") == std::set<std::string>{"kvhuancun", "huancun", "cun", "kvhc"});
    CHECK(pinyin_keys("NVLink").empty());
    CHECK(pinyin_keys("上下文长度").contains("shangxiawenchangdu"));
    CHECK(pinyin_keys("重算").contains("chongsuan"));
    CHECK(pinyin_keys("权重").contains("quanzhong"));
    CHECK(pinyin_keys("命中率").contains("mingzhonglv"));
    CHECK(pinyin_keys("命中率").contains("mingzhonglu"));
}

TEST_CASE("a title says more than an alias, an alias more than the short text, that more than the body")
{
    const site::SearchDocument document{.url = "/zh/glossary/membw/", .kind = "term", .title = "显存带宽", .english = "Memory bandwidth",
                                        .aliases = {"HBM 带宽"}, .short_text = "每秒能读多少字节。", .headings = {"怎么测"},
                                        .body = "寻找瓶颈时先看显存带宽。瓶颈，瓶颈，瓶颈。"};
    const std::vector<std::string_view> names{document.title, document.aliases[0]};
    const site::DocumentTerms terms = site::document_terms(document, site::Pinyin(names));
    std::set<std::string_view> once;
    for (const site::RankedKey term : terms)
        CHECK(once.insert(term.key).second);
    const auto as = [](auto rank) { return static_cast<int>(rank); };
    CHECK(rank(terms, "=显存带宽") == as(site::NameRank::title));
    CHECK(rank(terms, "=hbm带宽") == as(site::NameRank::alias));
    CHECK(rank(terms, "=memorybandwidth") == as(site::NameRank::alias));
    CHECK(rank(terms, "=带宽") == as(site::NameRank::tail));
    CHECK(rank(terms, "=宽") == -1);
    CHECK(rank(terms, "=xcdk") == as(site::NameRank::title_initials));
    CHECK(rank(terms, "存带") == as(site::TermRank::long_title));
    CHECK(rank(terms, "hbm") == as(site::TermRank::long_name));
    CHECK(rank(terms, "怎么") == as(site::TermRank::summary));
    CHECK(rank(terms, "瓶颈") == as(site::TermRank::body_most));
    CHECK(rank(terms, "寻找") == as(site::TermRank::body));
    CHECK(rank(terms, "缓存") == -1);
}

TEST_CASE("the files hold every document under its keys, whatever the threads do")
{
    const std::vector<site::SearchDocument> documents = many_documents();
    const site::SearchSettings settings{.language = "zh", .words_json = "{}"};
    const auto files = site::search_files(documents, settings, one_thread);
    CHECK(files == site::search_files(documents, settings, backwards_on_threads));

    const auto manifest = nlohmann::json::parse(files.at("zh/search/index.json"));
    CHECK(manifest["documents"] == 700);
    REQUIRE(manifest["terms"].size() > 3);
    std::map<std::string, std::vector<std::size_t>> all;
    for (std::size_t i = 0; i < manifest["terms"].size(); ++i) {
        const std::string& bytes = files.at("assets/search/zh/t" + manifest["terms"][i].get<std::string>() + ".bin");
        CHECK(bytes.size() < 16384);
        const auto part = read_dictionary(bytes);
        CHECK(part.begin()->first == manifest["starts"][i].get<std::string>());
        for (const auto& [key, found] : part)
            CHECK(all.emplace(key, found).second);
    }
    CHECK(all.at("瓶颈").size() == 700);
    CHECK(all.at("x123") == std::vector<std::size_t>{123});
    CHECK(all.at("=bieming7") == std::vector<std::size_t>{7});
    CHECK(all.at("page3").size() == 100);

    const auto records = nlohmann::json::parse(files.at("assets/search/zh/r" + manifest["records"][3].get<std::string>() + ".json"));
    CHECK(records[4][2] == "第100号显存术语");
    std::size_t texts = 0;
    for (std::size_t i = 0; i < manifest["texts"].size(); ++i) {
        const std::size_t count = nlohmann::json::parse(files.at("assets/search/zh/x" + manifest["texts"][i].get<std::string>() + ".json")).size();
        CHECK(manifest["text_counts"][i] == count);
        texts += count;
    }
    CHECK(texts == 700);
    const std::string words = "\n" + files.at("assets/search/zh/w" + manifest["corrections"].get<std::string>() + ".txt") + "\n";
    CHECK(words.find("\npage3\n") != std::string::npos);
}

TEST_CASE("an edit of one page leaves most files of the index as they are")
{
    std::vector<site::SearchDocument> documents = many_documents();
    const site::SearchSettings settings{.language = "zh", .words_json = "{}"};
    const auto before = site::search_files(documents, settings, one_thread);
    documents[350].body += "\n多了一个生僻词：齑粉。";
    const auto after = site::search_files(documents, settings, one_thread);
    std::size_t same = 0;
    for (const auto& [path, bytes] : after)
        same += before.contains(path);
    CHECK(after.size() - same <= 8); // A few stretches, one text, the manifest.
    CHECK(same > 20);
}

TEST_CASE("a built site publishes an index of its pages, and every page leads to it")
{
    const Folder folder;
    folder.write("content/zh/terms/membw.md", "---\nid: membw\ntitle: 显存带宽\naliases: [HBM 带宽]\nshort: 一句话定义。\n---\n\n寻找瓶颈时先看显存带宽。\n");
    folder.write("content/zh/terms/secret.md", "---\nid: secret\ntitle: 草稿\nshort: 一句话定义。\ndraft: true\n---\n\n无关内容。\n");
    const site::Project project({.content = (folder.path() / "content").string(), .assets = "assets", .scripts = "web/js", .built = "/nowhere"});
    const site::BuildRequest request{.out = (folder.path() / "dist").string(), .base_url = "https://test.example", .jobs = 2};
    REQUIRE(site::build(project, request).published);
    const auto manifest = nlohmann::json::parse(folder.text("dist/zh/search/index.json"));
    const std::string records = folder.text("dist/assets/search/zh/r" + manifest["records"][0].get<std::string>() + ".json");
    CHECK(records.find("[\"/zh/glossary/membw/\",\"term\",\"显存带宽\"") != std::string::npos);
    CHECK(records.find("草稿") == std::string::npos);
    CHECK(manifest["say"]["kind.term"] == "术语");
    for (const char* page : {"dist/zh/glossary/membw/index.html", "dist/zh/search/index.html", "dist/404.html"}) {
        CHECK(folder.text(page).find("<form class=\"find\" role=\"search\"") != std::string::npos);
        CHECK(folder.text(page).find(" action=\"/zh/search/\"") != std::string::npos);
    }
    CHECK(folder.text("dist/sitemap.xml").find("/search/") == std::string::npos);
}
