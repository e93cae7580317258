#pragma once
// Which models fit on one, two, four and eight of each accelerator, and in which weight format: the engine's answer to
// the question that the GPU and model pages ask for every pair. Computed once for a build.
//
// For each pair and count the widest of the model's native format, FP8 and INT4 (AWQ) that fits in vLLM with 8,192 tokens
// of context and one request. Apple's devices run llama.cpp (BF16, Q8_0, Q4_K_M) and come alone.

#include "site/catalog/catalog.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace site {

inline constexpr std::array<int, 4> fit_counts{1, 2, 4, 8};
inline constexpr int fit_context = 8192;

struct Fit {
    const FormatRow* format = nullptr;   ///< null: does not fit in any of the formats tried
    int level = 0;                       ///< 1 the widest tried, 2 the next ...
};

class FitTable {
public:
    FitTable(const Catalog&, int jobs);

    /// `count` indexes fit_counts.
    Fit at(const AcceleratorRow&, const ModelRow&, std::size_t count) const;
    /// The query of the calculator's page for this cell.
    static std::string query(const AcceleratorRow&, const ModelRow&, int gpus, const FormatRow&);

private:
    const Catalog& m_catalog;
    std::vector<std::array<Fit, fit_counts.size()>> m_cells; ///< accelerator x model
};

/// "BF16", "FP8", "INT4", "Q4_K_M": what fits in a cell of a table.
std::string short_format_name(std::string_view id);

/// The row's figure as the engine computes it for the whole model: default inputs, 16-bit cache, no device.
struct ModelFigures {
    double parameters = engine::absent, active = engine::absent;
    double kv_per_token = engine::absent;  ///< bytes, 16 bit, whole model
    double kv_context = engine::absent;    ///< bytes of one sequence of fit_context tokens
};
ModelFigures model_figures(const Catalog&, const ModelRow&);
/// Bytes of all weights in this format, or absent.
double model_bytes(const Catalog&, const ModelRow&, std::string_view format);

}
