#pragma once
// The pages of the catalog: one per accelerator and per model, and an overview of each table.

#include "site/render/catalog/fit_table.h"
#include "site/render/website.h"

#include <string>

namespace site {

std::string gpu_page(const Website&, const Edition&, const FitTable&, const AcceleratorRow&);
std::string model_page(const Website&, const Edition&, const FitTable&, const ModelRow&);
std::string gpu_index_page(const Website&, const Edition&);
std::string model_index_page(const Website&, const Edition&);
std::string format_index_page(const Website&, const Edition&);
std::string link_index_page(const Website&, const Edition&);

/// One line that says what it is: the page's description and the tooltip of links to it.
std::string gpu_summary(const Edition&, const AcceleratorRow&);
std::string model_summary(const Catalog&, const Edition&, const ModelRow&);

}
