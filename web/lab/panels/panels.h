#pragma once
// The panels, one a file. Each draws its part of the results and lets the reader change the state; none computes.

#include "web/lab/panels/frame.h"

namespace lab {

void draw_controls(Frame&);           ///< the scenario: what all panels share
void draw_answer(Frame&);             ///< its numbers
void draw_map_panel(Frame&);
void draw_roofline_panel(Frame&);
void draw_curves_panel(Frame&);
void draw_topology_panel(Frame&);
void draw_parallelism_panel(Frame&);
void draw_measured_panel(Frame&);

}
