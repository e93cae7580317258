// What pages say of products: sentences that are right, wrong, typed though the catalog has the figure, and sentences that
// only look so. Expected values are those of content/data at the time of writing; each row says why.

#include "real_catalog.h"
#include "small_site.h"

#include "site/claims/check_figures.h"

#include <nlohmann/json.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace test;

namespace {

/// What `gloss check` knows: the real catalog and the figure check.
site::CheckWorld check_world()
{
    site::CheckWorld world;
    world.figures = &real_catalog().figures;
    world.check_figures = [](const site::Library& library, std::span<const site::Prose> proses, const site::PageFilter& wanted) {
        return site::check_figures(library, proses, real_catalog().catalog, real_catalog().figures, wanted);
    };
    return world;
}

const std::string guide_file = "content/zh/guides/g.md";

/// The findings of a guide of this body, as `gloss check --format json` prints them.
nlohmann::json findings(const std::string& body, const std::string& language = "zh")
{
    const SmallSite site(Files{{"content/" + language + "/guides/g.md", guide(body)}}, check_world());
    return nlohmann::json::parse(site.check(site::DiagnosticFormat::json, "en").output);
}

/// "wrong 4.9 TB/s, typed 700 W"
std::string found(const std::string& body)
{
    const nlohmann::json json = findings(body);
    std::string out;
    for (const auto& d : json["diagnostics"])
        if (const std::string code = d["code"]; code.ends_with("-figure"))
            out += (out.empty() ? "" : ", ") + code.substr(0, code.find('-')) + " " + d["arguments"][0].get<std::string>();
    return out;
}

struct Row {
    const char* sentence;
    const char* expected;
};

}

TEST_CASE("a figure that the catalog contradicts is an error")
{
    const Row rows[] = {
        {"H200 的显存带宽是 4.9 TB/s。", "wrong 4.9 TB/s"},
        {"H200 has 4.9 TB/s of memory bandwidth.", "wrong 4.9 TB/s"},
        {"The H200 has a memory bandwidth of 4.9TB/s.", "wrong 4.9TB/s"},
        {"H200（141 GB，4.9 TB/s 带宽）", "typed 141 GB, wrong 4.9 TB/s"},
        {"H200 有 161 GB 显存。", "wrong 161 GB"},
        {"H200 有 141 GiB 显存。", "wrong 141 GiB"},                     // 141 is its label in GB; 140.4 GiB
        {"H100 SXM 的 TDP 是 750 W。", "wrong 750 W"},
        {"H100 SXM 的功耗为 750 瓦。", "wrong 750 瓦"},
        {"B200 draws 1,200 W.", "wrong 1,200 W"},
        {"H100 SXM 的 BF16 稠密算力是 1,979 TFLOPS。", "wrong 1,979 TFLOPS"}, // the sparse figure
        {"H100 SXM delivers 2,979 TFLOPS of FP8 dense compute.", "wrong 2,979 TFLOPS"},
        {"H100 SXM 的 NVLink 单向 900 GB/s。", "wrong 900 GB/s"},          // both directions summed
        {"H100 SXM 的显存带宽是 900 GB/s。", "wrong 900 GB/s"},             // that of its link
        {"DeepSeek-V3 有 685B 参数。", "wrong 685B"},
        {"DeepSeek-V3 总参数 6,850 亿参数。", "wrong 6,850 亿"},
        {"DeepSeek-V3 has 671B parameters, 47B active.", "typed 671B, wrong 47B"},
        {"H100 SXM 和 H200 分别有 80 GB 和 161 GB 显存。", "typed 80 GB, wrong 161 GB"},
        {"161 GB 的 H200", "wrong 161 GB"},
        {"| 型号 | 显存带宽 |\n|---|---|\n| H200 | 4.9 TB/s |\n", "wrong 4.9 TB/s"},
        {"| | H200 | B200 |\n|---|---|---|\n| 显存带宽 | 4.8 TB/s | 9 TB/s |\n", "typed 4.8 TB/s, wrong 9 TB/s"},
        {"- H200：显存 161 GB\n", "wrong 161 GB"},
        {"> H200 的显存带宽是 **4.9 TB/s**。\n", "wrong 4.9 TB/s"},
        {"[[!H200]] 的显存带宽是 4.9 TB/s。", "wrong 4.9 TB/s"},
        {"Llama-3.1-70B 的 BF16 权重是 161 GB。", "wrong 161 GB"},        // 70.6 B parameters of 2 bytes
        {"RTX 4090 有 24GB 显存，500 W。", "typed 24GB, wrong 500 W"},
        {"NVLink 4 moves 450 GB/s in each direction, 800 GB/s both directions.", "typed 450 GB/s, wrong 800 GB/s"},
        {"DeepSeek-V3 has 671B total parameters, of which 47B are active.", "typed 671B, wrong 47B"},
        {"InfiniBand NDR 单向 60 GB/s。", "wrong 60 GB/s"},
        {"H200 SXM：4.9 TB/s 显存带宽，141 GB。", "wrong 4.9 TB/s, typed 141 GB"},
    };
    for (const Row& row : rows) {
        INFO(row.sentence);
        CHECK(found(row.sentence) == row.expected);
    }
}

