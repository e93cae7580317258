#pragma once
// Predicted against measured: every published figure that the engine predicts, worked off in slices.

#include "web/lab/evaluation/scenario.h"

namespace lab {

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
    /// Of the figures of one output ("throughput.tpot_s"), of one device if its id is not empty.
    MeasuredSummary summary(std::string_view output, std::string_view device) const;

private:
    const Catalog* m_catalog = nullptr;
    std::vector<double> m_predicted;
};

/// "throughput.tpot_s"
std::string output_key(const MeasuredFigure&);
/// All outputs that something was measured of, in the order of the catalog, each once.
std::vector<std::string> measured_outputs(const Catalog&);

}
