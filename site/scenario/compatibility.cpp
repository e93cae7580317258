#include "site/scenario/compatibility.h"

#include <algorithm>
#include <array>

namespace site {

namespace {

/// The types that llama.cpp takes for --cache-type-k and --cache-type-v.
constexpr std::array<std::string_view, 9> llama_cache_types{
    "gguf-f32", "gguf-f16", "gguf-bf16", "gguf-q8_0", "gguf-q4_0", "gguf-q4_1", "gguf-iq4_nl", "gguf-q5_0", "gguf-q5_1"};

void append(std::string& list, std::string_view id) { list.append(list.empty() ? "" : ", ").append(id); }

bool uses(const AcceleratorRow& gpu, std::string_view fabric)
{
    return (gpu.link && gpu.link->fabric == fabric) || (gpu.bridge && gpu.bridge->fabric == fabric);
}

}

bool is_cache_format(const FormatRow& format)
{
    if (format.kind == "gguf")
        return std::find(llama_cache_types.begin(), llama_cache_types.end(), format.id) != llama_cache_types.end();
    return format.kind == "float" || format.kind == "block-scaled" || format.kind == "integer";
}

std::string cache_format_ids(const Catalog& catalog)
{
    std::string list;
    for (const FormatRow& format : catalog.formats.rows())
        if (is_cache_format(format))
            append(list, format.id);
    return list;
}

bool is_network(const LinkRow& link) { return link.scope == "inter"; }

bool is_fabric_of(const LinkRow& link, const AcceleratorRow* gpu, const Catalog& catalog)
{
    if (is_network(link))
        return false;
    if (!gpu || link.spec.topology == static_cast<double>(engine::Topology::host_tree))
        return true;
    bool is_claimed = false, has_its_shape = false;
    for (const AcceleratorRow& other : catalog.accelerators.rows()) {
        const bool same_vendor = other.vendor == gpu->vendor;
        if (uses(other, link.id)) {
            if (same_vendor)
                return true;
            is_claimed = true;
        }
        const LinkRow* its = other.link ? catalog.links.find(other.link->fabric) : nullptr;
        has_its_shape = has_its_shape || (same_vendor && its && its->spec.topology == link.spec.topology);
    }
    return !is_claimed && has_its_shape;
}

std::string fabric_ids(const Catalog& catalog, const AcceleratorRow* gpu, bool networks)
{
    std::string list;
    for (const LinkRow& link : catalog.links.rows())
        if (networks ? is_network(link) : is_fabric_of(link, gpu, catalog))
            append(list, link.id);
    return list;
}

}
