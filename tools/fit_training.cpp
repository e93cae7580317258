// Fits the constants of training on the measured runs and writes engine/models/training_constants.h.
//
//     fit_training             prints errors: shipped, fitted, leaving a source out, leaving a GPU out
//     fit_training --rows      every row too
//     fit_training --write     writes the header
// Run in the root of the checkout.

#include "tests/engine/training_refit.h"

#include <cstdio>
#include <cstring>

namespace {

using namespace refit;

void print(const char* what, const std::vector<Row>& rows, const std::vector<double>& errors, std::string Row::*group)
{
    std::map<std::string, std::vector<double>> by{{" all", errors}};
    for (std::size_t i = 0; i < rows.size(); ++i)
        by[rows[i].*group].push_back(errors[i]);
    std::printf("%s\n", what);
    for (const auto& [name, list] : by) {
        const Errors e = summary(list);
        std::printf("  %-14s n %3zu  median %5.1f %%  p90 %5.1f %%  worst %6.1f %%  bias %+5.1f %%\n", name.c_str(), e.n,
                    100 * e.median, 100 * e.p90, 100 * e.worst, 100 * e.bias);
    }
}

template<class Constants>
std::vector<double> errors_with(const std::vector<Row>& rows, const Constants& c)
{
    std::vector<double> errors;
    for (const Row& row : rows)
        errors.push_back(error_of(row, c));
    return errors;
}

/// A fitted value of three digits, as the header holds it.
template<class Constants>
Constants rounded(Constants c, const std::vector<Parameter<Constants>>& parameters)
{
    for (const auto& p : parameters) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", c.*p.member);
        c.*p.member = std::atof(text);
    }
    return c;
}

/// Nearly all cases are benchmarks. Runs that were published for themselves and are in no file took 16 to 25 % longer than
/// predicted: BLOOM 176B (150 TFLOP/s), MT-NLG 530B (60.1 s), GPT-NeoX-20B (117 TFLOP/s).
constexpr double production = 1.2;

/// Factors that the measured value was of the predicted one when its source, or its GPU, had no part in the fit: all but
/// 2 % on either side, each source counted once, and what production takes beyond a benchmark; of a kind with few cases all, and 5 % beyond.
std::string spread(const char* name, const std::vector<Row>& rows, const std::vector<std::vector<double>>& errors,
                   const std::string& kind)
{
    std::map<std::string, double> size; // a source counts once, however many rows it has
    for (const Row& row : rows)
        size[row.family] += row.kind == kind;
    std::vector<std::pair<double, double>> list; // factor, weight
    double all = 0;
    for (const std::vector<double>& by : errors)
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].kind == kind) {
                list.push_back({std::exp(-by[i]), 1 / size[rows[i].family]});
                all += list.back().second;
            }
    std::sort(list.begin(), list.end());
    const auto quantile = [&](double p) {
        double sum = 0;
        for (const auto& [factor, weight] : list)
            if ((sum += weight) >= p * all)
                return factor;
        return list.back().first;
    };
    double low = quantile(.02), high = std::max(quantile(.98), production);
    constexpr std::size_t few = 20;
    if (list.size() < few)
        low = list.front().first * .95, high = list.back().first * 1.05;
    char text[200];
    std::snprintf(text, sizeof text, "inline constexpr TrainingSpread %s{%.2f, %.2f}; // %zu cases\n", name,
                  std::min(low, .95), std::max(high, 1.05), list.size() / errors.size());
    return text;
}

template<class Constants>
std::string record(const char* name, const Constants& c, const std::vector<Parameter<Constants>>& parameters,
                   const std::vector<Constants>& fits, std::size_t cases)
{
    std::string text = "struct " + std::string(name) + " {\n";
    for (const auto& p : parameters) {
        char line[400], range[80] = "not fitted";
        if (p.sigma > 0) {
            double low = 1e300, high = 0;
            for (const Constants& f : fits)
                low = std::min(low, f.*p.member), high = std::max(high, f.*p.member);
            std::snprintf(range, sizeof range, "%.3g-%.3g", low, high);
        }
        std::snprintf(line, sizeof line, "    double %s = %.3g; ///< %s, %s (%s)\n", p.id, c.*p.member, p.unit, p.meaning,
                      range);
        text += line;
    }
    return "// " + std::to_string(cases) + " figures.\n" + text + "};\n";
}

