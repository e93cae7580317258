// What counts as a mention: boundaries, case, spaces, glosses, claims.

#include "small_site.h"

#include <catch2/catch_test_macros.hpp>

using namespace test;
using Strings = std::vector<std::string>;

namespace {

struct Row {
    const char* name;
    Files terms;        ///< by file name below content/zh/terms
    std::string text;
    Strings links;
};

Strings links_of(const Files& terms, const std::string& text, const std::string& language = "zh")
{
    Files files;
    for (const auto& [name, page] : terms)
        files["content/" + language + "/terms/" + name + ".md"] = page;
    files["content/" + language + "/guides/g.md"] = guide(text + "\n");
    return SmallSite(files).links("content/" + language + "/guides/g.md");
}

}

TEST_CASE("mentions in Chinese text")
{
    const Files hbm{{"h", term("h", "高带宽内存", "[HBM]")}};
    const Files kv{{"kv", term("kv", "KV 缓存", "[{text: KV, auto: false}]")}};
    const Files cpp{{"c", term("c", "C++")}, {"cs", term("cs", "C语言", "[C]")}};
    const Row rows[] = {
        {"full-width Latin is Latin", hbm, "用ＨＢＭ显存", {"ＨＢＭ -> h"}},
        {"capitals are exact", hbm, "hbm Hbm", {}},
        {"the first letter is free", {{"t", term("t", "张量核心", "[Tensor Core]")}}, "tensor core", {"tensor core -> t"}},
        {"each word's first letter is free", {{"t", term("t", "张量核心", "[tensor core]")}}, "Tensor Core", {"Tensor Core -> t"}},
        {"capitals word by word", {{"t", term("t", "CUDA core")}}, "CUDA Core", {"CUDA Core -> t"}},
        {"other letters are not", {{"t", term("t", "张量核心", "[Tensor Core]")}}, "TENSOR CORE", {}},
        {"case: any", {{"t", term("t", "乙", "[{text: Warp, case: any}]")}}, "WARP", {"WARP -> t"}},
        {"case: exact", {{"t", term("t", "乙", "[{text: Warp, case: exact}]")}}, "warp", {}},
        {"a gloss is one link", {{"t", "---\nid: t\ntitle: 张量并行\nenglish: Tensor Parallelism\naliases: [TP]\nshort: 一句话。\n---\n"}},
         "用张量并行（Tensor Parallelism, TP）切", {"张量并行（Tensor Parallelism, TP） -> t"}},
        {"a gloss in half-width brackets", hbm, "高带宽内存 (HBM) 很快", {"高带宽内存 (HBM) -> h"}},
        {"a title with its gloss", {{"t", term("t", "张量并行（Tensor Parallelism, TP）")}}, "张量并行，TP", {"张量并行 -> t"}},
        {"a part of a title's gloss", {{"t", term("t", "张量并行（Tensor Parallelism, TP）")}}, "用 TP", {"TP -> t"}},
        {"a gloss of something else is none", hbm, "高带宽内存（HBM，很贵）", {"高带宽内存 -> h"}},
        {"a gloss the other way round", hbm, "HBM（高带宽内存）", {"HBM（高带宽内存） -> h"}},
        {"auto: false does not link", kv, "KV 很大", {}},
        {"auto: false consumes", {{"kv", term("kv", "KV 缓存", "[{text: KV 头数, auto: false}]")}, {"h", term("h", "头数")}}, "KV 头数", {}},
        {"except", {{"b", term("b", "乙", "[{text: 北大, except: [向北大概]}]")}}, "向北大概走。北大很好。", {"北大 -> b"}},
        {"C++ is not C", cpp, "C++11 与 C++ 与 C 都行", {"C++ -> c", "C -> cs"}},
        {"a sign inside the alias binds", {{"n", term("n", "NVLink-C2C")}}, "NVLink-C2C-x NVLink-C2C", {"NVLink-C2C -> n"}},
        {"a number's point binds", {{"p", term("p", "PCIe 5")}}, "PCIe 5.0 与 PCIe 5。", {"PCIe 5 -> p"}},
        {"a line break inside", {{"p", term("p", "张量并行")}}, "用张量\n并行切", {"张量并行 -> p"}},
        {"a line break at a join", {{"p", term("p", "GPU 显存")}}, "用 GPU\n显存存", {"GPU 显存 -> p"}},
        {"inside emphasis", hbm, "**HBM**很快", {"HBM -> h"}},
        {"not across emphasis", hbm, "**高带宽**内存", {}},
        {"quotes and lists", hbm, "> HBM\n\n- HBM", {"HBM -> h"}},
        {"english", {{"m", "---\nid: m\ntitle: 显存\nenglish: GPU memory\nshort: 一句话。\n---\n"}}, "即 GPU Memory。", {"GPU Memory -> m"}},
        {"a decomposed accent", {{"m", term("m", "乙", "[Poincaré]")}}, "Poincare\xCC\x81 图", {"Poincare\xCC\x81 -> m"}},
        {"one character", {{"m", term("m", "核")}}, "核", {"核 -> m"}},
        {"no Chinese plural", {{"g", term("g", "GPU")}}, "GPUs", {}},
    };
    for (const Row& row : rows) {
        INFO(row.name);
        CHECK(links_of(row.terms, row.text) == row.links);
    }
}

