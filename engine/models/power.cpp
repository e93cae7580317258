#include "engine/models/power.h"

#include <algorithm>

namespace engine {

namespace {

constexpr double resting = .35, of_memory = .45, of_matmul = .45;

}

Watts device_power(const Accelerator& gpu, Activity activity)
{
    return gpu.tdp * std::min(1.0, resting + of_memory * activity.memory + of_matmul * activity.matmul) * units::W;
}

}
