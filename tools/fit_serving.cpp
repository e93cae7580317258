// tools/fit serving: finds the parameters of the serving model on content/data/measurements and writes
// engine/models/serving_constants.h and engine/models/serving_errors.h. Without --write it only prints its tables.
//
//     fit_serving [--write] [--quick]      --quick: no leave-one-out tables

#include "tools/serving_fit.h"

#include "engine/calculators/throughput.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <string>

namespace {

using namespace fit;
using Key = std::function<std::string(const ServingCase&)>;

double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto i = static_cast<std::size_t>(place);
    return i + 1 < values.size() ? values[i] + (place - static_cast<double>(i)) * (values[i + 1] - values[i]) : values[i];
}

/// "  6.1 / 18.3 (+0.5)": median and 90th percentile of the absolute relative error, median error, in %.
std::string summary(const std::vector<double>& errors)
{
    if (errors.empty())
        return "";
    std::vector<double> sizes;
    for (const double e : errors)
        sizes.push_back(std::abs(e));
    char text[64];
    std::snprintf(text, sizeof text, "%5.1f /%5.1f (%+.1f)", 100 * percentile(sizes, .5), 100 * percentile(sizes, .9),
                  100 * percentile(errors, .5));
    return text;
}

struct Errors {
    std::vector<double> tpot_clean, tpot, ttft_clean, ttft, rate;
};

Errors errors_of(const std::vector<ServingCase>& cases, const std::vector<Prediction>& predicted)
{
    Errors e;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const ServingCase& c = cases[i];
        if (engine::is_present(c.rate.value))
            e.rate.push_back(predicted[i].rate / c.rate.value - 1);
        if (engine::is_present(c.tpot.value)) {
            e.tpot.push_back(predicted[i].tpot / c.tpot.value - 1);
            if (c.tpot.is_clean)
                e.tpot_clean.push_back(e.tpot.back());
        }
        if (engine::is_present(c.ttft.value)) {
            e.ttft.push_back(predicted[i].ttft / c.ttft.value - 1);
            if (c.ttft.is_clean)
                e.ttft_clean.push_back(e.ttft.back());
        }
    }
    return e;
}

void print_row(const std::string& label, const Errors& e)
{
    std::printf("%-28s %-24s %-24s %-24s %-24s %s\n", label.c_str(), summary(e.tpot_clean).c_str(), summary(e.tpot).c_str(),
                summary(e.ttft_clean).c_str(), summary(e.ttft).c_str(), summary(e.rate).c_str());
}

/// One line a value of `key`.
void print_groups(const std::vector<ServingCase>& cases, const std::vector<Prediction>& predicted, const Key& key)
{
    std::set<std::string> values;
    for (const ServingCase& c : cases)
        values.insert(key(c));
    for (const std::string& value : values) {
        std::vector<ServingCase> some;
        std::vector<Prediction> of_them;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (key(cases[i]) == value) {
                some.push_back(cases[i]);
                of_them.push_back(predicted[i]);
            }
        print_row("   " + value, errors_of(some, of_them));
    }
}

std::vector<Prediction> predict_all(const std::vector<ServingCase>& cases, const Parameters& parameters)
{
    std::vector<Prediction> predicted;
    for (const ServingCase& c : cases)
        predicted.push_back(predict(c, parameters));
    return predicted;
}

/// Each case predicted by a fit that did not see the cases of its kind.
std::vector<Prediction> leave_out(const std::vector<ServingCase>& cases, const Parameters& start, const Key& key)
{
    std::set<std::string> values;
    for (const ServingCase& c : cases)
        values.insert(key(c));
    std::vector<Prediction> predicted(cases.size());
    constexpr int iterations = 12;
    for (const std::string& value : values) {
        const Parameters p = fit::fit(cases, [&](const ServingCase& c) { return key(c) != value; }, start, iterations);
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (key(cases[i]) == value)
                predicted[i] = predict(cases[i], p);
    }
    return predicted;
}

/// DeepSeek V3 and R1 are the same shape, and some of their rows repeat each other: one fold.
std::string model_family(const ServingCase& c) { return c.model.rfind("deepseek", 0) == 0 ? "deepseek-v3" : c.model; }