TEST_CASE("mentions in English text")
{
    const Files terms{{"a", term("a", "matrix")}, {"b", term("b", "memory")}, {"c", term("c", "GPU")}, {"d", term("d", "bus")}, {"e", term("e", "vertex")}};
    CHECK(links_of(terms, "Matrices, memories, GPUs, buses and vertices.", "en") ==
          Strings{"Matrices -> a", "memories -> b", "GPUs -> c", "buses -> d", "vertices -> e"});
    CHECK(links_of(terms, "A GPU's memory", "en") == Strings{"GPU -> c", "memory -> b"});
    CHECK(links_of(terms, "GPUDirect, matrixed, rememory", "en").empty());
}

TEST_CASE("catalog rows are linked once a page, and a term that is called the same wins")
{
    site::CheckWorld world;
    world.targets = [](const std::string&) {
        return std::vector<site::CatalogTarget>{{"h100-sxm", "H100 SXM", "gpus/h100-sxm/", {"H100"}, "一块卡"},
                                                {"b1", "B1", "gpus/b1/", {"Hopper", "同名"}, ""}, {"b2", "B2", "gpus/b2/", {"同名"}, ""}};
    };
    const SmallSite site(Files{{"content/zh/terms/hopper.md", term("hopper", "Hopper")},
                               {"content/zh/guides/g.md", guide("H100 与 Hopper。\n\n## 二\n\nH100 与 Hopper 与同名，[[b1]]。\n")}}, world);
    CHECK(site.links("content/zh/guides/g.md") == Strings{"H100 -> h100-sxm", "Hopper -> hopper", "Hopper -> hopper", "B1 -> b1"});
    CHECK(site.html("content/zh/guides/g.md").find("<a class=\"catalog\" href=\"/zh/gpus/h100-sxm/\" data-term=\"h100-sxm\">H100</a>") != std::string::npos);
    CHECK(site.of("ambiguous-alias").empty());
}

TEST_CASE("a page that the language lacks is linked in the default language and marked")
{
    const SmallSite site(Files{{"content/zh/terms/hbm.md", "---\nid: hbm\ntitle: 显存\nenglish: HBM memory\naliases: [HBM]\nshort: 一句话。\n---\n"},
                               {"content/en/guides/g.md", guide("About HBM and [[hbm|this]].\n\n## Two\n\nHBM memory.\n")}});
    CHECK(site.links("content/en/guides/g.md") == Strings{"this -> hbm", "HBM memory -> hbm"});
    CHECK(site.html("content/en/guides/g.md").find("<a class=\"term only-in-zh\" lang=\"zh\" hreflang=\"zh\" href=\"/zh/glossary/hbm/\" data-term=\"hbm\">this</a>") !=
          std::string::npos);
}
