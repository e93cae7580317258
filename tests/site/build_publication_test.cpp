#include "site/write/publication.h"

#include "site/write/assets.h"
#include "site/write/compressed.h"
#include "site/write/content_hash.h"
#include "site/write/sha256.h"
#include "tests/site/build_folder.h"

#include <brotli/decode.h>
#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace build_test;
using site::Publication;

TEST_CASE("nothing is seen before publish, everything after")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    Publication publication(out);
    publication.put("zh/index.html", "one");
    publication.put("a/b/c.txt", "deep");
    REQUIRE_FALSE(fs::exists(out));
    publication.publish();
    CHECK(folder.text("dist/zh/index.html") == "one");
    CHECK(folder.text("dist/a/b/c.txt") == "deep");
    CHECK(publication.files().at("zh/index.html").changed);
}

TEST_CASE("a publication that is dropped leaves the old site and no litter")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    {
        Publication publication(out);
        publication.put("index.html", "old");
        publication.publish();
    }
    {
        Publication publication(out);
        publication.put("index.html", "new");
        publication.put("more.html", "new");
    }
    CHECK(folder.text("dist/index.html") == "old");
    CHECK_FALSE(fs::exists(out / "more.html"));
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a page that is gone is gone, an unchanged file keeps its time")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    {
        Publication publication(out);
        publication.put("same.html", "same");
        publication.put("gone.html", "gone");
        publication.publish();
    }
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(100);
    fs::last_write_time(out / "same.html", long_ago);
    const auto before = fs::last_write_time(out / "same.html");
    Publication publication(out);
    publication.put("same.html", "same");
    publication.put("new.html", "new");
    publication.publish();
    CHECK(fs::last_write_time(out / "same.html") == before);
    CHECK_FALSE(publication.files().at("same.html").changed);
    CHECK(publication.files().at("new.html").changed);
    CHECK_FALSE(fs::exists(out / "gone.html"));
}

TEST_CASE("an edit of a published file is never written into the old copy")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    {
        Publication publication(out);
        publication.put("a.html", "first");
        publication.publish();
    }
    fs::create_hard_link(out / "a.html", folder.path() / "a reader's open file");
    Publication publication(out);
    publication.put("a.html", "second");
    publication.publish();
    CHECK(folder.text("a reader's open file") == "first");
    CHECK(folder.text("dist/a.html") == "second");
}

TEST_CASE("readers never see half a site")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    const auto publish = [&](const std::string& version) {
        Publication publication(out);
        for (int i = 0; i < 40; ++i)
            publication.put("page" + std::to_string(i), version);
        publication.publish();
    };
    publish("0");
    std::atomic<bool> done{false};
    std::atomic<int> missing{0};
    std::jthread reader([&] {
        while (!done)
            missing += !fs::exists(out / "page39");
    });
    for (int version = 1; version < 60; ++version)
        publish(std::to_string(version));
    done = true;
    reader.join();
    CHECK(missing == 0);
}

TEST_CASE("somebody's own folder is refused")
{
    const Folder folder;
    folder.write("thesis/chapter.txt", "years of work");
    CHECK_THROWS_AS(Publication(folder.path() / "thesis"), site::WriteError);
    CHECK(folder.text("thesis/chapter.txt") == "years of work");
}

TEST_CASE("two files of one path are a mistake")
{
    const Folder folder;
    Publication publication(folder.path() / "dist");
    publication.put("a", "1");
    CHECK_THROWS_AS(publication.put("a", "2"), site::WriteError);
}

TEST_CASE("compressed twins hold the same bytes, and the same twice")
{
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "显存与带宽 " + std::to_string(i) + "\n";
    const std::string brotli = site::brotli_compressed(text);
    CHECK(brotli.size() < text.size() / 4);
    std::string back(text.size() + 100, '\0');
    std::size_t size = back.size();
    REQUIRE(BrotliDecoderDecompress(brotli.size(), reinterpret_cast<const std::uint8_t*>(brotli.data()), &size,
                                    reinterpret_cast<std::uint8_t*>(back.data())) == BROTLI_DECODER_RESULT_SUCCESS);
    back.resize(size);
    CHECK(back == text);
    CHECK(site::brotli_compressed(text) == brotli);
    CHECK(site::gzip_compressed(text) == site::gzip_compressed(text));
    CHECK(site::gzip_compressed(text).starts_with("\x1f\x8b"));
}

