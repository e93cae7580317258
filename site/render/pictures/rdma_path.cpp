// From one GPU's memory to another's in a second server: through host memory, and past it (GPUDirect RDMA).

#include "site/render/pictures/picture.h"

#include <array>

namespace site {

Drawn draw_rdma_path(PictureInput& in)
{
    Drawn drawn;
    Drawing& d = drawn.drawing;
    // Two servers, each a GPU, a host with its memory, and a network card; the network between the cards.
    constexpr double gpu_y = 44, host_y = 112, half = 190, wide = 66, tall = 30;
    const auto unit = [&](double x, double y, const std::string& name, std::string_view classes) {
        d.box(x - wide / 2, y - tall / 2, wide, tall, classes, 4);
        d.text(x, y + 4.5, name, "mid small");
    };
    for (const int server : {0, 1}) {
        const double begin = server * (Drawing::width - half);
        d.box(begin + 1, 1, half - 2, 148, "frame", 6);
        d.text(begin + half / 2, 17, in.words()("picture.rdma-path.server", {std::to_string(server + 1)}), "mid quiet small");
    }
    const std::array<double, 2> gpu{44, Drawing::width - 44}, card{146, Drawing::width - 146};
    // The direct way.
    d.arrow(gpu[0] + wide / 2, gpu_y, card[0] - wide / 2, gpu_y, "flow direct");
    d.arrow(card[0] + wide / 2, gpu_y, card[1] - wide / 2, gpu_y, "flow direct");
    d.arrow(card[1] + wide / 2, gpu_y, gpu[1] - wide / 2, gpu_y, "flow direct");
    // Through the memory of the hosts.
    d.arrow(gpu[0], gpu_y + tall / 2, gpu[0], host_y - tall / 2, "flow copy");
    d.path("M" + coordinate(gpu[0] + wide / 2) + " " + coordinate(host_y) + "H" + coordinate(card[0]), "flow copy");
    d.arrow(card[0], host_y, card[0], gpu_y + tall / 2, "flow copy");
    d.path("M" + coordinate(card[1]) + " " + coordinate(gpu_y + tall / 2) + "V" + coordinate(host_y), "flow copy");
    d.arrow(card[1], host_y, gpu[1] - wide / 2, host_y, "flow copy");
    d.arrow(gpu[1], host_y - tall / 2, gpu[1], gpu_y + tall / 2, "flow copy");
    for (const std::size_t server : {0, 1}) {
        unit(gpu[server], gpu_y, "GPU", "device");
        unit(card[server], gpu_y, in.word("rdma-path.card"), "switch");
        unit(gpu[server], host_y, in.word("rdma-path.host"), "host");
    }
    d.arrow(8, 166, 36, 166, "flow direct");
    d.text(42, 170, in.word("rdma-path.direct"), "small");
    d.arrow(8, 186, 36, 186, "flow copy");
    d.text(42, 190, in.word("rdma-path.copy"), "small");
    drawn.height = 196;
    return drawn;
}

}
