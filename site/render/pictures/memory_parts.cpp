// What stands in the memory of one GPU that serves a model: the outputs of `inference-memory` for the settings given.

#include "site/render/pictures/picture.h"
#include "site/render/pictures/scenario_answer.h"

#include <algorithm>
#include <array>

namespace site {

Drawn draw_memory_parts(PictureInput& in)
{
    struct Part {
        std::string_view id, field;
    };
    static constexpr std::array<Part, 4> parts{{{"weights", "weights_bytes"}, {"kv", "kv_cache_bytes"},
                                                {"activations", "activation_bytes"}, {"runtime", "runtime_bytes"}}};
    const ScenarioAnswer answer(in, "inference-memory");
    Drawn drawn;
    if (!answer.sound())
        return drawn;
    Drawing& d = drawn.drawing;
    const double capacity = answer.output("capacity_bytes"), usable = answer.output("usable_bytes"), total = answer.output("total_bytes");
    const double unit = (Drawing::width - 2) / std::max(capacity, total);
    double x = 1, y = 74;
    d.box(1, 18, capacity * unit, 34, "free", 2);
    const auto legend = [&](std::string_view id, std::string_view label, double bytes) {
        d.box(0, y - 10, 11, 11, id, 1.5);
        d.text(18, y, label);
        d.text(Drawing::width, y, in.shown(bytes, engine::Unit::bytes_binary), "end");
        y += 20;
    };
    std::string spoken;
    for (const Part& part : parts) {
        const double bytes = answer.output(part.field);
        if (!(bytes > 0))
            continue;
        const std::string label = in.word("memory-parts." + std::string(part.id));
        d.box(x, 18, bytes * unit, 34, part.id);
        x += bytes * unit;
        legend(part.id, label, bytes);
        spoken.append(label).append(" ").append(in.shown(bytes, engine::Unit::bytes_binary)).append(in.word("between"));
    }
    const double limit = 1 + usable * unit;
    d.line(limit, 12, limit, 56, "limit");
    d.text(std::min(limit, Drawing::width), 9, in.word("memory-parts.usable") + " " + in.shown(usable, engine::Unit::bytes_binary), "end quiet small");
    if (capacity > total)
        legend("free", in.word("memory-parts.free"), capacity - total);
    const std::string_view model = answer.id("model"), gpu = answer.id("gpu");
    const ModelRow* model_row = in.catalog().models.find(model);
    const AcceleratorRow* gpu_row = in.catalog().accelerators.find(gpu);
    drawn.height = y - 6;
    drawn.figures = {model_row ? model_row->name : std::string(model), gpu_row ? gpu_row->name : std::string(gpu),
                     in.shown(answer.input("gpus"), engine::Unit::none), in.shown(answer.input("concurrency"), engine::Unit::none, 6),
                     in.shown(answer.input("context"), engine::Unit::none, 6), spoken,
                     in.shown(total, engine::Unit::bytes_binary), in.shown(capacity, engine::Unit::bytes_binary)};
    return drawn;
}

}
