// The whole WebAssembly boundary of the calculators: ten functions over arrays of doubles.
//
//  1. Names and order of everything are in fields.js, which generate_fields.cpp prints from the same tables.
//  2. Absent is NaN, `max` is +infinity, a flag 0 or 1, a choice or enumeration its index. Numbers are in base units.
//  3. Addresses are of memory that the module owns and never moves; make a new view after each call all the same.
//  4. The page fills request() (the inputs of one calculator) and specs() (the catalog's rows; NaN where there is none),
//     then calls evaluate(calculator), which returns an index into `errors`, 0 if all is well.
//  5. evaluate() == 0: response() holds the outputs, ranges() limits.fields lows, as many highs and the inputs as used, warnings() the
//     number of warnings and rows of (code, three arguments), options() the number of rows, their columns, and the rows:
//     suggestions as (field, value).
//  6. evaluate() != 0: response() holds field, limit, other field (-1: none); the rest is as it was.
//  7. derive(calculator) returns the number of steps, or minus the error's index; steps() holds rows of limits.step:
//     step, result, number of values, values.
//  8. format() returns the address of a UTF-8 text that ends with a zero byte and lasts until the next call.
//  9. A calculator's index that does not exist is error `unsupported`.
// 10. plan: behind the specifications specs() holds the number of candidates, the number of formats, then
//     limits.candidates rows of (gpu, intra_fabric, inter_fabric, US$ per GPU-hour, GPUs per node) and limits.formats rows
//     of (weights, kv_cache, native_weights, native_cache): engine/planner/plan.h. evaluate() leaves in options() the number
//     of options, their columns and the rows, best first: candidate, format, tensor, pipeline, expert, replicas, GPUs, on
//     the front, extrapolated, then the outputs of throughput. Behind them the number of rejections, their columns and the
//     rows: candidate, reason (index into planReasons), value, other.
// 11. Nothing here allocates, traps, prints or keeps anything between calls but these arrays.

#include "engine/calculators/calculator.h"
#include "engine/planner/plan.h"
#include "engine/units/format.h"

#include <algorithm>
#include <cstddef>

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace {

using namespace engine;

constexpr std::size_t step_row = 3 + max_values, warning_row = 4, option_columns = 2;

constexpr std::size_t most_points = 8192;
constexpr std::size_t plan_columns = 9 + throughput_outputs.size(), rejection_columns = 4;

Inputs inputs;
Answer answer;
Derivation derivation;
std::array<double, max_fields> response_row;
std::array<double, 3 * max_fields> range_rows;
std::array<double, 1 + max_warnings * warning_row> warning_rows;
std::array<double, 4 + most_plan_options * plan_columns + most_plan_candidates * rejection_columns> option_rows;
std::array<double, max_steps * step_row> step_rows;
std::array<char, sizeof(Text::bytes) + 1> text;

/// What specs() is the address of.
struct Specs {
    Specifications named;
    double candidates, formats;
    std::array<PlanCandidate, most_plan_candidates> candidate;
    std::array<PlanFormat, most_plan_formats> format;
};
/// Memory without initial values: those of the records would be written out in the module.
template<class Type>
struct Room {
    alignas(Type) std::array<std::byte, sizeof(Type)> bytes;
    Type& value() { return *reinterpret_cast<Type*>(bytes.data()); }
};
Room<Specs> spec_room;
Room<std::array<PlanPoint, most_points>> point_room;
Room<std::array<PlanOption, most_plan_options>> plan_room;
Room<std::array<PlanRejection, most_plan_candidates>> rejection_room;

const Calculator* calculator_at(int index)
{
    const auto all = calculators();
    return index >= 0 && static_cast<std::size_t>(index) < all.size() ? &all[static_cast<std::size_t>(index)] : nullptr;
}

int number(ErrorCode code) { return static_cast<int>(code); }

void write_problem(const Problem& problem)
{
    response_row[0] = problem.field;
    response_row[1] = problem.limit;
    response_row[2] = problem.other_field;
}

void write_answer()
{
    response_row = answer.outputs;
    for (std::size_t i = 0; i < max_fields; ++i) {
        range_rows[i] = answer.low[i];
        range_rows[max_fields + i] = answer.high[i];
        range_rows[2 * max_fields + i] = answer.inputs[i];
    }
    double* at = warning_rows.data();
    *at++ = answer.warnings_used;
    for (int i = 0; i < answer.warnings_used; ++i) {
        const Warning& warning = answer.warnings[static_cast<std::size_t>(i)];
        *at++ = warning.code;
        for (double argument : warning.arguments)
            *at++ = argument;
    }
    at = option_rows.data();
    *at++ = answer.suggestions_used;
    *at++ = option_columns;
    for (int i = 0; i < answer.suggestions_used; ++i) {
        const Suggestion& suggestion = answer.suggestions[static_cast<std::size_t>(i)];
        *at++ = suggestion.field;
        *at++ = suggestion.value;
    }
}

/// The search behind evaluate() of plan; a count beyond the room is cut.
void write_plan()
{
    const Specs& specs = spec_room.value();
    const auto count = [](double given, std::size_t most) {
        return given > 0 ? std::min(static_cast<std::size_t>(std::min(given, 1e6)), most) : 0;
    };
    const std::span candidates = std::span(specs.candidate).first(count(specs.candidates, most_plan_candidates));
    const std::span formats = std::span(specs.format).first(count(specs.formats, most_plan_formats));
    const PlanRequest request = plan_request(inputs, specs.named.model);
    const PlanSummary found = search_plans(request, candidates, formats,
                                           {point_room.value(), plan_room.value(), rejection_room.value()});
    const std::span found_options =
        std::span<const PlanOption>(plan_room.value()).first(static_cast<std::size_t>(found.options));
    add_plan_warnings(request, candidates, found_options, found, answer);
    write_answer();

    double* at = option_rows.data();
    const auto put = [&at](auto... values) { ((*at++ = static_cast<double>(values)), ...); };
    put(found.options, plan_columns);
    for (const PlanOption& o : found_options) {
        const PlanLayout& l = o.layout;
        put(l.candidate, l.format, l.tensor, l.pipeline, l.expert, l.replicas, l.gpus(), o.pareto, o.extrapolated);
        for (const double output : o.outputs)
            put(output);
    }
    put(found.rejections, rejection_columns);
    for (int i = 0; i < found.rejections; ++i) {
        const PlanRejection& r = rejection_room.value()[static_cast<std::size_t>(i)];
        put(r.candidate, static_cast<int>(r.reason), r.value, r.other);
    }
}

}

