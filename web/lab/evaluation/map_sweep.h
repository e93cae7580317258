#pragma once
// Context x concurrency, 100 x 100 cells: each a run of throughput. A sweep is worked off in slices, so that no frame waits.
//
//     sweep.begin(state.serving, catalog);     // again whenever the scenario changed; does nothing when it did not
//     while (sweep.work())                     // a slice; false: all cells are done
//         if (the frame's time is over) break;
//
// A column is a length of a request, cut into prompt and answer like the scenario's own; a row is a number of sequences in
// flight. Cells keep their last value until they are reached.

#include "web/lab/evaluation/scenario.h"

namespace lab {

struct MapCell {
    float output_rate = 0, ttft = 0, cost = 0; ///< as throughput's outputs; NaN: none
    float in_flight = 0;                       ///< sequences that run at once, of those asked for: below 1 some wait
    bool fits = false;                         ///< the weights leave room for a cache
    bool answered = false;                     ///< the engine took the request
};

struct RequestSplit {
    double input = 1, output = 1;
};

class MapSweep {
public:
    static constexpr int columns = 100, rows = 100;

    /// Starts anew if the scenario's map is another one than the one that is worked on. True if it did.
    bool begin(const Scenario& serving, const Catalog& catalog);
    bool work();
    bool is_complete() const { return m_column >= columns; }
    int done() const { return m_column * rows + m_row; }

    const MapCell& cell(int column, int row) const { return m_cells[static_cast<std::size_t>(column * rows + row)]; }
    static double context(int column);
    static double concurrency(int row);
    /// The cell that stands for these values.
    static int column_of(double context);
    static int row_of(double concurrency);
    static RequestSplit split(const Scenario& serving, double context);

private:
    void evaluate_cell();

    Scenario m_key{engine::calculators().front()}; ///< the scenario without what the axes replace
    Scenario m_scenario{engine::calculators().front()};
    engine::Specifications m_specs;
    bool m_begun = false;
    int m_column = columns, m_row = 0;
    std::vector<MapCell> m_cells = std::vector<MapCell>(columns * rows);
};

}
