#pragma once
// Throughput against latency: what each GPU gives all users together, and one of them, as concurrency grows.

#include "web/lab/evaluation/scenario.h"

namespace lab {

struct CurvePoint {
    double concurrency = 1;
    double stream = engine::absent;   ///< tokens/s that one user sees
    double per_gpu = engine::absent;  ///< output tokens/s of the deployment, by GPU
};

struct Curve {
    const Device* device = nullptr;
    bool answered = false;            ///< the engine took the request
    bool fits = false;                ///< the weights leave room; without, there are no points
    std::vector<CurvePoint> points;   ///< by growing concurrency
};

inline constexpr std::size_t most_curves = 8;

/// One of each device, in the order of the ids; ids that the catalog lacks are left out. Everything but device and concurrency
/// is the scenario's.
std::vector<Curve> make_curves(const Scenario& serving, const std::vector<std::string>& devices, const Catalog&);

}
