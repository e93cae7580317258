// How long one evaluation takes, for tools/bench.
//
//     bench_engine             row, microseconds: the mean over its requests, the best of several rounds
//     bench_engine --requests  the requests, for bench_engine.mjs to repeat in WebAssembly: doubles in the machine's
//                              order: their number, then for each its row, its calculator, the inputs and the specifications

#include "engine/calculators/throughput.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using namespace engine;

constexpr int rounds = 15, repeats = 2000;
constexpr double open_loop_rate = 1; ///< requests/s

struct Case {
    std::size_t row; ///< that of its calculator, or the one behind the last
    std::size_t calculator;
    Inputs inputs;
    Specifications specs;
};

LanguageModel llama_70b()
{
    return {.layers = 80, .hidden = 8192, .intermediate = 28672, .heads = 64, .kv_heads = 8, .head_dim = 128,
            .vocab = 128256, .max_context = 131072};
}

LanguageModel deepseek_v3()
{
    return {.layers = 61, .hidden = 7168, .intermediate = 18432, .heads = 128, .vocab = 129280, .experts_total = 256,
            .experts_active = 8, .experts_shared = 1, .moe_intermediate = 2048, .first_k_dense = 3, .q_lora_rank = 1536,
            .kv_lora_rank = 512, .qk_rope_head_dim = 64, .qk_nope_head_dim = 128, .v_head_dim = 128, .max_context = 163840};
}

Specifications specifications(const LanguageModel& model)
{
    Specifications s;
    s.model = model;
    s.gpu = {.architecture = static_cast<double>(Architecture::hopper), .memory_bytes = 85520809984,
             .memory_bandwidth = 3.35e12, .fp32 = 67e12, .bf16 = 989e12, .fp8 = 1979e12, .tdp = 700};
    s.weights = {.bits_per_weight = 8, .arithmetic = static_cast<double>(Arithmetic::fp8), .expert_bits = 8, .mlp_bits = 8,
                 .attention_bits = 8, .moe_attention_bits = 8, .embedding_bits = 16, .head_bits = 16};
    s.intra_fabric = {.topology = static_cast<double>(Topology::switched), .one_direction = 450e9, .domain = 8,
                      .in_switch_reduction = 1};
    s.inter_fabric = {.topology = static_cast<double>(Topology::network), .one_direction = 50e9};
    return s;
}

/// Each calculator with its defaults, a dense model and one of experts; throughput also in an open loop, as a row of its own.
std::vector<Case> cases()
{
    std::vector<Case> all;
    const auto everything = calculators();
    for (std::size_t i = 0; i < everything.size(); ++i)
        for (const LanguageModel& model : {llama_70b(), deepseek_v3()}) {
            Case one{i, i, default_inputs(everything[i]), specifications(model)};
            const int gpus = field_index(everything[i].inputs, "gpus");
            if (gpus >= 0 && model.experts_total > 0)
                one.inputs[static_cast<std::size_t>(gpus)] = 16;
            all.push_back(one);
            if (everything[i].id == throughput.id) {
                one.row = everything.size();
                one.inputs[static_cast<std::size_t>(ThroughputInput::requests_per_s)] = open_loop_rate;
                all.push_back(one);
            }
        }
    return all;
}

double microseconds(const Case& one)
{
    using Clock = std::chrono::steady_clock;
    double best = 1e9;
    Answer answer;
    for (int round = 0; round < rounds; ++round) {
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < repeats; ++i)
            calculators()[one.calculator].evaluate({one.inputs, one.specs}, answer);
        best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - start).count() / repeats);
    }
    return best;
}

void write(const void* data, std::size_t size) { std::fwrite(data, 1, size, stdout); }

}

int main(int count, char** arguments)
{
    const std::vector<Case> all = cases();
    if (count > 1 && std::strcmp(arguments[1], "--requests") == 0) {
        const auto number = static_cast<double>(all.size());
        write(&number, sizeof number);
        for (const Case& one : all) {
            const double which[] = {static_cast<double>(one.row), static_cast<double>(one.calculator)};
            write(which, sizeof which);
            write(&one.inputs, sizeof one.inputs);
            write(&one.specs, sizeof one.specs);
        }
        return 0;
    }
    for (std::size_t i = 0; i <= calculators().size(); ++i) {
        double sum = 0;
        int used = 0;
        for (const Case& one : all)
            if (one.row == i) {
                sum += microseconds(one);
                ++used;
            }
        const std::string_view id = i < calculators().size() ? calculators()[i].id : "throughput-open";
        std::printf("%.*s %.3f\n", static_cast<int>(id.size()), id.data(), sum / used);
    }
}
