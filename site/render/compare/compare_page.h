#pragma once
// The pages of comparisons, and the picker that leads to them.

#include "site/render/compare/comparison.h"

#include <string>

namespace site {

/// `/zh/compare/h100-sxm-vs-mi300x/`: of two accelerators, with the author's text where there is one.
std::string gpu_comparison_page(const Comparisons&, const Edition&, const GpuPair&);
/// The author's page on anything else: two terms, two links. `comparisons` is null on a site without a catalog.
std::string written_comparison_page(const Website&, const Edition&, const Page&);
/// `/zh/compare/`
std::string comparison_index_page(const Comparisons&, const Edition&);

/// Title and short text of a pair's page, plain.
std::string comparison_title(const Edition&, const GpuPair&);
std::string comparison_summary(const Comparisons&, const Edition&, const GpuPair&);

/// The form that chooses two accelerators; `chosen` stands in it, may be null.
std::string comparison_picker(const Comparisons&, const Edition&, const AcceleratorRow* chosen_a, const AcceleratorRow* chosen_b);
/// Of a GPU's page: the picker, the author's comparisons, and a link for every other accelerator.
std::string compare_with(const Comparisons&, const Edition&, const AcceleratorRow&);

}
