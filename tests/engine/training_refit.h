#pragma once
// The measured training runs as the engine sees them, and the fit of the constants of training_constants.h on them. Shared by
// tools/fit_training, which writes that header, and by the test that fits again and compares.

#include "engine/calculators/training_memory.h"
#include "engine/calculators/training_time.h"
#include "site/scenario/case_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace refit {

/// One measured figure. `error` is ln(predicted / measured) of a quantity that grows with time or memory.
struct Row {
    std::string id, field, family, gpu, kind; ///< kind: dense, experts, derived, adapter; for memory full, adapter
    double at_shipped = 0;                    ///< error with the shipped constants
    double weight = 1;
    engine::TrainingRequest request;
    engine::Specifications specs;
    double shipped = 0;                       ///< step in s, or bytes, with the shipped constants
    bool is_time = true, is_activations = false;
};

/// A constant: where it is, what it was believed to be before any fit, and how surely.
template<class Constants>
struct Parameter {
    const char* id;
    double Constants::* member;
    double prior, sigma;          ///< sigma of ln(value / prior); 0: held
    const char* unit;
    const char* meaning;
};

using Time = engine::TrainingTimeConstants;
inline const std::vector<Parameter<Time>> time_parameters{
    {"matmul", &Time::matmul, .88, .05, "share", "of the best-shape matmul rate that a training loop keeps"},
    {"operand", &Time::operand, 1, .25, "times", "traffic of a matmul's operands, added to its arithmetic"},
    {"softmax", &Time::softmax, 40, .5, "FLOP", "fp32 work of an attention score and pass: exponential, scale, maximum, sum, casts"},
    {"flash2", &Time::flash2, .45, .35, "share", "of the matrix rate that FlashAttention-2 class kernels reach on Hopper and newer"},
    {"elementwise", &Time::elementwise, 1, .3, "times", "counted traffic of what lies between matmuls"},
    {"eager", &Time::eager, 1.7, .25, "times", "that traffic without a compiler"},
    {"cast", &Time::cast, 1, .35, "times", "counted traffic of casting to FP8 or FP4"},
    {"fp4", &Time::fp4, .6, .3, "share", "of the FP4 peak that matmuls reach in training"},
    {"exposed", &Time::exposed, .7, .3, "share", "of tensor, context and pipeline messages that shows"},
    {"exposed_async", &Time::exposed_async, .35, .4, "share", "of tensor-parallel messages that shows when they overlap with their matmuls"},
    {"exposed_experts", &Time::exposed_experts, .9, .3, "share", "of expert all-to-all that shows"},
    {"exposed_experts_async", &Time::exposed_experts_async, .4, .4, "share", "of it that shows beside the other half of a pipeline's pair"},
    {"hidden", &Time::hidden, .65, .2, "share", "of the time of data-parallel traffic that it costs even while hidden"},
    {"routing", &Time::routing, 1.2, .3, "times", "counted traffic of routing, permuting and padding tokens"},
    {"grouped", &Time::grouped, .85, .15, "share", "of a dense matmul's rate that the experts' grouped one reaches"},
    {"overlap", &Time::overlap, .6, 0, "share", "of computing that data-parallel traffic can hide behind"},
    {"launch_us", &Time::launch_us, 9, 0, "us", "a layer and pass that no kernel fills"},
    {"goodput", &Time::goodput, .9, 0, "share", "of wall time that trains, the default of that input"},
};

using Memory = engine::TrainingMemoryConstants;
inline const std::vector<Parameter<Memory>> memory_parameters{
    {"logit", &Memory::logit, 14, .15, "bytes", "a logit at the loss: 16 bits, an fp32 copy, probabilities, gradient"},
    {"fused_logit", &Memory::fused_logit, 6, .15, "bytes", "a logit with Megatron's fused loss"},
    {"distributed_logit", &Memory::distributed_logit, 8, 0, "bytes", "more of a logit with a softmax over tensor-parallel ranks outside of Megatron"},
    {"eager", &Memory::eager, 1.5, .15, "times", "counted activations, without a compiler"},
    {"per_operator", &Memory::per_operator, 1, .1, "times", "counted activations of per-operator recomputation"},
    {"slack", &Memory::slack, 1.04, .015, "times", "what the tensors take, in the allocator of a run on several GPUs"},
    {"base_gib", &Memory::base_gib, .2, .3, "GiB", "workspaces of libraries"},
};

inline std::string family_of(const std::string& id)
{
    for (const char* prefix : {"megatron2021", "korthikanti", "llama3", "hours", "mpt", "mbridge", "mlperf"})
        if (id.rfind(prefix, 0) == 0)
            return prefix;
    if (id.find("titan") != std::string::npos) return "torchtitan";
    if (id.find("torchtune") != std::string::npos) return "torchtune";
    if (id.find("litgpt") != std::string::npos) return "litgpt";
    return id.find("mbridge") != std::string::npos ? "mbridge" : id;
}

