// How MIG instances share the seven compute slices and eight memory slices of a GPU: profiles="3g,2g,1g,1g".

#include "site/render/pictures/picture.h"

#include <array>

namespace site {

namespace {

constexpr int compute_slices = 7, memory_slices = 8, most_instances = 7;

/// Memory slices of a profile with so many compute slices, as NVIDIA's guide lists them for A100 and H100; 0: none.
constexpr std::array<int, 8> memory_of{0, 1, 2, 4, 4, 0, 0, 8};

}

Drawn draw_mig_slices(PictureInput& in)
{
    Drawn drawn;
    const AcceleratorRow* gpu = in.accelerator("gpu");
    std::vector<int> profiles;
    int compute = 0, memory = 0;
    for (const std::string& profile : in.list("profiles", most_instances)) {
        const int slices = profile.size() == 2 && profile[1] == 'g' && profile[0] >= '1' && profile[0] <= '7' ? profile[0] - '0' : 0;
        if (memory_of[static_cast<std::size_t>(slices)] == 0) {
            in.refuse_with("profiles", "profile", {profile});
            continue;
        }
        profiles.push_back(slices);
        compute += slices;
        memory += memory_of[static_cast<std::size_t>(slices)];
    }
    if (compute > compute_slices || memory > memory_slices)
        in.refuse_with("profiles", "slices", {std::to_string(compute), std::to_string(memory)});
    if (!gpu || !in.problems.empty())
        return drawn;
    const double bytes = in.fact(*gpu, "memory_label_gb");

    constexpr double left = 62, row = 30, height = 26, first = 20;
    const double wide = (Drawing::width - left) / memory_slices; // both rows on one grid: the eighth column has memory alone
    Drawing& d = drawn.drawing;
    d.text(0, first + 17, in.word("mig-slices.compute"), "quiet");
    d.text(0, first + row + 17, in.word("mig-slices.memory"), "quiet");
    for (int i = 0; i < memory_slices; ++i) {
        if (i < compute_slices)
            d.box(left + i * wide + 1, first, wide - 2, height, "free", 2);
        d.box(left + i * wide + 1, first + row, wide - 2, height, "free", 2);
    }
    int at_compute = 0, at_memory = 0, index = 0;
    std::string spoken;
    for (const int slices : profiles) {
        const int share = memory_of[static_cast<std::size_t>(slices)];
        const std::string name = std::to_string(slices) + "g";
        const std::string series = "series-" + std::to_string(index++ % 4);
        d.box(left + at_compute * wide + 1, first, slices * wide - 2, height, series, 2);
        d.text(left + (at_compute + slices / 2.0) * wide, first + 17.5, name, "mid on");
        d.box(left + at_memory * wide + 1, first + row, share * wide - 2, height, series, 2);
        d.text(left + (at_memory + share / 2.0) * wide, first + row + 17.5, in.shown(bytes * share / memory_slices, engine::Unit::bytes), "mid on small");
        at_compute += slices;
        at_memory += share;
        spoken.append(name).append(" ").append(in.shown(bytes * share / memory_slices, engine::Unit::bytes)).append(in.word("between"));
    }
    for (int i = 0; i < compute_slices; ++i)
        d.text(left + (i + 0.5) * wide, 12, std::to_string(i + 1), "mid quiet small");
    drawn.height = first + 2 * row;
    drawn.figures = {gpu->name, spoken, std::to_string(compute_slices - compute), std::to_string(memory_slices - memory)};
    return drawn;
}

}
