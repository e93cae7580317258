// What ZeRO's stages leave on each GPU of parameters, gradients and optimizer state: `training-memory` once a stage.

#include "site/render/pictures/picture.h"
#include "site/render/pictures/scenario_answer.h"

#include <algorithm>
#include <array>

namespace site {

Drawn draw_zero_stages(PictureInput& in)
{
    struct Part {
        std::string_view id, field;
    };
    struct Stage {
        std::string_view value, name;
    };
    static constexpr std::array<Part, 3> parts{{{"weights", "parameters_bytes"}, {"gradients", "gradients_bytes"}, {"optimizer", "optimizer_bytes"}}};
    static constexpr std::array<Stage, 4> stages{{{"ddp", "DDP"}, {"zero1", "ZeRO-1"}, {"zero2", "ZeRO-2"}, {"zero3", "ZeRO-3"}}};
    std::array<std::array<double, 3>, 4> bytes{};
    Drawn drawn;
    double most = 0, gpus = 0;
    std::string model;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const std::array<Setting, 1> stage{{{"sharding", std::string(stages[s].value)}}};
        const ScenarioAnswer answer(in, "training-memory", stage);
        if (!answer.sound())
            return drawn;
        double sum = 0;
        for (std::size_t p = 0; p < parts.size(); ++p)
            sum += bytes[s][p] = answer.output(parts[p].field);
        most = std::max(most, sum);
        gpus = answer.input("gpus");
        const ModelRow* row = in.catalog().models.find(answer.id("model"));
        model = row ? row->name : std::string(answer.id("model"));
    }
    constexpr double left = 58, right = 66, row = 30, height = 22;
    const double unit = (Drawing::width - left - right) / most;
    Drawing& d = drawn.drawing;
    std::string spoken;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const double y = static_cast<double>(s) * row;
        double x = left, sum = 0;
        d.text(0, y + 16, stages[s].name, "strong");
        for (std::size_t p = 0; p < parts.size(); ++p) {
            d.box(x, y, bytes[s][p] * unit, height, parts[p].id);
            x += bytes[s][p] * unit;
            sum += bytes[s][p];
        }
        const std::string total = in.shown(sum, engine::Unit::bytes_binary);
        d.text(x + 6, y + 16, total);
        spoken.append(stages[s].name).append(" ").append(total).append(in.word("between"));
    }
    double x = left;
    const double y = stages.size() * row + 4;
    for (const Part& part : parts) {
        d.box(x, y, 11, 11, part.id, 1.5);
        d.text(x + 16, y + 10, in.word("zero-stages." + std::string(part.id)), "quiet");
        x += in.words().language() == "zh" ? 72 : 92;
    }
    drawn.height = y + 16;
    drawn.figures = {model, in.shown(gpus, engine::Unit::none), spoken};
    return drawn;
}

}
