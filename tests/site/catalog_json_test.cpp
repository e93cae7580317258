#include "catalog_folder.h"

#include "site/catalog/json.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using site::Json;

namespace {

std::string mistakes(std::string_view text)
{
    site::Diagnostics diagnostics;
    site::parse_json(text, "f", diagnostics);
    return test::told(diagnostics);
}

}

TEST_CASE("a tree knows the place of every key and value in characters")
{
    site::Diagnostics diagnostics;
    const auto tree = site::parse_json("{\n  \"名\": \"显存\", \"n\": -1.5e3,\n \"l\": [true, null, {\"k\": 7}]}", "f", diagnostics);
    REQUIRE(tree);
    CHECK(diagnostics.empty());
    CHECK(tree->where == site::Position{1, 1});
    CHECK(tree->key_places[0] == site::Position{2, 3});
    CHECK(tree->find("名")->text == "显存");
    CHECK(tree->find("名")->where == site::Position{2, 8});
    CHECK(tree->key_places[1] == site::Position{2, 14});
    CHECK(tree->find("n")->number == -1500);
    CHECK(tree->find("n")->where == site::Position{2, 19});
    const Json& list = *tree->find("l");
    CHECK(list.where == site::Position{3, 7});
    CHECK(list.values[0].where == site::Position{3, 8});
    CHECK(list.values[1].where == site::Position{3, 14});
    CHECK(list.values[1].is(Json::Kind::null));
    CHECK(list.values[2].where == site::Position{3, 20});
    CHECK(list.values[2].find("k")->where == site::Position{3, 26});
    CHECK(list.find("k") == nullptr);
}

TEST_CASE("a byte order mark is no character of the file")
{
    site::Diagnostics diagnostics;
    const auto tree = site::parse_json("\xEF\xBB\xBF{\"a\": 1}", "f", diagnostics);
    REQUIRE(tree);
    CHECK(tree->find("a")->where == site::Position{1, 7});
}

TEST_CASE("bad JSON is one diagnostic that says where it is and what could stand there")
{
    struct Case {
        std::string name, text, expected; ///< `@` marks the place
    };
    const std::string value = R"({ [ "..." 123 true false null)";
    const Case cases[] = {
        {"missing comma in an object", "{\"a\": 1\n @\"b\": 2}", "json-syntax | \"b\" | , }"},
        {"missing comma in a list", "[1\n @2]", "json-syntax | 2 | , ]"},
        {"missing colon", "{\"a\" @1}", "json-syntax | 1 | :"},
        {"missing brace", "[{\"a\": 1@]", "json-syntax | ] | , }"},
        {"key without quotes", "{@a: 1}", "json-syntax | a | \"...\""},
        {"trailing comma in a list", "[1,@]", "json-syntax | ] | " + value},
        {"trailing comma in an object", "{\"a\": 1,@}", "json-syntax | } | \"...\""},
        {"comment", "[1] @// one", "json-syntax | // | "},
        {"text after the end", "[1] @[2]", "json-syntax | [ | "},
        {"single quotes", "[@'a']", "json-syntax | 'a' | " + value},
        {"text over two lines", "[@\"a\nb\"]", "json-syntax | \"a | " + value},
        {"bad escape", "[@\"\\q\"]", "json-syntax | \"\\q\" | " + value},
        {"bad number", "[@01x]", "json-syntax | 01x | , ]"},
        {"plus sign", "[@+1]", "json-syntax | +1 | " + value},
        {"long text", "{\"a\" @\"0123456789012345678901234567890123456789\"}", "json-syntax | \"0123456789012345678901234567890 | :"},
        {"empty file", "@", "json-ended | " + value},
        {"only spaces", "  \n @", "json-ended | " + value},
        {"cut in a list", "[1, [2@", "json-ended | , ]"},
        {"cut in a text", "[@\"ab", "json-ended | " + value},
        {"cut after a key", "{\"a\"@", "json-ended | :"},
        {"huge number", "[1, @1e999]", "json-number | 1e999"},
        {"not UTF-8", "[\"a\",\n \"@\xff\"]", "json-encoding"},
        {"key twice", "{\"a\": 1,\n @\"a\": [2]}", "json-duplicate-key | a | 1 | 2"},
        {"NUL", std::string("[@\0]", 4), "json-syntax |   | " + value},
    };
    for (Case c : cases) {
        INFO(c.name);
        const std::string place = test::take_mark(c.text);
        CHECK(mistakes(c.text) == "f:" + place + " " + c.expected + "\n");
    }
}

TEST_CASE("of a key that stands twice the first value counts")
{
    site::Diagnostics diagnostics;
    const auto tree = site::parse_json(R"({"a": 1, "a": {"b": [2]}, "c": 3})", "f", diagnostics);
    REQUIRE(tree);
    CHECK(tree->find("a")->number == 1);
    CHECK(tree->find("c")->number == 3);
    CHECK(tree->keys.size() == tree->values.size());
}

TEST_CASE("deep nesting ends in a diagnostic, not in the stack")
{
    CHECK(mistakes(std::string(1'000'000, '[')) == "f:1:33 json-depth | 32\n");
    std::string objects;
    for (int i = 0; i < 100'000; ++i)
        objects += "{\"a\":";
    CHECK(mistakes(objects).find("json-depth") != std::string::npos);
}

TEST_CASE("no prefix of a table makes the parser fail")
{
    const std::string text = test::table("links", test::link_x);
    for (std::size_t size = 0; size < text.size(); ++size) {
        site::Diagnostics diagnostics;
        const auto tree = site::parse_json(std::string_view(text).substr(0, size), "f", diagnostics);
        if (size + 1 < text.size()) // The last character is a line break.
            CHECK(!tree);
        CHECK(diagnostics.size() == (tree ? 0 : 1));
    }
}
