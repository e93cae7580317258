#pragma once
// How well each calculator predicts what was measured: all cases of content/data/measurements, computed once for a build.
//
//     Accuracy accuracy("content/data/measurements", catalog, diagnostics);
//     accuracy.summaries(accuracy.points);                   // what `gloss cases` prints of the same files
//
// doubtful.json names measurements whose conditions are in doubt, with the reason; they count, unless a table says not.

#include "site/scenario/case_file.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace site {

/// One predicted figure and what tells it apart from others. A text is empty where the case does not say.
struct AccuracyPoint {
    Prediction prediction;
    std::string engine;                  ///< serving engine or communication library, as the input names it
    std::string gpu;                     ///< name of the accelerator
    std::string family;                  ///< of the model; an inline model's name
    std::string doubt;                   ///< why the measurement is doubtful; empty for a sound one
};

class Accuracy {
public:
    /// Errors (case-unreadable) for what cannot be read. No folder, no cases.
    Accuracy(const std::filesystem::path& folder, const Catalog&, Diagnostics&);
    Accuracy(const Accuracy&) = delete;  ///< points refer to the cases
    Accuracy& operator=(const Accuracy&) = delete;

    std::vector<AccuracyPoint> points;   ///< of files in order of name, cases in order
    std::size_t cases = 0, skipped = 0;  ///< cases read; figures without a prediction

    /// Whether cases measure anything that this calculator computes.
    bool covers(std::string_view calculator) const;
    /// Whether the engine gave a range for this output of some case: then a missing one means that none is comparable.
    bool has_range(std::string_view calculator, std::string_view field) const;

private:
    std::vector<std::vector<MeasuredCase>> m_files;
    std::set<std::string, std::less<>> m_calculators;
    std::set<std::pair<std::string, std::string>> m_ranged;
};

/// summarise() of these points' predictions.
std::vector<ErrorSummary> summaries(std::span<const AccuracyPoint* const>);

}
