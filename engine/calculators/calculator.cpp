#include "engine/calculators/calculator.h"

#include "engine/calculators/billing.h"
#include "engine/calculators/collective.h"
#include "engine/calculators/inference_memory.h"
#include "engine/calculators/plan_fields.h"
#include "engine/calculators/throughput.h"
#include "engine/calculators/training_memory.h"
#include "engine/calculators/training_time.h"

#include <cmath>

namespace engine {

namespace {

Problem check(const Field& field, double value)
{
    if (field.kind == Kind::model || field.kind == Kind::accelerator || field.kind == Kind::format ||
        field.kind == Kind::link || field.kind == Kind::accelerators || field.kind == Kind::prices)
        return {}; // their records are in the Specifications
    if (!is_present(value))
        return {.code = is_present(field.initial) ? ErrorCode::missing : ErrorCode::none};
    if (std::isinf(value) && value > 0 && field.accepts_max)
        return {};
    if (field.kind == Kind::choice) {
        const auto choices = static_cast<double>(field.choices.size());
        const bool known = value >= 0 && value < choices && value == std::floor(value);
        return {.code = known ? ErrorCode::none : ErrorCode::not_a_choice};
    }
    const double least = field.kind == Kind::flag ? 0 : field.least, most = field.kind == Kind::flag ? 1 : field.most;
    if (value < least)
        return {.code = ErrorCode::below_least, .limit = least};
    if (value > most)
        return {.code = ErrorCode::above_most, .limit = most};
    if (field.kind != Kind::number && value != std::floor(value))
        return {.code = ErrorCode::not_whole};
    return {};
}

}

std::span<const Calculator> calculators()
{
    // The order is that of the WebAssembly boundary: add at the end.
    static constexpr std::array all{inference_memory,         collective, billing,         training_memory_calculator,
                                    training_time_calculator, throughput, plan_calculator};
    return all;
}

const Calculator* find_calculator(std::string_view id)
{
    for (const Calculator& calculator : calculators())
        if (calculator.id == id)
            return &calculator;
    return nullptr;
}

Inputs default_inputs(const Calculator& calculator)
{
    Inputs inputs;
    inputs.fill(absent);
    for (std::size_t i = 0; i < calculator.inputs.size(); ++i)
        inputs[i] = calculator.inputs[i].initial;
    return inputs;
}

int field_index(std::span<const Field> fields, std::string_view id)
{
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].id == id)
            return static_cast<int>(i);
    return -1;
}

Problem check_inputs(const Calculator& calculator, const Inputs& inputs)
{
    for (std::size_t i = 0; i < calculator.inputs.size(); ++i) {
        Problem problem = check(calculator.inputs[i], inputs[i]);
        if (problem.code != ErrorCode::none) {
            problem.field = static_cast<int>(i);
            return problem;
        }
    }
    return {};
}

}
