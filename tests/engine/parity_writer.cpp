// Writes random requests and the native answers to standard output, for parity.mjs to repeat in WebAssembly.
//
// Doubles in the machine's order: calculators; then for each request its calculator, the inputs, the specifications, the
// error, the outputs, the number of steps and their results. Sizes are those of fields.js.

#include "engine/calculators/calculator.h"

#include <cstdint>
#include <cstdio>
#include <cmath>

namespace {

using namespace engine;

constexpr int requests = 2000;

/// Knuth's MMIX generator: the same numbers everywhere, which std::random does not promise.
class Random {
public:
    double unit()
    {
        m_state = m_state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(m_state >> 11) / 9007199254740992.0;
    }
    bool chance(double p) { return unit() < p; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    double whole(double low, double high) { return std::floor(between(low, high + 1)); }
    double power_of_two(double low, double high) { return std::exp2(whole(low, high)); }

private:
    std::uint64_t m_state = 20261130;
};

void write(double value) { std::fwrite(&value, sizeof value, 1, stdout); }

template<class Record>
void write_record(const Record& record)
{
    std::fwrite(&record, sizeof record, 1, stdout);
}

LanguageModel random_model(Random& random)
{
    LanguageModel m;
    m.layers = random.whole(2, 100);
    m.heads = random.power_of_two(2, 7);
    m.head_dim = random.chance(0.2) ? absent : random.power_of_two(6, 8);
    m.hidden = 128 * random.whole(4, 120);
    m.vocab = random.whole(1000, 260000);
    m.kv_heads = random.chance(0.2) ? absent : random.power_of_two(0, 4);
    m.intermediate = random.chance(0.1) ? absent : 256 * random.whole(2, 100);
    m.tie_embeddings = random.chance(0.3);
    m.gated_mlp = random.chance(0.9);
    m.attention_bias = random.whole(0, 2);
    m.qk_norm = random.chance(0.3);
    m.max_context = random.chance(0.3) ? absent : random.power_of_two(11, 20);
    if (random.chance(0.4)) {
        m.experts_total = random.power_of_two(3, 9);
        m.experts_active = random.whole(1, 8);
        m.experts_shared = random.whole(0, 2);
        m.moe_intermediate = 64 * random.whole(2, 60);
        m.first_k_dense = random.whole(0, 2);
    }
    if (random.chance(0.2)) {
        m.kv_lora_rank = 512;
        m.q_lora_rank = random.chance(0.5) ? 1536 : 0;
        m.qk_rope_head_dim = 64;
        m.qk_nope_head_dim = 128;
        m.v_head_dim = 128;
    } else if (random.chance(0.3)) {
        m.sliding_window = random.power_of_two(7, 13);
        m.sliding_layers = std::floor(m.layers * random.unit());
    } else if (random.chance(0.3)) {
        m.linear_layers = std::floor(m.layers * random.unit());
        m.linear_attention = random.whole(1, 4);
        m.linear_key_heads = 16;
        m.linear_value_heads = 32;
        m.linear_key_head_dim = 128;
    }
    if (random.chance(0.1))
        m.parameters = random.between(1e9, 1e12);
    return m;
}

NumberFormat random_format(Random& random)
{
    NumberFormat f;
    f.bits_per_weight = random.between(2, 32);
    f.arithmetic = random.whole(0, 4);
    f.block_scaled = random.chance(0.2);
    f.gguf = random.chance(0.2);
    if (random.chance(0.5))
        f.expert_bits = f.mlp_bits = f.attention_bits = f.bits_per_weight;
    return f;
}

Specifications random_specifications(Random& random)
{
    Specifications s;
    s.model = random_model(random);
    s.weights = random_format(random);
    if (random.chance(0.5))
        s.kv_cache = random_format(random);
    if (random.chance(0.1))
        s.value_cache = random_format(random);
    s.gpu.architecture = random.whole(0, 17);
    if (random.chance(0.95)) {
        s.gpu.memory_bytes = random.between(8e9, 3e11);
        s.gpu.memory_bandwidth = random.between(1e11, 8e12);
        s.gpu.fp32 = random.between(1e13, 1e14);
        s.gpu.bf16 = random.between(5e13, 2.5e15);
        s.gpu.fp8 = random.chance(0.6) ? 2 * s.gpu.bf16 : absent;
        s.gpu.tdp = random.between(70, 1400);
    }
    s.intra_fabric = {.topology = random.whole(0, 3), .one_direction = random.between(1e10, 9e11), .domain = random.power_of_two(1, 6)};
    s.inter_fabric = {.topology = 4, .one_direction = random.between(1e10, 1e11)};
    return s;
}

Inputs random_inputs(Random& random, const Calculator& calculator)
{
    Inputs inputs = default_inputs(calculator);
    for (std::size_t i = 0; i < calculator.inputs.size(); ++i) {
        const Field& field = calculator.inputs[i];
        if (field.kind == Kind::flag)
            inputs[i] = random.chance(0.5);
        else if (field.kind == Kind::choice && random.chance(0.5))
            inputs[i] = random.whole(0, static_cast<double>(field.choices.size()) - 1);
        else if (field.accepts_max && random.chance(0.2))
            inputs[i] = maximum;
        else if (is_present(field.initial) && field.kind != Kind::choice && random.chance(0.5))
            inputs[i] = std::max(field.least, field.kind == Kind::count ? std::floor(field.initial * random.between(0.2, 4))
                                                                        : field.initial * random.between(0.5, 1));
        else if (field.kind == Kind::count && random.chance(0.1))
            inputs[i] = random.power_of_two(0, 3);
    }
    return inputs;
}

}

int main()
{
    Random random;
    Answer answer;
    Derivation derivation;
    write(static_cast<double>(calculators().size()));
    for (int i = 0; i < requests; ++i) {
        const auto which = static_cast<std::size_t>(i) % calculators().size();
        const Calculator& calculator = calculators()[which];
        const Specifications specs = random_specifications(random);
        const Inputs inputs = random_inputs(random, calculator);
        const Problem problem = calculator.evaluate({inputs, specs}, answer);
        write(static_cast<double>(which));
        write_record(inputs);
        write_record(specs);
        write(static_cast<double>(problem.code));
        if (problem.code != ErrorCode::none)
            continue;
        write_record(answer.outputs);
        calculator.derive({inputs, specs}, derivation);
        write(derivation.steps_used);
        for (int step = 0; step < derivation.steps_used; ++step)
            write(derivation.steps[static_cast<std::size_t>(step)].result);
    }
}
