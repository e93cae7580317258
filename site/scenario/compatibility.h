#pragma once
// Which rows of the catalog go together: what can be a cache format, which fabrics an accelerator can have. Rows that do not
// are refused before the engine, which knows no names, would answer for something that cannot be built.

#include "site/catalog/catalog.h"

#include <string>

namespace site {

/// Engines quantise keys and values as they write them: plain numbers, scaled blocks of them, and llama.cpp's simple block
/// types. Formats that need calibrated or packed weights (AWQ, GPTQ, NF4, EXL2, K-quants) are of weights only.
bool is_cache_format(const FormatRow&);
std::string cache_format_ids(const Catalog&); ///< "bf16, fp16, ..."

/// Inside a server: PCIe, what some accelerator of the same vendor has, and of the fabrics that no accelerator has those of
/// the shape that the vendor builds. Between servers: networks. Without an accelerator all of the scope.
bool is_fabric_of(const LinkRow&, const AcceleratorRow*, const Catalog&);
bool is_network(const LinkRow&);
std::string fabric_ids(const Catalog&, const AcceleratorRow*, bool networks);

}