/// Where a parameter shows at all: the clean values that move when it does.
int cases_used(const std::vector<ServingCase>& cases, const Parameters& parameters, std::size_t row, std::size_t engine)
{
    const auto& info = engine::serving_parameter_table[row];
    Parameters moved = parameters;
    for (std::size_t e = 0; e < fitted_engines; ++e)
        if (!info.by_engine || e == engine)
            moved[e].*info.member *= 1.05;
    int used = 0;
    for (const ServingCase& c : cases) {
        const Prediction a = predict(c, parameters), b = predict(c, moved);
        used += std::abs(a.tpot / b.tpot - 1) > 1e-4 || std::abs(a.ttft / b.ttft - 1) > 1e-4;
    }
    return used;
}

double rounded(double value)
{
    const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
    return std::round(value / unit) * unit;
}

void write_constants(const std::vector<ServingCase>& cases, const Parameters& p)
{
    constexpr std::array<const char*, fitted_engines> names{"vllm", "sglang", "tensorrt_llm"};
    const Spread s = spread(cases, p);
    std::ofstream out("engine/models/serving_constants.h");
    out << "#pragma once\n// Written by tools/fit serving from content/data/measurements; do not edit.\n"
           "// Each line: value, unit, cases that it shows in, spread (standard deviation in the fit, others held).\n\n"
           "#include \"engine/models/serving_parameters.h\"\n\nnamespace engine::serving_constants {\n\n";
    for (std::size_t e = 0; e < fitted_engines; ++e) {
        out << "inline constexpr ServingParameters " << names[e] << "{\n";
        for (std::size_t row = 0; row < engine::serving_parameter_table.size(); ++row) {
            const auto& info = engine::serving_parameter_table[row];
            char line[200];
            char assignment[64];
            std::snprintf(assignment, sizeof assignment, ".%s = %.4g,", std::string(info.id).c_str(), p[e].*info.member);
            std::snprintf(line, sizeof line, "    %-32s// %-11s %3d cases, +-%.1f %%%s\n", assignment,
                          std::string(info.unit).c_str(), cases_used(cases, p, row, e), 100 * s[e][row],
                          info.by_engine ? "" : ", shared");
            out << line;
        }
        out << "};\n\n";
    }
    out << "}\n";
}

/// {low, high} of measured / predicted.
std::string range_text(const std::vector<double>& ratios)
{
    constexpr std::size_t fewest = 6;
    if (ratios.size() < fewest)
        return "{}";
    char text[48];
    std::snprintf(text, sizeof text, "{%.3f, %.3f}", percentile(ratios, .1), percentile(ratios, .9));
    return text;
}

struct Ratios {
    std::vector<double> tpot, ttft, request;

    std::string text() const
    {
        return "{" + range_text(tpot) + ", " + range_text(ttft) + ", " + range_text(request) + ", " +
               std::to_string(std::max({tpot.size(), ttft.size(), request.size()})) + "}";
    }
};

Ratios served_ratios(const std::vector<ServingCase>& cases, const std::vector<Prediction>& left_out, int engine,
                     engine::Architecture architecture)
{
    Ratios r;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const ServingCase& c = cases[i];
        if (c.engine() != engine || c.setup.memory.gpu.architecture != static_cast<double>(architecture) ||
            !engine::is_present(c.tpot.value))
            continue;
        const double steps = c.setup.load.lengths.output - 1;
        if (c.tpot.is_clean)
            r.tpot.push_back(c.tpot.value / left_out[i].tpot);
        if (c.ttft.is_clean)
            r.ttft.push_back(c.ttft.value / left_out[i].ttft);
        if (c.tpot.is_clean && c.ttft.is_clean)
            r.request.push_back((c.ttft.value + steps * c.tpot.value) / (left_out[i].ttft + steps * left_out[i].tpot));
    }
    return r;
}

/// llama.cpp: decode rates as times, prefill as ttft.
Ratios local_ratios(const std::vector<MeasuredCase>& cases)
{
    using engine::ThroughputOutput;
    Ratios r;
    for (const MeasuredCase& c : cases) {
        engine::Answer a;
        if (c.inputs[static_cast<std::size_t>(engine::MemoryInput::engine)] != 3 ||
            engine::evaluate_throughput({c.inputs, c.specs}, a).code != engine::ErrorCode::none)
            continue;
        const auto slower = [&](const char* field, ThroughputOutput output, std::vector<double>& ratios) {
            if (const auto m = c.measured.find(field); m != c.measured.end())
                ratios.push_back(a.outputs[static_cast<std::size_t>(output)] / m->second);
        };
        slower("stream_tokens_per_s", ThroughputOutput::stream_tokens_per_s, r.tpot);
        slower("output_tokens_per_s", ThroughputOutput::output_tokens_per_s, r.tpot);
        slower("output_tokens_per_s", ThroughputOutput::output_tokens_per_s, r.request);
        slower("stream_tokens_per_s", ThroughputOutput::stream_tokens_per_s, r.request);
        slower("prefill_tokens_per_s", ThroughputOutput::prefill_tokens_per_s, r.ttft);
    }
    return r;
}