TEST_CASE("a typed figure that the catalog has is a warning with the expression")
{
    const Row rows[] = {
        {"H200 的显存带宽是 4.8 TB/s。", "typed 4.8 TB/s"},
        {"H200 有 141 GB 显存。", "typed 141 GB"},
        {"H200 有 140 GiB 显存。", "typed 140 GiB"},
        {"H200 有 151 GB 显存。", "typed 151 GB"},                         // its bytes, decimal
        {"The H100 SXM draws 700 W.", "typed 700 W"},
        {"H100 SXM 的 FP8 稠密算力是 1,979 TFLOPS。", "typed 1,979 TFLOPS"},
        {"H100 SXM 的 FP8 算力约 2 PFLOPS。", ""},                        // rounded on purpose
        {"H100 的 NVLink 双向合计 900 GB/s。", "typed 900 GB/s"},
        {"H100 SXM 每个方向 450 GB/s。", "typed 450 GB/s"},
        {"DeepSeek-V3 有 6,710 亿参数。", "typed 6,710 亿"},
        {"H100 的带宽是 2.04 TB/s。", ""},
        {"8 张 H100 SXM，每张 80 GB 显存。", "typed 80 GB"},
    };
    for (const Row& row : rows) {
        INFO(row.sentence);
        CHECK(found(row.sentence).starts_with(row.expected));
    }
    const nlohmann::json json = findings("H200 的显存带宽是 4.8 TB/s。\n");
    CHECK(json["diagnostics"][0]["arguments"][1] == "{{ fact \"h200-sxm.memory_bandwidth\" }}");
    CHECK(json["diagnostics"][0]["fix"]["replacement"] == "{{ fact \"h200-sxm.memory_bandwidth\" }}");
    CHECK(json["figures"]["typed"] == 1);
    CHECK(json["figures"]["known"] == 1);
}

TEST_CASE("the family's usual name with another variant's figure is told")
{
    CHECK(found("H100 的显存带宽是 3.9 TB/s。") == "unclear 3.9 TB/s"); // H100 NVL
    CHECK(found("H100 有 80 GB 和 94 GB 两种显存版本。").find("94") == std::string::npos);
}

TEST_CASE("sentences that only look like claims are left alone")
{
    const char* sentences[] = {
        "8 张 H100 共 640 GB 显存。",
        "8 x H200 give 1,128 GB.",
        "Eight H200 have 1.13 TB of memory.",
        "两张 H200 的显存是 282 GB。",
        "H100 SXM × 8 的显存是 640 GB。",
        "H200 上放不下 160 GB 的权重。",
        "一张 H100 跑 70B 的 FP8 要 71 GB，加上 KV 缓存就满了。",
        "H200 的显存用掉 120 GB，还剩 20 GB。",
        "H200 has 20 GB left after the weights.",
        "H200 的带宽实测 4.2 TB/s。",
        "H200 reaches 90 % of its bandwidth, 4.3 TB/s, in practice.",
        "H200 比 H100 多 61 GB 显存。",
        "从 H100 换到 H200，带宽多 1.45 TB/s。",
        "H200 的显存超过 100 GB。",
        "H200 needs at least 120 GB of host memory.",
        "H200 配 2 TB 主机内存的服务器很常见。",
        "H200 每小时 3 美元，一个月 2,190 美元。",
        "H200 was announced in 2023 and costs US$30,000.",
        "H100 到 B200，显存从 80 到 180 GB。",
        "H100 的显存是 40-80 GB。",
        "GB300 NVL72 的 NVLink 合计 130 TB/s。",
        "NVL72 有 72 块 GB300，光 GPU 就有 100 kW。",
        "DGX H100 的功耗是 10.2 kW。",
        "A100 有 40 GB 和 80 GB 两种。",
        "常说 70B 的 BF16 要 140 GB。",
        "Llama-3.1-70B 用 8 张 H100 训练，每步 12 s。",
        "用 H100 读一遍 140 GB 权重要 42 ms。",
        "H100 用 400 Gbit/s 的网卡互联。",
        "PCIe 5.0 x4 是 16 GB/s。",
        "V100 的显存带宽是 900 GB/s。",
        "H200 写盘 5 GB/s，要 200 秒。",
        "H200 的 KV 缓存有 60 GB。",
        "H200 不是 160 GB 显存。",
        "H200 的 4.8 × 0.8 = 3.84 TB/s 才是用得到的。",
        "`H200 的显存带宽是 4.9 TB/s`",
        "Qwen3-32B 的一份检查点 65 GB，H200 放得下。",
        "NVIDIA 的另一份文档里 B300 是 1,000 W。",
        "In 2026 an H200 node with 8 GPUs draws 10.2 kW.",
        "H200 的 MIG 切片 1g.18gb 有 18 GB 显存。",
        "Llama-3.1-70B 的 FP8 权重约 70 GB。",
        "DeepSeek-V3 有 685B 参数（含 MTP 模块）。",
        "The MI250X has a TDP of 500 W and a TBP of {{ fact \"mi250x.tdp\" }} at the same time.",
        "RTX 4090 和 RTX 5090 的带宽差 0.78 TB/s。",
        "B200 的训练吞吐是 H100 的 2.5 倍，显存带宽却是 2.4 倍。",
        "Each H100 server has 2 TB of DDR5 and 30 TB of NVMe.",
        "An H100 with 40 GB of KV cache serves 120 requests.",
        "H100 SXM 需要 40 GB 显存给 KV。",
        "[[h100-sxm|H100]] 的 8 个 400G 网口一共 400 GB/s。",
    };
    for (const char* sentence : sentences) {
        INFO(sentence);
        CHECK(found(sentence).empty());
    }
}

