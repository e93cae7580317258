#pragma once
// Drives the window like a hand: for the tests under Xvfb, and to make pictures. One command a line:
//
//     frames 10                 draws so many pictures
//     settle                    draws until nothing is left to compute
//     click NAME                presses and releases the mouse on a control (Lab::place)
//     drag NAME 0.2 0.8         presses at 20 % of its width, moves in steps to 80 %, releases
//     point NAME 0.5 0.5        moves the mouse there
//     set KEY VALUE             as in the address
//     print OUTPUT              "OUTPUT 123.4": a number of the scenario's answer, in base units
//     input FIELD               the same of an input
//     times                     "frames N worst MS cells N settled_ms MS" since the last `times`
//     screenshot FILE.png       what stands in the window
//     csv FILE                  what the panel on top shows

#include "web/lab/desktop/window.h"

#include <istream>

namespace lab {

/// False at the first command that cannot be done, with a sentence on standard error.
bool run_script(std::istream&, Lab&, Window&);

}
