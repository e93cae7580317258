#pragma once
// The page for programs that read text: Markdown beside the HTML, under the name that llms.txt's authors proposed,
// `index.html.md`. Made from the finished page, so that it holds every figure as printed, with its unit and its source.
//
//     ---
//     title: "KV cache"
//     canonical: "https://gloss.example/en/glossary/kv-cache/"
//     ...
//     ---
//
//     # KV cache
//     ...
//     One token takes [328 kB](/en/calculators/inference-memory/?model=llama-3.1-70b) ... 3.35 TB/s[^nvidia-h100-datasheet]

#include "site/render/planned_page.h"
#include "site/render/website.h"

#include <string>
#include <string_view>

namespace site {

/// Pages in sitemap and llms.txt have one. The thousands of generated comparisons do not: two GPUs' own twins hold their figures.
bool has_twin(const Settings&, const PlannedPage&);
/// "zh/glossary/kv-cache/index.html" -> "zh/glossary/kv-cache/index.html.md"; the same of an address that ends with "/".
std::string twin_path(std::string_view path);

std::string markdown_twin(const Website&, const PlannedPage&, std::string_view html);

}