void write_errors(const std::vector<ServingCase>& cases, const std::vector<Prediction>& left_out,
                  const std::vector<MeasuredCase>& local)
{
    using engine::Architecture;
    std::ofstream out("engine/models/serving_errors.h");
    out << "#pragma once\n// Written by tools/fit serving from content/data/measurements; do not edit.\n"
           "// Measured / predicted, 10th and 90th percentile: {time per token}, {time to first token}, {request}, cases.\n"
           "// Served cases are predicted by fits that did not see their model.\n\n"
           "#include \"engine/models/error_range.h\"\n\nnamespace engine::serving_errors {\n\n"
           "/// By engine (vLLM, SGLang, TensorRT-LLM), then Hopper and Blackwell.\n"
           "inline constexpr std::array<std::array<QuantityErrors, 2>, 3> served{{\n";
    for (int e = 0; e < fitted_engines; ++e)
        out << "    {{" << served_ratios(cases, left_out, e, Architecture::hopper).text() << ",\n      "
            << served_ratios(cases, left_out, e, Architecture::blackwell).text() << "}},\n";
    Ratios saturated;
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (engine::is_present(cases[i].rate.value)) {
            saturated.request.push_back(left_out[i].rate / cases[i].rate.value);
            saturated.tpot.push_back(saturated.request.back());
        }
    out << "}};\n/// As many sequences as fit, any engine.\ninline constexpr QuantityErrors saturated" << saturated.text()
        << ";\n/// llama.cpp, one stream; in sample.\ninline constexpr QuantityErrors local" << local_ratios(local).text() << ";\n\n}\n";
}

}

int main(int argc, char** argv)
{
    bool write = false, quick = false;
    for (int i = 1; i < argc; ++i) {
        write |= std::string(argv[i]) == "--write";
        quick |= std::string(argv[i]) == "--quick";
    }
    const std::filesystem::path data = "content/data";
    site::Diagnostics diagnostics;
    const site::Catalog catalog = site::load_catalog(data, diagnostics);
    const std::vector<ServingCase> cases = read_serving_cases(catalog, data / "measurements");

    std::printf("median / 90th percentile of |predicted / measured - 1|, and median error, %%\n%-28s %-24s %-24s %-24s %-24s %s\n",
                "", "tpot, clean", "tpot, all", "ttft, clean", "ttft, all", "saturated tokens/s");
    print_row("shipped", errors_of(cases, predict_all(cases, shipped())));
    Parameters fitted = fit::fit(cases, [](const ServingCase&) { return true; }, prior_centres());
    for (auto& values : fitted)
        for (const auto& row : engine::serving_parameter_table)
            values.*row.member = rounded(values.*row.member);
    const std::vector<Prediction> in_sample = predict_all(cases, fitted);
    print_row("fitted, in sample", errors_of(cases, in_sample));
    print_groups(cases, in_sample, [](const ServingCase& c) { return c.version.substr(0, c.version.find(' ')); });
    if (quick && !write)
        return 0;
    const std::vector<Prediction> without_model = leave_out(cases, fitted, model_family);
    print_row("leave one model out", errors_of(cases, without_model));
    print_groups(cases, without_model, model_family);
    if (!quick) {
        const Key gpu = [](const ServingCase& c) { return c.gpu; };
        const std::vector<Prediction> without_gpu = leave_out(cases, fitted, gpu);
        print_row("leave one GPU out", errors_of(cases, without_gpu));
        print_groups(cases, without_gpu, gpu);
        print_row("leave one version out",
                  errors_of(cases, leave_out(cases, fitted, [](const ServingCase& c) { return c.version; })));
    }
    if (write) {
        write_constants(cases, fitted);
        write_errors(cases, without_model, read_cases(catalog, data / "measurements" / "throughput-local.json"));
        std::cout << "written: engine/models/serving_constants.h, engine/models/serving_errors.h\n";
    }
    return 0;
}
