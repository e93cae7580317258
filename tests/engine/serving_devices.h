#pragma once
// Devices and fabrics that the serving tests use, typed from their data sheets, so that these tests need no catalog.

#include "engine/specs/accelerator.h"
#include "engine/specs/link.h"
#include "engine/specs/number_format.h"
#include "engine/specs/specifications.h"

namespace test {

inline engine::Accelerator serving_h100()
{
    return {.architecture = static_cast<double>(engine::Architecture::hopper), .memory_bytes = 85.5e9,
            .memory_bandwidth = 3.35e12, .fp32 = 67e12, .bf16 = 989.5e12, .fp8 = 1979e12, .tdp = 700,
            .sustained_bf16 = 794.5e12, .sustained_fp8 = 1402.6e12};
}

inline engine::Accelerator serving_b200()
{
    return {.architecture = static_cast<double>(engine::Architecture::blackwell), .memory_bytes = 192e9,
            .memory_bandwidth = 8e12, .fp32 = 80e12, .bf16 = 2250e12, .fp8 = 4500e12, .fp4 = 9000e12, .tdp = 1000};
}

inline engine::Accelerator serving_4090()
{
    return {.architecture = static_cast<double>(engine::Architecture::ada), .memory_bytes = 25.757e9,
            .memory_bandwidth = 1.008e12, .fp32 = 82.6e12, .fp16 = 165.2e12, .bf16 = 165.2e12, .fp8 = 330.3e12, .tdp = 450};
}

inline engine::Link serving_nvlink(double one_direction)
{
    return {.topology = static_cast<double>(engine::Topology::switched), .one_direction = one_direction, .domain = 8,
            .in_switch_reduction = 1};
}

inline engine::Link serving_pcie4(bool peer_to_peer)
{
    return {.topology = static_cast<double>(engine::Topology::host_tree), .one_direction = 32e9, .domain = 8,
            .peer_to_peer = peer_to_peer ? 1.0 : 0.0};
}

inline engine::NumberFormat serving_format(double bits, engine::Arithmetic arithmetic)
{
    return {.bits_per_weight = bits, .arithmetic = static_cast<double>(arithmetic), .expert_bits = bits, .mlp_bits = bits,
            .attention_bits = bits, .moe_attention_bits = bits, .embedding_bits = 16, .head_bits = 16};
}

}
