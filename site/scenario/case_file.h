#pragma once
// Case files: what was measured, and what the engine predicts for the same input. The format is CONTRACT section 3.
//
//     std::vector<MeasuredCase> cases = read_cases(text, "throughput.json", diagnostics);
//     for (const MeasuredCase& c : cases)
//         for (const Prediction& p : predict(c, catalog))
//             use(p.predicted, p.measured, p.relative_error);

#include "site/scenario/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace site {

struct Measurement {
    std::string field, unit;
    double value = engine::absent;       ///< as printed, in `unit`
};

struct MeasuredCase {
    std::string id, calculator;          ///< calculator empty: a ceiling, nothing predicts it
    std::vector<Setting> input;          ///< inline models as `model.<member>`
    std::vector<Measurement> measured;
    std::string source_url, source_where, notes;
    bool lengths_are_upper_ends = false; ///< `"lengths": "0.8-1.0"`, or the notes say that lengths are drawn up to these
    Position where;
};

/// Errors (case-unreadable) for what is no case; the cases that can be read are returned all the same.
std::vector<MeasuredCase> read_cases(std::string_view text, const std::string& file, Diagnostics&);

struct Prediction {
    const MeasuredCase* measured_case = nullptr;
    std::string field, unit;
    double predicted = engine::absent, measured = engine::absent; ///< both in `unit`
    double relative_error = engine::absent;                       ///< predicted / measured - 1
    double low = engine::absent, high = engine::absent;           ///< the engine's own range, in `unit`
    double factor = engine::absent;                               ///< base units of the output in one `unit`
    std::string skipped;                                          ///< why there is no prediction: skip.<id>; empty: there is one
    std::string skipped_about;                                    ///< what that is about: a calculator, an output, a unit
    std::optional<FieldProblem> problem;                          ///< of `skipped` = "input"
};

/// The request that a case of a known calculator makes. A load generator that draws lengths from 0.8 to 1.0 of the nominal ones has
/// means of 0.9 times these, and the calculator's inputs are means.
Scenario case_scenario(const MeasuredCase&, const Catalog&);

/// One prediction for each measured field.
std::vector<Prediction> predict(const MeasuredCase&, const Catalog&);

struct ErrorSummary {
    std::string calculator, field;
    int n = 0;
    double median = engine::absent, p90 = engine::absent; ///< of the absolute relative error
    double bias = engine::absent;                         ///< median of the signed one
};

/// Per calculator and field, in that order; skipped predictions do not count.
std::vector<ErrorSummary> summarise(std::span<const Prediction>);

/// The p-quantile of sorted values, between neighbours linearly; absent for none.
double quantile(std::span<const double> sorted, double p);

}