EXPORT("request") double* request() { return inputs.data(); }
EXPORT("specs") double* specs() { return reinterpret_cast<double*>(&spec_room.value()); } // describes() proves the layout
EXPORT("response") double* response() { return response_row.data(); }
EXPORT("ranges") double* ranges() { return range_rows.data(); }
EXPORT("steps") double* steps() { return step_rows.data(); }
EXPORT("warnings") double* warnings() { return warning_rows.data(); }
EXPORT("options") double* options() { return option_rows.data(); }

EXPORT("evaluate") int evaluate(int calculator)
{
    const Calculator* c = calculator_at(calculator);
    const Problem problem =
        c ? c->evaluate({inputs, spec_room.value().named}, answer) : Problem{.code = ErrorCode::unsupported};
    if (problem.code != ErrorCode::none)
        write_problem(problem);
    else if (c->evaluate == evaluate_plan)
        write_plan();
    else
        write_answer();
    return number(problem.code);
}

EXPORT("derive") int derive(int calculator)
{
    const Calculator* c = calculator_at(calculator);
    const Problem problem =
        c ? c->derive({inputs, spec_room.value().named}, derivation) : Problem{.code = ErrorCode::unsupported};
    if (problem.code != ErrorCode::none)
        return -number(problem.code);
    double* row = step_rows.data();
    for (int i = 0; i < derivation.steps_used; ++i, row += step_row) {
        const Step& step = derivation.steps[static_cast<std::size_t>(i)];
        row[0] = step.info;
        row[1] = step.result;
        row[2] = step.values_used;
        for (std::size_t v = 0; v < max_values; ++v)
            row[3 + v] = step.values[v];
    }
    return derivation.steps_used;
}

EXPORT("format") const char* format_number(double value, int unit, int language, int digits)
{
    const bool known = unit >= 0 && static_cast<std::size_t>(unit) < unit_ids.size();
    const Text formatted = format(value, known ? static_cast<Unit>(unit) : Unit::none,
                                  language == 1 ? Language::zh : Language::en, digits);
    for (int i = 0; i < formatted.size; ++i)
        text[static_cast<std::size_t>(i)] = formatted.bytes[static_cast<std::size_t>(i)];
    text[static_cast<std::size_t>(formatted.size)] = '\0';
    return text.data();
}
