#include "web/lab/evaluation/curves.h"

#include "engine/calculators/throughput.h"

#include <cmath>

namespace lab {

std::vector<Curve> make_curves(const Scenario& serving, const std::vector<std::string>& devices, const Catalog& catalog)
{
    constexpr double most_concurrency = 1024, growth = 1.41421356;
    std::vector<Curve> curves;
    for (const std::string& id : devices) {
        const Device* device = find(catalog.devices, id);
        if (!device || curves.size() == most_curves)
            continue;
        Curve curve{.device = device, .points = {}};
        Scenario there = serving;
        there.id("gpu") = id;
        there.id("intra_fabric").clear(); // Another device has another fabric.
        there["requests_per_s"] = engine::absent;
        double before = 0;
        for (double exact = 1; exact <= most_concurrency * 1.01; exact *= growth) {
            const double concurrency = std::round(exact);
            if (concurrency == before)
                continue;
            before = there["concurrency"] = concurrency;
            const Evaluated evaluated = evaluate(there, catalog);
            curve.answered = evaluated.is_sound();
            curve.fits = evaluated.output(engine::throughput, "fits") > 0;
            if (!curve.fits)
                break; // It depends on the weights alone.
            curve.points.push_back({concurrency, evaluated.output(engine::throughput, "stream_tokens_per_s"),
                                    evaluated.output(engine::throughput, "output_tokens_per_s_per_gpu")});
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

}
