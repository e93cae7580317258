#pragma once
// The rows that a scenario can name. The browser hands over those of /data/*.json, the desktop program reads content/data:
// the lab itself holds no data.

#include "engine/calculators/calculator.h"

#include <string>
#include <string_view>
#include <vector>

namespace lab {

struct Device {
    std::string id, name;
    std::string fabric_id;   ///< of the fabric that it has; empty: none is known
    engine::Accelerator spec;
    engine::Link fabric;     ///< at its own rate
};

struct Model {
    std::string id, name;
    engine::LanguageModel spec;
};

struct Format {
    std::string id, name;
    bool is_cache = false;   ///< engines can store keys and values in it
    engine::NumberFormat spec;
};

struct Fabric {
    std::string id, name;
    bool is_network = false; ///< between servers
    engine::Link spec;
};

/// What somebody measured: a request of a calculator, and one of its outputs.
struct MeasuredFigure {
    std::string name;        ///< id of the case
    std::string source;      ///< where it was published
    int calculator = 0;      ///< index into engine::calculators()
    int output = 0;          ///< index into its outputs
    double measured = engine::absent; ///< base units
    engine::Inputs inputs{};
    engine::Specifications specs;
    std::string device;      ///< id, or empty
};

struct Catalog {
    std::vector<Device> devices;
    std::vector<Model> models;
    std::vector<Format> formats;
    std::vector<Fabric> fabrics;
    std::vector<MeasuredFigure> measured;
};

template<class Row>
const Row* find(const std::vector<Row>& rows, std::string_view id)
{
    for (const Row& row : rows)
        if (row.id == id)
            return &row;
    return nullptr;
}

}
