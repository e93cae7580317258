#pragma once
// Training runs for tests: a calculator's inputs by field id, over fixtures that need no catalog.

#include "engine/calculators/training_memory.h"
#include "engine/calculators/training_time.h"
#include "tests/engine/models.h"

#include <catch2/catch_test_macros.hpp>

#include <initializer_list>
#include <string_view>
#include <utility>

namespace test {

inline engine::Link nvlink4()
{
    return {.topology = 0, .one_direction = 450e9, .domain = 8, .in_switch_reduction = 1, .generation = 4};
}
inline engine::Link pcie4() { return {.topology = 3, .one_direction = 32e9, .domain = 8, .generation = 4}; }

inline engine::Accelerator training_h100()
{
    engine::Accelerator gpu;
    gpu.architecture = static_cast<double>(engine::Architecture::hopper);
    gpu.memory_bytes = 85520809984.0;
    gpu.memory_bandwidth = 3.35e12;
    gpu.fp32 = 67e12, gpu.bf16 = 989.5e12, gpu.fp8 = 1979e12;
    gpu.sustained_bf16 = 794.5e12, gpu.sustained_fp8 = 1402.6e12;
    gpu.tdp = 700;
    return gpu;
}

class TrainingRun {
public:
    using Settings = std::initializer_list<std::pair<std::string_view, double>>;

    TrainingRun(const engine::Calculator& calculator, const engine::LanguageModel& model, Settings settings = {})
        : m_calculator(calculator), m_inputs(engine::default_inputs(calculator))
    {
        specs.model = model;
        specs.gpu = training_h100();
        specs.intra_fabric = nvlink4();
        for (const auto& [field, value] : settings)
            set(field, value);
    }

    TrainingRun& set(std::string_view field, double value)
    {
        const int index = engine::field_index(m_calculator.inputs, field);
        REQUIRE(index >= 0);
        m_inputs[static_cast<std::size_t>(index)] = value;
        return *this;
    }
    engine::Problem evaluate() { return m_calculator.evaluate({m_inputs, specs}, answer); }
    engine::Derivation derive() const
    {
        engine::Derivation derivation;
        REQUIRE(m_calculator.derive({m_inputs, specs}, derivation).code == engine::ErrorCode::none);
        return derivation;
    }
    /// An output; evaluates first.
    double operator()(std::string_view field)
    {
        const engine::Problem problem = evaluate();
        REQUIRE(problem.code == engine::ErrorCode::none);
        return answer.outputs[output(field)];
    }
    std::pair<double, double> range(std::string_view field) const
    {
        return {answer.low[output(field)], answer.high[output(field)]};
    }
    double used(std::string_view field) const
    {
        return answer.inputs[static_cast<std::size_t>(engine::field_index(m_calculator.inputs, field))];
    }
    bool warns(std::string_view id) const
    {
        for (int i = 0; i < answer.warnings_used; ++i)
            if (m_calculator.warnings[static_cast<std::size_t>(answer.warnings[static_cast<std::size_t>(i)].code)] == id)
                return true;
        return false;
    }

    engine::Specifications specs;
    engine::Answer answer;

private:
    std::size_t output(std::string_view field) const
    {
        const int index = engine::field_index(m_calculator.outputs, field);
        REQUIRE(index >= 0);
        return static_cast<std::size_t>(index);
    }

    const engine::Calculator& m_calculator;
    engine::Inputs m_inputs;
};

template<class Enum>
constexpr double index(Enum value)
{
    return static_cast<double>(value);
}

/// Words separated by single spaces.
inline int words(std::string_view text)
{
    int count = text.empty() ? 0 : 1;
    for (const char c : text)
        count += c == ' ';
    return count;
}

}