template<class Constants>
struct Fitted {
    Constants constants;
    std::vector<Constants> fits;
    std::vector<std::vector<double>> out; ///< leaving a source out, leaving a GPU out
};

template<class Constants>
Fitted<Constants> work(const char* name, std::vector<Row>& rows, const std::vector<Parameter<Constants>>& parameters,
                       bool list)
{
    const Constants shipped{};
    set_shipped(rows, shipped);
    Constants priors = shipped;
    for (const auto& p : parameters)
        priors.*p.member = p.prior;
    Fitted<Constants> result;
    result.constants = rounded(fit<Constants>(rows, parameters, priors, [](const Row&) { return true; }), parameters);
    result.out.push_back(left_out(rows, parameters, priors, &Row::family, &result.fits));
    const std::vector<double> now = errors_with(rows, result.constants);
    result.out.push_back(left_out(rows, parameters, priors, &Row::gpu));
    std::printf("\n== %s, %zu figures (+ = predicted too slow or too large)\n", name, rows.size());
    print("shipped constants", rows, errors_with(rows, shipped), &Row::family);
    print("priors", rows, errors_with(rows, priors), &Row::kind);
    print("fitted", rows, now, &Row::family);
    print("leave one source out", rows, result.out[0], &Row::family);
    print("leave one GPU out", rows, result.out[1], &Row::gpu);
    print("leave one source out, by kind", rows, result.out[0], &Row::kind);
    std::printf("constants: fitted, prior, without each source in turn (in the order above)\n");
    for (const auto& p : parameters) {
        std::printf("  %-22s %8.3g  (prior %.3g) ", p.id, result.constants.*p.member, p.prior);
        for (std::size_t i = 0; p.sigma > 0 && i < result.fits.size(); ++i)
            std::printf(" %.3g", result.fits[i].*p.member);
        std::printf("\n");
    }
    for (std::size_t i = 0; list && i < rows.size(); ++i)
        std::printf("  %-48s %-22s %+6.1f %%  source out %+6.1f %%\n", rows[i].id.c_str(), rows[i].field.c_str(),
                    100 * (std::exp(now[i]) - 1), 100 * (std::exp(result.out[0][i]) - 1));
    return result;
}

}

int main(int argc, char** argv)
{
    bool list = false, write = false;
    for (int i = 1; i < argc; ++i) {
        list |= std::strcmp(argv[i], "--rows") == 0;
        write |= std::strcmp(argv[i], "--write") == 0;
    }
    std::vector<std::string> skipped;
    auto time_rows = read_rows(engine::training_time_calculator, "content/data/measurements/training-time.json", skipped);
    auto memory_rows =
        read_rows(engine::training_memory_calculator, "content/data/measurements/training-memory.json", skipped);
    for (const std::string& line : skipped)
        std::printf("skipped %s\n", line.c_str());
    const auto memory = work("training-memory", memory_rows, memory_parameters, list);
    const auto time = work("training-time", time_rows, time_parameters, list);
    if (!write)
        return 0;
    std::string text =
        "#pragma once\n"
        "// Written by tools/fit_training on content/data/measurements; do not edit. Each line: value, unit, meaning, and\n"
        "// in brackets the values that fits without one of the sources give.\n\n"
        "namespace engine {\n\n"
        "/// Measured over predicted, by constants fitted without the case's source or GPU: nearly all (of few cases all "
        "and 5 %).\n"
        "struct TrainingSpread {\n    double low, high;\n};\n";
    text += spread("training_memory_spread_full", memory_rows, memory.out, "full");
    text += spread("training_memory_spread_adapter", memory_rows, memory.out, "adapter");
    text += spread("training_time_spread_dense", time_rows, time.out, "dense");
    text += spread("training_time_spread_experts", time_rows, time.out, "experts");
    text += spread("training_time_spread_derived", time_rows, time.out, "derived");
    text += spread("training_time_spread_adapter", time_rows, time.out, "adapter");
    text += "\n" + record("TrainingMemoryConstants", memory.constants, memory_parameters, memory.fits, memory_rows.size());
    text += "inline constexpr TrainingMemoryConstants training_memory_constants{};\n\n";
    text += record("TrainingTimeConstants", time.constants, time_parameters, time.fits, time_rows.size());
    text += "inline constexpr TrainingTimeConstants training_time_constants{};\n\n}\n";
    std::ofstream("engine/models/training_constants.h") << text;
    return 0;
}
