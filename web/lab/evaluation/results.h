#pragma once
// All that the panels show, kept up to date with the state. Panels only draw it; nothing here knows of a window.
//
//     results.update(state, catalog);     // each frame: computes at once what is cheap and has changed
//     while (results.work()) ...          // the sweeps of the panel on top, slice by slice

#include "web/lab/evaluation/curves.h"
#include "web/lab/evaluation/layouts.h"
#include "web/lab/evaluation/map_sweep.h"
#include "web/lab/evaluation/measured.h"
#include "web/lab/evaluation/roofline.h"
#include "web/lab/evaluation/state.h"
#include "web/lab/evaluation/traffic.h"

namespace lab {

class Results {
public:
    void update(const State&, const Catalog&);
    bool work();

    Evaluated serving, memory;  ///< throughput and inference-memory of the scenario
    // Of the panel on top; the others are as they were when they last stood there.
    MapSweep map;
    Roofline roofline;
    std::vector<Curve> curves;
    Traffic traffic;
    engine::Problem collective_problem; ///< why traffic has no answer
    Layouts layouts;
    MeasuredSweep measured;
    std::vector<std::string> measured_outputs;

private:
    const Catalog* m_catalog = nullptr;
    State m_state;              ///< what was evaluated
    bool m_is_current = false;
    bool m_has_work = false;
};

}
