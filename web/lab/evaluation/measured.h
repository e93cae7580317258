#pragma once
// Predicted against measured: every published figure that the engine predicts, worked off in slices.

#include "web/lab/evaluation/scenario.h"

namespace lab {

/// "throughput.tpot_s"
std::string output_key(const MeasuredFigure&);
/// Indices of the calculator and its output, for comparing many; -1 where there is none of that name.
struct OutputPlace {
    int calculator = -1, output = -1;
    bool measures(const MeasuredFigure& figure) const { return figure.calculator == calculator && figure.output == output; }
    const engine::Field* field() const;
};
OutputPlace place_of_output(std::string_view key);
struct MeasuredSummary {
    int count = 0;
    double median = engine::absent, p90 = engine::absent; ///< of the absolute relative error
};

class MeasuredSweep {
public:
    void begin(const Catalog&);
    bool work();
    bool is_complete() const { return m_catalog && m_predicted.size() == m_catalog->measured.size(); }
    /// Base units; absent where it has not been predicted yet or the engine refuses the request.
    double predicted(std::size_t figure) const { return figure < m_predicted.size() ? m_predicted[figure] : engine::absent; }
    /// Of the figures of one output, of one device if its id is not empty.
    MeasuredSummary summary(OutputPlace output, std::string_view device) const;

private:
    const Catalog* m_catalog = nullptr;
    std::vector<double> m_predicted;
};

/// All outputs that something was measured of, in the order of the catalog, each once.
std::vector<std::string> measured_outputs(const Catalog&);

}