inline double in_base(const site::Measurement& m)
{
    static const std::map<std::string, double> factor{
        {"GiB", 1073741824.0}, {"GB", 1e9}, {"MiB", 1048576.0}, {"hours", 1}, {"s", 1}, {"tokens/s", 1}, {"TFLOP/s", 1}};
    const auto found = factor.find(m.unit);
    return found == factor.end() ? std::nan("") : m.value * found->second;
}

inline std::string text_of(const std::string& path)
{
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The rows of one file; `skipped` says why others are not there.
inline std::vector<Row> read_rows(const engine::Calculator& calculator, const std::string& path, std::vector<std::string>& skipped)
{
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog("content/data", diagnostics);
    std::vector<Row> rows;
    const bool time = calculator.id == "training-time";
    for (const site::MeasuredCase& c : site::read_cases(text_of(path), path, diagnostics)) {
        const site::Scenario scenario = site::make_scenario(calculator, catalog, c.input);
        const engine::Request request{scenario.inputs, scenario.specs};
        engine::Answer answer;
        const engine::Problem problem = calculator.evaluate(request, answer);
        if (!scenario.problems.empty() || problem.code != engine::ErrorCode::none) {
            skipped.push_back(c.id + (scenario.problems.empty() ? ": engine " + std::to_string(static_cast<int>(problem.code)) + " field " + std::to_string(problem.field)
                                                                : ": " + scenario.problems[0].field + " " + scenario.problems[0].code + " " + scenario.problems[0].value));
            continue;
        }
        for (const site::Measurement& m : c.measured) {
            const int field = engine::field_index(calculator.outputs, m.field);
            if (field < 0)
                continue;
            Row row;
            row.id = c.id, row.field = m.field, row.family = family_of(c.id);
            for (const site::Setting& setting : c.input)
                if (setting.field == "gpu")
                    row.gpu = setting.value;
            const double predicted = answer.outputs[static_cast<std::size_t>(field)];
            const bool shrinks = m.field.find("tokens_per_s") == 0 || m.field.find("tflops") != std::string::npos;
            row.at_shipped = (shrinks ? -1 : 1) * std::log(predicted / in_base(m));
            row.weight = 1.0 / static_cast<double>(c.measured.size());
            row.specs = scenario.specs;
            row.is_time = time;
            row.is_activations = m.field == "activations_bytes";
            engine::TrainingSetup told = engine::told_setup(request);
            const auto input = [&](engine::TrainingTimeInput f) { return scenario.inputs[static_cast<std::size_t>(f)]; };
            if (time) {
                told.tokens = input(engine::TrainingTimeInput::tokens);
                told.gpus_per_node = input(engine::TrainingTimeInput::gpus_per_node);
                told.nics_per_node = input(engine::TrainingTimeInput::nics_per_node);
                told.async_tensor = input(engine::TrainingTimeInput::async_tensor_parallel);
                told.async_experts = input(engine::TrainingTimeInput::async_expert_parallel);
                told.single_copy = input(engine::TrainingTimeInput::single_copy_dispatch);
                told.attention_kernels = input(engine::TrainingTimeInput::attention_kernels);
            }
            engine::training_request(request, told, time ? engine::SetupPurpose::time : engine::SetupPurpose::memory, row.request);
            engine::TrainingRequest& r = row.request;
            if (time)
                r.setup = engine::with_recompute(r.setup, r.model, r.count, r.shape, row.specs.gpu);
            const bool adapter = engine::is_adapter(r.setup);
            row.kind = !time ? (adapter ? "adapter" : "full")
                       : adapter ? "adapter" : r.shape.moe_layers > 0 ? "experts" : r.layout_derived ? "derived" : "dense";
            if (row.kind == "derived")
                row.weight *= .2; // cards count every stage and hide the layout: bounds rather than measurements
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

inline double amount(const Row& row, const Time& c)
{
    const engine::TrainingRequest& r = row.request;
    return engine::training_time(r.setup, r.model, r.count, r.shape, row.specs.gpu, row.specs.intra_fabric,
                                 row.specs.inter_fabric, c).step.in(engine::units::s);
}

inline double amount(const Row& row, const Memory& c)
{
    const engine::TrainingRequest& r = row.request;
    const engine::TrainingMemory m = engine::training_memory(r.setup, r.model, r.count, r.shape, row.specs.gpu, c);
    return (row.is_activations ? m.peak_activations : m.total).in(engine::units::B);
}

template<class Constants>
void set_shipped(std::vector<Row>& rows, const Constants& shipped)
{
    for (Row& row : rows)
        row.shipped = amount(row, shipped);
}

template<class Constants>
double error_of(const Row& row, const Constants& c)
{
    return row.at_shipped + std::log(amount(row, c) / row.shipped);
}

/// Solves A x = b for a small symmetric positive matrix, in place.
inline std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b)
{
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const double f = a[j][i] / a[i][i];
            for (std::size_t k = i; k < n; ++k)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

/// Fits the parameters with a sigma on the rows that `keep` admits: least squares of the errors over 5 %, large ones counted
/// linearly, families of many rows counted less, priors on the logarithms. Damped Gauss-Newton from the priors.
template<class Constants>
Constants fit(const std::vector<Row>& rows, const std::vector<Parameter<Constants>>& parameters, Constants held,
              const std::function<bool(const Row&)>& keep)
{
    constexpr double scale = .05;
    std::vector<const Row*> used;
    std::map<std::string, double> size;
    for (const Row& row : rows)
        if (keep(row)) {
            used.push_back(&row);
            size[row.family] += row.weight;
        }
    std::vector<const Parameter<Constants>*> free;
    for (const auto& p : parameters)
        if (p.sigma > 0) {
            free.push_back(&p);
            held.*p.member = p.prior;
        }
    const auto weight = [&](const Row& row) { return row.weight / std::sqrt(std::max(1.0, size[row.family] / 4)); };
    const auto cost = [&](const Constants& c) {
        double sum = 0;
        for (const Row* row : used) {
            const double r = error_of(*row, c) / scale;
            sum += weight(*row) * 2 * (std::sqrt(1 + r * r) - 1);
        }
        for (const auto* p : free) {
            const double r = std::log(c.*p->member / p->prior) / p->sigma;
            sum += r * r;
        }
        return sum;
    };
    Constants best = held;
    double lowest = cost(best), damping = 1e-2;
    for (int round = 0; round < 60 && damping < 1e6; ++round) {
        const std::size_t n = free.size();
        std::vector<std::vector<double>> a(n, std::vector<double>(n));
        std::vector<double> b(n);
        std::vector<double> base;
        for (const Row* row : used)
            base.push_back(error_of(*row, best));
        std::vector<std::vector<double>> slope(n);
        constexpr double step = 1e-4;
        for (std::size_t i = 0; i < n; ++i) {
            Constants moved = best;
            moved.*free[i]->member *= std::exp(step);
            for (std::size_t k = 0; k < used.size(); ++k)
                slope[i].push_back((error_of(*used[k], moved) - base[k]) / step);
        }
        for (std::size_t k = 0; k < used.size(); ++k) {
            const double r = base[k] / scale, w = weight(*used[k]) / std::sqrt(1 + r * r) / (scale * scale);
            for (std::size_t i = 0; i < n; ++i) {
                b[i] -= w * slope[i][k] * base[k];
                for (std::size_t j = 0; j < n; ++j)
                    a[i][j] += w * slope[i][k] * slope[j][k];
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double precision = 1 / (free[i]->sigma * free[i]->sigma);
            b[i] -= precision * std::log(best.*free[i]->member / free[i]->prior);
            a[i][i] += precision;
        }
        bool moved = false;
        while (!moved && damping < 1e6) {
            auto damped = a;
            for (std::size_t i = 0; i < n; ++i)
                damped[i][i] *= 1 + damping;
            const std::vector<double> x = solve(damped, b);
            Constants next = best;
            for (std::size_t i = 0; i < n; ++i)
                next.*free[i]->member *= std::exp(std::clamp(x[i], -.5, .5));
            const double c = cost(next);
            if (c < lowest) {
                moved = true;
                const bool done = lowest - c < 1e-7 * lowest;
                best = next, lowest = c, damping /= 5;
                if (done)
                    return best;
            } else {
                damping *= 4;
            }
        }
    }
    return best;
}

struct Errors {
    double median = 0, p90 = 0, worst = 0, bias = 0;
    std::size_t n = 0;
};

/// Of exp(error) - 1.
inline Errors summary(std::vector<double> errors)
{
    Errors e{.n = errors.size()};
    if (errors.empty())
        return e;
    for (double& x : errors)
        x = std::exp(x) - 1;
    std::sort(errors.begin(), errors.end());
    e.bias = site::quantile(errors, .5);
    for (double& x : errors)
        x = std::abs(x);
    std::sort(errors.begin(), errors.end());
    e.median = site::quantile(errors, .5);
    e.p90 = site::quantile(errors, .9);
    e.worst = errors.back();
    return e;
}

/// Errors of every row by constants fitted without the rows of its group.
template<class Constants>
std::vector<double> left_out(const std::vector<Row>& rows, const std::vector<Parameter<Constants>>& parameters,
                             const Constants& held, std::string Row::* group, std::vector<Constants>* fits = nullptr)
{
    std::vector<double> errors(rows.size());
    std::set<std::string> groups;
    for (const Row& row : rows)
        groups.insert(row.*group);
    for (const std::string& left : groups) {
        const Constants c = fit<Constants>(rows, parameters, held, [&](const Row& row) { return row.*group != left; });
        if (fits)
            fits->push_back(c);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].*group == left)
                errors[i] = error_of(rows[i], c);
    }
    return errors;
}

}
