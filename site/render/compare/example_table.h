#pragma once
// What the engine says of every accelerator on the reference models (site.yaml: `reference_models`), once for a build:
// the comparisons of all pairs read it.
//
//     ExampleTable examples(catalog, settings.reference_models, jobs);
//     const Examples& h100 = examples.of(*catalog.accelerators.find("h100-sxm"));
//     h100.serving[1].per_gpu.value                  // token/s a GPU on the second reference model
//
// Serving: vLLM (Apple: llama.cpp), example_concurrency requests at once, example_tokens in and out, weights in the model's
// native format where that is narrower than 16 bits, else FP8 where the device computes in it, else BF16 (Apple: Q8_0), on
// the fewest of 1, 2, 4, 8 devices that hold it all. Training: the first reference model, whole, on eight devices.

#include "site/catalog/catalog.h"

#include <span>
#include <string>
#include <vector>

namespace site {

inline constexpr int example_concurrency = 32, example_tokens = 1024, example_training_gpus = 8;
inline constexpr double example_training_tokens = 1e9;

/// An output with its range; `low` and `high` are absent where nothing comparable was measured.
struct Estimate {
    double value = engine::absent, low = engine::absent, high = engine::absent;
};

/// How one example ended.
enum class ExampleState { known, too_large, unknown }; ///< unknown: the data sheet or the engine lacks something

struct ServingExample {
    ExampleState state = ExampleState::unknown;
    int gpus = 0;
    std::string format;                  ///< id of the weights' format
    Estimate total, per_gpu;             ///< output token/s
    Estimate stream;                     ///< token/s of a single request alone on the same devices
    Estimate prefill_per_gpu;            ///< input token/s
    Estimate kwh;                        ///< of a million output tokens
    Estimate dollars;                    ///< of a million output tokens, at the owner's own price; absent without one
    std::string query;                   ///< of the calculator's page
};

struct TrainingExample {
    ExampleState state = ExampleState::unknown;
    Estimate hours;                      ///< of wall time for example_training_tokens
    Estimate mfu;
    std::string query;
};

struct Examples {
    std::vector<ServingExample> serving; ///< one a reference model
    TrainingExample training;
};

class ExampleTable {
public:
    /// Ids that the catalog lacks are left out.
    ExampleTable(const Catalog&, std::span<const std::string> reference_models, int jobs);

    const std::vector<const ModelRow*>& models() const { return m_models; }
    const Examples& of(const AcceleratorRow&) const;

private:
    const Catalog& m_catalog;
    std::vector<const ModelRow*> m_models;
    std::vector<Examples> m_examples;    ///< in the order of the accelerators
};

}