TEST_CASE("a shared file's address changes with its bytes, and only then")
{
    const Folder folder;
    folder.write("assets/css/site.css", "a { color: red }");
    folder.write("js/main.js", "import './x.js';");
    folder.write("js/x.js", "1");
    const auto load = [&] {
        const std::vector<fs::path> folders{folder.path() / "assets"};
        return site::load_assets(folders, folder.path() / "js", folder.path() / "nothing", {});
    };
    const site::Assets first = load();
    CHECK(std::string(load().url("site.css")) == first.url("site.css"));
    CHECK_FALSE(first.has_engine);
    folder.write("assets/css/site.css", "a { color: blue }");
    folder.write("js/x.js", "2");
    const site::Assets second = load();
    CHECK(std::string(second.url("site.css")) != first.url("site.css"));
    CHECK(std::string(second.url("main.js")) != first.url("main.js")); // It imports ./x.js by a relative path.
    CHECK(second.url("no.css").empty());
}

TEST_CASE("what a killed build left is removed by the next one, what a living one has is not")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    folder.write(".dist.staging-1/zh/index.html", "half a site");
    folder.write(".other.staging-1/zh/index.html", "of another site");
    Publication living(out);
    living.put("index.html", "one");
    CHECK_FALSE(fs::exists(folder.path() / ".dist.staging-1"));
    CHECK(fs::exists(folder.path() / ".other.staging-1"));
    const fs::path staging = folder.path() / (".dist.staging-" + std::to_string(::getpid()));
    REQUIRE(fs::exists(staging));

    const pid_t other = ::fork(); // A build of the same folder in another process leaves ours alone.
    if (other == 0) {
        int status = 0;
        try {
            Publication publication(out);
            publication.put("index.html", "two");
            publication.publish();
        } catch (...) {
            status = 1;
        }
        ::_exit(status);
    }
    int status = -1;
    REQUIRE(::waitpid(other, &status, 0) == other);
    CHECK(status == 0);
    CHECK(folder.text("dist/index.html") == "two");
    CHECK(fs::exists(staging / "index.html"));
    living.publish();
    CHECK(folder.text("dist/index.html") == "one");
}

TEST_CASE("an update writes what changed, keeps what it is told to, removes the rest")
{
    const Folder folder;
    const fs::path out = folder.path() / "dist";
    Publication first(out, site::Fingerprints::yes);
    for (const char* path : {"zh/a/index.html", "zh/b/index.html", "zh/c/index.html", "zh/d/index.html"})
        first.put(path, path);
    first.publish();
    const auto time_of_b = fs::last_write_time(out / "zh/b/index.html");
    Publication update(out, first.files());
    update.put("zh/a/index.html", "changed");
    update.put("zh/b/index.html", "zh/b/index.html");
    CHECK(update.keep("zh/c/index.html"));
    CHECK_FALSE(update.keep("zh/never/index.html"));
    update.put("assets/new.css", "new");
    CHECK(folder.text("dist/zh/a/index.html") == "zh/a/index.html");
    update.publish();
    CHECK(folder.text("dist/zh/a/index.html") == "changed");
    CHECK(folder.text("dist/zh/c/index.html") == "zh/c/index.html");
    CHECK(folder.text("dist/assets/new.css") == "new");
    CHECK(fs::last_write_time(out / "zh/b/index.html") == time_of_b);
    CHECK_FALSE(fs::exists(out / "zh/d"));
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("integrity is SHA-256 in base64 (vectors of FIPS 180-4; lengths around a block's end against sha256sum)")
{
    CHECK(site::integrity("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    CHECK(site::integrity("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    CHECK(site::integrity("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
    CHECK(site::integrity(std::string(55, 'a')) == "sha256-n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=");
    CHECK(site::integrity(std::string(56, 'a')) == "sha256-s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=");
    CHECK(site::integrity(std::string(63, 'a')) == "sha256-fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=");
    CHECK(site::integrity(std::string(64, 'a')) == "sha256-/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=");
    CHECK(site::integrity(std::string(65, 'a')) == "sha256-Y1NhxIu56rFBmOduqKt/GkFoXWrWKqkUbTAdTxfrCuA=");
    CHECK(site::integrity(std::string(1000, 'a')) == "sha256-Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM=");
}
