#pragma once
// One replica as a picture: a frame a server, a box a GPU, what each holds, what joins them. web/js/layout_picture.js
// draws the same for the option that a reader chooses (tests/web/plan.test.mjs compares them).

#include "site/render/website.h"

#include <string>

namespace site {

struct LayoutPicture {
    double tensor = 1, pipeline = 1, expert = 1, replicas = 1;
    double layers = 0;              ///< of the model
    std::string gpu;                ///< its name
    std::string intra, inter;       ///< what joins GPUs and servers, with its rate; empty where nothing is known
};

/// <svg class="layout"> and a <figcaption> that says the same in words.
std::string layout_picture(const Edition&, const LayoutPicture&);

}
