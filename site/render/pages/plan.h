#pragma once
// The list of all pages, in a fixed order: languages, then home, search, glossary, terms, written pages, catalog, calculators, accuracy.
// Nothing is rendered yet; each entry holds the function that does it.

#include "site/render/catalog/fit_table.h"
#include "site/render/compare/comparison.h"
#include "site/render/planned_page.h"
#include "site/render/website.h"

#include <vector>

namespace site {

/// `fits` and `comparisons` may be null only when the website has no catalog. All must outlive the plan.
std::vector<PlannedPage> plan_pages(const Website&, const FitTable* fits, const Comparisons* comparisons);

}