TEST_CASE("a comment with a reason accepts one figure")
{
    CHECK(found("H200 的显存带宽是 4.9 TB/s<!-- typed: 超频卡 -->。").empty());
    CHECK(findings("H200 的显存带宽是 4.9 TB/s<!-- typed: 超频卡 -->。")["figures"]["accepted"] == 1);
    CHECK(found("H200 的显存带宽是 4.9 TB/s<!-- typed: 超频卡 -->，显存是 161 GB。") == "wrong 161 GB");
    const auto codes = [](const std::string& body) {
        std::string out;
        const nlohmann::json json = findings(body);
        for (const auto& d : json["diagnostics"])
            out += d["code"].get<std::string>() + " ";
        return out;
    };
    CHECK(codes("H200 的显存带宽是 4.9 TB/s<!-- typed -->。") == "suppression-reason ");
    CHECK(codes("正文 12 GB<!-- typed: 为什么 -->。") == "unused-suppression ");
    CHECK(codes("正文<!-- typed: 为什么 -->。") == "unused-suppression ");
    const SmallSite site(Files{{guide_file, guide("4.9 TB/s<!-- typed: a -->。\n")}}, check_world());
    CHECK(site.html(guide_file) == "<p>4.9 TB/s。</p>\n"); // not published
}

TEST_CASE("the short text of the front matter is read as well")
{
    const auto check = [](const std::string& text) {
        const SmallSite site(Files{{"content/zh/terms/a.md", "---\nid: a\ntitle: 甲\nshort: " + text + "\n---\n\n正文。\n"}}, check_world());
        std::string out;
        const nlohmann::json json = nlohmann::json::parse(site.check(site::DiagnosticFormat::json, "en").output);
        for (const auto& d : json["diagnostics"])
            if (const std::string code = d["code"]; code.ends_with("figure"))
                out += code + " " + std::to_string(d["line"].get<int>()) + ":" + std::to_string(d["column"].get<int>());
        return out;
    };
    CHECK(check("H200 的显存带宽是 4.9 TB/s。") == "wrong-figure 4:20");
    CHECK(check("H200 的显存带宽是 4.8 TB/s。").empty());
}

TEST_CASE("check --fix writes the expression where the page stays the same")
{
    const SmallSite site(Files{{guide_file, guide("H200 的显存带宽是 4.8TB/s，TDP 是 700 W。**H100 SXM 的显存带宽是 3.35 TB/s。**\n\n"
                                                  "Llama-3.1-70B 的 BF16 权重是 141 GB。\n")}}, check_world());
    CHECK(site.check(site::DiagnosticFormat::text, "zh", true).exit_code == 0);
    CHECK(site.file(guide_file) == guide("H200 的显存带宽是 {{ fact \"h200-sxm.memory_bandwidth\" }}，TDP 是 {{ fact \"h200-sxm.tdp\" }}。"
                                         "**H100 SXM 的显存带宽是 {{ fact \"h100-sxm.memory_bandwidth\" }}。**\n\nLlama-3.1-70B 的 BF16 权重是 "
                                         "{{ calc \"inference-memory\" model=\"llama-3.1-70b\" weights=\"bf16\" | model_bytes }}。\n"));
}
